import type { Status } from '@huanwei/contract/live/codes'
import type { LiveObject } from '@huanwei/contract/live/messages'
import { createRows } from './object-rows.ts'
import { type Columns, idAt, type Readings } from './packed.ts'

/** Kept as JavaScript objects at most: those that the screen looks at. */
const mostObjects = 500

/** Objects by id, in columns. `columns` are taken over with nobody in them; `add` says which rows count. */
export function createTable(columns: Columns = new Float64Array(0), readings: Readings = new Map()) {
  const store = createRows(columns)
  /** Row of each id. */
  const rows = new Map<number, number>()
  /** Made when asked for, the same until the object changes. */
  const objects = new Map<number, LiveObject>()

  function at(row: number): LiveObject {
    const measured = readings.get(store.idAt(row))
    return measured ? { ...store.objectAt(row), readings: measured } : store.objectAt(row)
  }

  return {
    size: () => rows.size,
    has: (id: number) => rows.has(id),
    ids: () => rows.keys(),
    count: store.count,
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
      return row === undefined ? undefined : store.statusAt(row)
    },
    *all(): Generator<LiveObject> {
      for (const row of rows.values()) yield at(row)
    },
    /** When each that was ever heard was heard last, epoch ms. */
    *heard(): Generator<number> {
      for (const row of rows.values()) if (!Number.isNaN(store.seenAt(row))) yield store.seenAt(row)
    },
    /** Counts the object that stands in a row of the columns that were taken over. */
    add(row: number) {
      rows.set(store.idAt(row), row)
      store.use(row)
    },
    /** Copies an object from a row of other columns; its id. */
    put(from: Columns, fromRow: number, said: Readings): number {
      const id = idAt(from, fromRow)
      const measured = said.get(id)
      if (measured) readings.set(id, measured)
      else readings.delete(id)
      rows.set(id, store.put(from, fromRow, rows.get(id)))
      objects.delete(id)
      return id
    },
    drop(id: number) {
      const row = rows.get(id)
      if (row === undefined) return
      store.release(row)
      rows.delete(id)
      readings.delete(id)
      objects.delete(id)
    },
    /** Turns offline who was not heard after `limit`, epoch ms; their ids. */
    silence(limit: number): number[] {
      const silent = store.silence(limit, rows.values())
      for (const id of silent) objects.delete(id)
      return silent
    },
  }
}
export type Table = ReturnType<typeof createTable>
