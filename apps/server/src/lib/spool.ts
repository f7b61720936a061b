import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import type { After } from './keyset.ts'
import { mostSheetRows } from './sheet.ts'

const pack = promisify(gzip)

/** How far the rows of an export are written: its last row, and of each sheet the rows and the bytes of their file. */
export type Place = { worker: string; after: After; sheets: { rows: number; bytes: number }[] }

/** Written rows on their way into a workbook, one file per sheet, packed. Each stretch stands behind the last place that was recorded, so one that was cut off is written over. */
export type Spool = {
  /** Of the next rows: how many stand before them in their sheet. */
  before(place: Place | undefined, rows: number): number
  write(place: Place | undefined, after: After, rows: number, xml: string): Promise<Place>
  /** The rows of a sheet as they were written. */
  read(place: Place, sheet: number): NodeJS.ReadableStream
}

/** Whether `rows` more go into the sheet at hand. */
const fits = (place: Place | undefined, rows: number) => {
  const last = place?.sheets.at(-1)
  return last !== undefined && last.rows + rows < mostSheetRows
}

/** Files of one export under `folder`, of a `worker` that nobody else is. `place` is where the worker before got to; undefined when its files are not here. */
export async function openSpool(folder: string, worker: string, place: Place | undefined) {
  await mkdir(folder, { recursive: true })
  const fileOf = (who: string, sheet: number) => join(folder, `${who}-${sheet}`)
  const own = await takeOver()

  /** What another worker wrote becomes this one's: should it still be at work, it spoils nothing. */
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

/** The names of what lies in `folder`. */
export const namesIn = (folder: string) => readdir(folder).catch(() => [])
