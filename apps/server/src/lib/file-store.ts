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
  /** Bytes; undefined when there is none of that name. */
  sizeOf(name: string): Promise<number | undefined>
  /** All of it, or from the first to the last byte of a range. */
  read(name: string, range?: { start: number; end: number }): Promise<Readable>
  remove(name: string): Promise<void>
  /** The names of those that were put there before `moment`, epoch ms, some at a time. */
  olderThan(moment: number): AsyncIterable<string[]>
}

const dayMs = 86_400_000

/** Files under `root`, in 256 folders by the first digits of their names. */
export async function diskStore(root: string): Promise<FileStore> {
  const placeOf = (name: string) => join(root, name.slice(0, 2), name)
  return {
    receive: await receiver(join(root, incoming), (path, name) => move(path, placeOf(name))),
    sizeOf: (name) => stat(placeOf(name)).then(({ size }) => size, absent),
    read: async (name, range) => createReadStream(placeOf(name), range),
    remove: (name) => rm(placeOf(name), { force: true }),
    async *olderThan(moment) {
      for (const folder of await readdir(root)) {
        if (folder === incoming) continue
        const times = (await readdir(join(root, folder))).map(async (name) => {
          const found = await stat(placeOf(name)).catch(absent)
          return found && found.mtimeMs < moment ? [name] : []
        })
        yield (await Promise.all(times)).flat()
      }
    },
  }
}

/** The folder of what is on its way. */
const incoming = 'incoming'

/**
 * Takes bytes in at the folder `place`, until `put` brings them to where they stay: none is there before all are, and known to be what they should.
 * What an earlier process only half received is swept away.
 */
export async function receiver(place: string, put: (path: string, name: string) => Promise<void>): Promise<FileStore['receive']> {
  await mkdir(place, { recursive: true })
  await sweep(place)
  return async (bytes) => {
    const path = join(place, randomBytes(16).toString('hex'))
    const drop = () => rm(path, { force: true })
    try {
      await pipeline(bytes, createWriteStream(path, { flush: true, mode: 0o600 }))
      const { size } = await stat(path)
      return { path, size, drop, keep: (name) => put(path, name) }
    } catch (error) {
      await drop()
      throw error
    }
  }
}

/** For a file that is not there. */
function absent(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
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
