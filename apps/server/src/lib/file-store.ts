import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Bytes that have come but belong to nobody yet. */
export type Received = {
  /** Where to look at them meanwhile. */
  path: string
  size: number
  /** Puts them under `name`, for good. */
  keep(name: string): Promise<void>
  /** Forgets them; nothing happens to those that were kept. */
  drop(): Promise<void>
}

/** Where the bytes of files are: what else is known of a file stands in the database. */
export type FileStore = {
  /** Throws what the stream throws; nothing is left of it then. */
  receive(bytes: Readable): Promise<Received>
  /** Throws an error with the code ENOENT when there is none of that name. */
  read(name: string): Promise<{ bytes: Readable; size: number }>
  remove(name: string): Promise<void>
}

const dayMs = 86_400_000

/** Files under `root`, in 256 folders by the first digits of their names. What an earlier process only half received is swept away. */
export async function diskStore(root: string): Promise<FileStore> {
  const incoming = join(root, 'incoming')
  await mkdir(incoming, { recursive: true })
  await sweep(incoming)
  const placeOf = (name: string) => join(root, name.slice(0, 2), name)

  return {
    async receive(bytes) {
      const path = join(incoming, randomBytes(16).toString('hex'))
      const drop = () => rm(path, { force: true })
      try {
        await pipeline(bytes, createWriteStream(path, { flush: true, mode: 0o600 }))
        const { size } = await stat(path)
        return { path, size, drop, keep: (name) => move(path, placeOf(name)) }
      } catch (error) {
        await drop()
        throw error
      }
    },
    async read(name) {
      const { size } = await stat(placeOf(name))
      return { bytes: createReadStream(placeOf(name)), size }
    },
    remove: (name) => rm(placeOf(name), { force: true }),
  }
}

/** Renames, and returns when the new name would outlive a power cut. */
async function move(from: string, to: string) {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to)
  const folder = await open(dirname(to))
  await folder.sync().finally(() => folder.close())
}

/** A younger one may still be on its way, to another process. */
async function sweep(folder: string) {
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < Date.now() - dayMs) await rm(join(folder, name), { force: true })
  }
}
