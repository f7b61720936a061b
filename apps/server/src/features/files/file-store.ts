import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dayMs } from '@huanwei/contract/time'

/** Received bytes that no record refers to yet. */
export type Received = {
  /** Path of the temporary file. */
  path: string
  size: number
  /** Stores them permanently under `name`. */
  keep(name: string): Promise<void>
  /** Deletes the temporary file; has no effect after `keep`. */
  drop(): Promise<void>
}

/** Store of the bytes of files; their metadata are in the database. */
export type FileStore = {
  /** Rethrows the error of the stream and leaves nothing behind. */
  receive(bytes: Readable): Promise<Received>
  /** Size in bytes; undefined when there is no file of that name. */
  sizeOf(name: string): Promise<number | undefined>
  /** The whole file, or the bytes of an inclusive range. */
  read(name: string, range?: { start: number; end: number }): Promise<Readable>
  remove(name: string): Promise<void>
  /** Names of the files stored before `moment`, epoch ms, in batches. */
  olderThan(moment: number): AsyncIterable<string[]>
}

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

/** Folder of files that are being received. */
const incoming = 'incoming'

/**
 * Receives bytes into the folder `place`, until `put` moves them to their final location: a file appears there only when it is complete and checked.
 * Files that an earlier process received only in part are deleted.
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

/** Returns undefined for the error of a missing file; rethrows any other. */
function absent(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

/** Renames, and returns when the new name would survive a power cut. */
async function move(from: string, to: string) {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to)
  const folder = await open(dirname(to))
  await folder.sync().finally(() => folder.close())
}

/** Deletes partial files older than a day; another process may still be receiving a younger one. */
async function sweep(folder: string) {
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < Date.now() - dayMs) await rm(join(folder, name), { force: true })
  }
}
