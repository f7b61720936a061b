import { Status } from '@huanwei/contract/live/codes'
import type { LiveObject } from '@huanwei/contract/live/messages'
import { type Columns, idAt, objectAt, type Readings, seenAtOf, statusAt, width } from './packed.ts'

/** Kept as JavaScript objects at most: those that the screen looks at. */
const mostObjects = 500

/** Objects by id, in columns. `columns` are taken over with nobody in them; `add` says which rows count. */
export function createTable(columns: Columns = new Float64Array(0), readings: Readings = new Map()) {
  let kept = columns
  let end = columns.length / width
  const rows = new Map<number, number>()
  const free: number[] = []
  const perStatus = new Map<Status, number>()
  /** Made when asked for, the same until the object changes. */
  const objects = new Map<number, LiveObject>()
  /** Nobody who is online was heard before this, epoch ms. */
  let heardSince = Number.POSITIVE_INFINITY

  function count(row: number, by: 1 | -1) {
    const status = statusAt(kept, row)
    perStatus.set(status, (perStatus.get(status) ?? 0) + by)
    if (by > 0 && status !== Status.offline && seenAtOf(kept, row) < heardSince) heardSince = seenAtOf(kept, row)
  }

  function newRow() {
    const row = free.pop() ?? end++
    if (kept.length < end * width) {
      const larger = new Float64Array(Math.max(64, end * 2) * width)
      larger.set(kept)
      kept = larger
    }
    return row
  }

  function at(row: number): LiveObject {
    const measured = readings.get(idAt(kept, row))
    return measured ? { ...objectAt(kept, row), readings: measured } : objectAt(kept, row)
  }

  return {
    size: () => rows.size,
    has: (id: number) => rows.has(id),
    ids: () => rows.keys(),
    count: (status: Status) => perStatus.get(status) ?? 0,
    get(id: number): LiveObject | undefined {
      const row = rows.get(id)
      if (row === undefined) return undefined
      const made = objects.get(id)
      if (made) return made
      if (objects.size >= mostObjects) objects.clear()
      const object = at(row)
      objects.set(id, object)
      return object
    },
    copy(id: number): LiveObject | undefined {
      const row = rows.get(id)
      return row === undefined ? undefined : at(row)
    },
    status(id: number): Status | undefined {
      const row = rows.get(id)
      return row === undefined ? undefined : statusAt(kept, row)
    },
    *all(): Generator<LiveObject> {
      for (const row of rows.values()) yield at(row)
    },
    /** When each that was ever heard was heard last, epoch ms. */
    *heard(): Generator<number> {
      for (const row of rows.values()) if (!Number.isNaN(seenAtOf(kept, row))) yield seenAtOf(kept, row)
    },
    /** Counts the object that stands in a row of the columns that were taken over. */
    add(row: number) {
      rows.set(idAt(kept, row), row)
      count(row, 1)
    },
    /** Copies an object from a row of other columns; its id. */
    put(from: Columns, fromRow: number, said: Readings): number {
      const id = idAt(from, fromRow)
      const measured = said.get(id)
      if (measured) readings.set(id, measured)
      else readings.delete(id)
      const known = rows.get(id)
      if (known !== undefined) count(known, -1)
      const row = known ?? newRow()
      for (let column = 0; column < width; column++) kept[row * width + column] = from[fromRow * width + column]!
      rows.set(id, row)
      objects.delete(id)
      count(row, 1)
      return id
    },
    drop(id: number) {
      const row = rows.get(id)
      if (row === undefined) return
      count(row, -1)
      rows.delete(id)
      readings.delete(id)
      objects.delete(id)
      free.push(row)
    },
    /** Turns offline who was not heard after `limit`, epoch ms; their ids. */
    silence(limit: number): number[] {
      if (heardSince > limit) return []
      heardSince = Number.POSITIVE_INFINITY
      const silent: number[] = []
      for (const [id, row] of rows) {
        if (statusAt(kept, row) === Status.offline) continue
        const seenAt = seenAtOf(kept, row)
        if (seenAt <= limit) {
          count(row, -1)
          kept[row * width + 1] = Status.offline
          count(row, 1)
          objects.delete(id)
          silent.push(id)
        } else if (seenAt < heardSince) heardSince = seenAt
      }
      return silent
    },
  }
}
export type Table = ReturnType<typeof createTable>
