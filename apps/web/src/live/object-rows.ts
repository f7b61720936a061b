import { Status } from '@huanwei/contract/live/codes'
import { type Columns, idAt, objectAt, seenAtOf, statusAt, width } from './packed.ts'

/** Rows of columns, freed ones used again, and how many of the rows in use have which status. */
export class Rows {
  #columns: Columns
  #end: number
  readonly #free: number[] = []
  readonly #perStatus = new Map<Status, number>()
  /** Earliest last report of an online object, epoch ms. */
  #heardSince = Number.POSITIVE_INFINITY

  /** `columns` are taken over with no row in use. */
  constructor(columns: Columns) {
    this.#columns = columns
    this.#end = columns.length / width
  }

  count(status: Status) {
    return this.#perStatus.get(status) ?? 0
  }

  idAt(row: number) {
    return idAt(this.#columns, row)
  }

  statusAt(row: number) {
    return statusAt(this.#columns, row)
  }

  seenAt(row: number) {
    return seenAtOf(this.#columns, row)
  }

  objectAt(row: number) {
    return objectAt(this.#columns, row)
  }

  /** Takes a row of the columns that were taken over into use. */
  use(row: number) {
    this.#tally(row, 1)
  }

  /** Copies a row of other columns over `known`, or to a new row; the row it is in. */
  put(from: Columns, fromRow: number, known: number | undefined): number {
    if (known !== undefined) this.#tally(known, -1)
    const row = known ?? this.#newRow()
    for (let column = 0; column < width; column++) this.#columns[row * width + column] = from[fromRow * width + column]!
    this.#tally(row, 1)
    return row
  }

  release(row: number) {
    this.#tally(row, -1)
    this.#free.push(row)
  }

  /** Turns those of the rows in use offline that were not heard after `limit`, epoch ms; their ids. */
  silence(limit: number, inUse: Iterable<number>): number[] {
    if (this.#heardSince > limit) return []
    this.#heardSince = Number.POSITIVE_INFINITY
    const silent: number[] = []
    for (const row of inUse) {
      if (this.statusAt(row) === Status.offline) continue
      const seenAt = this.seenAt(row)
      if (seenAt <= limit) {
        this.#tally(row, -1)
        this.#columns[row * width + 1] = Status.offline
        this.#tally(row, 1)
        silent.push(this.idAt(row))
      } else if (seenAt < this.#heardSince) this.#heardSince = seenAt
    }
    return silent
  }

  #tally(row: number, by: 1 | -1) {
    const status = this.statusAt(row)
    this.#perStatus.set(status, this.count(status) + by)
    if (by > 0 && status !== Status.offline && this.seenAt(row) < this.#heardSince) this.#heardSince = this.seenAt(row)
  }

  #newRow() {
    const row = this.#free.pop() ?? this.#end++
    if (this.#columns.length < this.#end * width) {
      const larger = new Float64Array(Math.max(64, this.#end * 2) * width)
      larger.set(this.#columns)
      this.#columns = larger
    }
    return row
  }
}
