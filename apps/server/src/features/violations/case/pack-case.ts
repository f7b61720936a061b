import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Language } from '@huanwei/words/languages'
import yazl from 'yazl'
import type { FileStore } from '../../files/file-store.ts'
import { filesOf, type ViolationCase } from './case.ts'
import { type CaseMaker, caseText, positionSheet } from './case-texts.ts'

type Parts = { store: FileStore; maker: CaseMaker; language: Language; log: { error(what: object, text: string): void } }

/** The zip of a case while it is packed. Ends with an error when a file cannot be read, so that none looks whole that is not. */
export async function packCase(found: ViolationCase, { store, maker, language, log }: Parts): Promise<Readable> {
  const zip = new yazl.ZipFile()
  const out = zip.outputStream
  if (!(out instanceof Readable)) throw new Error('a zip that cannot be read')
  const fail = (error: Error) => {
    log.error({ error }, 'the case of a violation was not packed to its end')
    out.destroy(error)
  }
  zip.on('error', fail)
  const hashes: string[] = []

  function addText(name: string, text: string) {
    const bytes = Buffer.from(text)
    hashes.push(hashLine(createHash('sha256').update(bytes).digest('hex'), name))
    zip.addBuffer(bytes, name)
  }
  /** Passes bytes on, and notes the hash of all of them. */
  async function* hashing(bytes: Readable, name: string) {
    const hash = createHash('sha256')
    for await (const piece of bytes) {
      hash.update(piece)
      yield piece
    }
    hashes.push(hashLine(hash.digest('hex'), name))
  }

  const files = []
  for (const file of filesOf(found)) files.push({ ...file, isGone: (await store.sizeOf(file.fileName)) === undefined })
  addText('case.txt', caseText(found, maker, language))
  addText('case.json', `${JSON.stringify({ ...maker, ...found, files }, null, 2)}\n`)
  if (found.positions.length) addText('positions.csv', positionSheet(found.positions, language))
  for (const { name, fileName, isGone } of files) {
    if (isGone) continue
    zip.addReadStreamLazy(name, { compress: false }, (give) => {
      store
        .read(fileName)
        .then((bytes) => give(null, Readable.from(hashing(bytes, name), { objectMode: false }).on('error', fail)), fail)
    })
  }
  // Entries are read one after the other: all others are hashed by then.
  zip.addReadStreamLazy('hashes.txt', (give) => give(null, Readable.from([hashes.join('')], { objectMode: false })))
  zip.end()
  return out
}

/** A line as `sha256sum` writes it. */
const hashLine = (hash: string, name: string) => `${hash}  ${name}\n`
