import type { Status } from '@huanwei/contract/live/codes'
import type { LiveObject } from '@huanwei/contract/live/messages'
import { Rows } from './object-rows.ts'
import { type Columns, idAt, type Readings } from './packed.ts'

/** Kept as JavaScript objects at most: those that the screen looks at. */
const mostObjects = 500

/** Objects by id, in columns. */
export class Table {
  readonly #store: Rows
  readonly #readings: Readings
  /** Row of each id. */
  readonly #rows = new Map<number, number>()
  /** Made when asked for, the same until the object changes. */
  readonly #objects = new Map<number, LiveObject>()

  /** `columns` are taken over with nobody in them; `add` says which rows count. */
  constructor(columns: Columns = new Float64Array(0), readings: Readings = new Map()) {
    this.#store = new Rows(columns)
    this.#readings = readings
  }

  get size() {
    return this.#rows.size
  }

  has(id: number) {
    return this.#rows.has(id)
  }

  ids() {
    return this.#rows.keys()
  }

  count(status: Status) {
    return this.#store.count(status)
  }

  get(id: number): LiveObject | undefined {
    const row = this.#rows.get(id)
    if (row === undefined) return undefined
    const made = this.#objects.get(id)
    if (made) return made
    if (this.#objects.size >= mostObjects) this.#objects.clear()
    const object = this.#at(row)
    this.#objects.set(id, object)
    return object
  }

  copy(id: number): LiveObject | undefined {
    const row = this.#rows.get(id)
    return row === undefined ? undefined : this.#at(row)
  }

  status(id: number): Status | undefined {
    const row = this.#rows.get(id)
    return row === undefined ? undefined : this.#store.statusAt(row)
  }

  *all(): Generator<LiveObject> {
    for (const row of this.#rows.values()) yield this.#at(row)
  }

  /** When each that was ever heard was heard last, epoch ms. */
  *heard(): Generator<number> {
    for (const row of this.#rows.values()) {
      const seenAt = this.#store.seenAt(row)
      if (!Number.isNaN(seenAt)) yield seenAt
    }
  }

  /** Counts the object that stands in a row of the columns that were taken over. */
  add(row: number) {
    this.#rows.set(this.#store.idAt(row), row)
    this.#store.use(row)
  }

  /** Copies an object from a row of other columns; its id. */
  put(from: Columns, fromRow: number, readings: Readings): number {
    const id = idAt(from, fromRow)
    const measured = readings.get(id)
    if (measured) this.#readings.set(id, measured)
    else this.#readings.delete(id)
    this.#rows.set(id, this.#store.put(from, fromRow, this.#rows.get(id)))
    this.#objects.delete(id)
    return id
  }

  drop(id: number) {
    const row = this.#rows.get(id)
    if (row === undefined) return
    this.#store.release(row)
    this.#rows.delete(id)
    this.#readings.delete(id)
    this.#objects.delete(id)
  }

  /** Turns offline who was not heard after `limit`, epoch ms; their ids. */
  silence(limit: number): number[] {
    const silent = this.#store.silence(limit, this.#rows.values())
    for (const id of silent) this.#objects.delete(id)
    return silent
  }

  #at(row: number): LiveObject {
    const measured = this.#readings.get(this.#store.idAt(row))
    return measured ? { ...this.#store.objectAt(row), readings: measured } : this.#store.objectAt(row)
  }
}
