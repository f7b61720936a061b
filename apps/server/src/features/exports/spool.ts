import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import type { Cursor } from '../../db/keyset.ts'
import { mostSheetRows } from './sheet.ts'

const pack = promisify(gzip)

/** Write position of an export: the cursor of its last row, and for each sheet the numbers of rows and of bytes in the file. */
export type Place = { worker: string; after: Cursor; sheets: { rows: number; bytes: number }[] }

/** Written rows on their way into a workbook, one gzip file per sheet. Each batch is written at the last recorded place, so a batch that was cut off is overwritten. */
export type Spool = {
  /** Number of rows that precede the next ones in their sheet. */
  before(place: Place | undefined, rows: number): number
  write(place: Place | undefined, after: Cursor, rows: number, xml: string): Promise<Place>
  /** The rows of a sheet as they were written. */
  read(place: Place, sheet: number): NodeJS.ReadableStream
}

/** True when `rows` more fit into the current sheet. */
const fits = (place: Place | undefined, rows: number) => {
  const last = place?.sheets.at(-1)
  return last !== undefined && last.rows + rows < mostSheetRows
}

/** Opens the files of one export under `folder` for `worker`, a unique name. `place` is where the previous worker stopped; the place returned is undefined when that worker's files are not on this machine. */
export async function openSpool(folder: string, worker: string, place: Place | undefined) {
  await mkdir(folder, { recursive: true })
  const fileOf = (who: string, sheet: number) => join(folder, `${who}-${sheet}`)
  const own = await takeOver()

  /** Copies the other worker's files: if that worker is still running, it cannot damage this one's. */
  async function takeOver(): Promise<Place | undefined> {
    if (!place || place.worker === worker) return place
    for (const [sheet, { bytes }] of place.sheets.entries()) {
      const from = fileOf(place.worker, sheet)
      const size = await stat(from).then(
        (found) => found.size,
        () => 0,
      )
      if (size < bytes) return undefined
      await copyFile(from, fileOf(worker, sheet))
    }
    return { ...place, worker }
  }

  const spool: Spool = {
    before: (at, rows) => (fits(at, rows) ? (at?.sheets.at(-1)?.rows ?? 0) : 0),
    async write(at, after, rows, xml) {
      const sheets = [...(at?.sheets ?? [])]
      const last = fits(at, rows) ? sheets.pop() : undefined
      const { rows: had, bytes } = last ?? { rows: 0, bytes: 0 }
      const packed = await pack(xml, { level: 1 })
      const file = await open(fileOf(worker, sheets.length), bytes ? 'r+' : 'w', 0o600)
      await file.write(packed, 0, packed.length, bytes).finally(() => file.close())
      return { worker, after, sheets: [...sheets, { rows: had + rows, bytes: bytes + packed.length }] }
    },
    read(at, sheet) {
      const end = (at.sheets[sheet]?.bytes ?? 0) - 1
      const packed = createReadStream(fileOf(worker, sheet), { end })
      const rows = createGunzip()
      packed.on('error', (error) => rows.destroy(error))
      return packed.pipe(rows)
    },
  }
  return { spool, place: own }
}

export const newWorker = () => randomBytes(8).toString('hex')

export const removeSpool = (folder: string) => rm(folder, { recursive: true, force: true })

/** Names of the entries in `folder`; empty when it does not exist. */
export const namesIn = (folder: string) => readdir(folder).catch(() => [])
