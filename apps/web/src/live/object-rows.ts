import { Status } from '@huanwei/contract/live/codes'
import { type Columns, idAt, objectAt, seenAtOf, statusAt, width } from './packed.ts'

/** Rows of columns, freed ones used again, and how many of the rows in use have which status. `columns` are taken over with no row in use. */
export function createRows(columns: Columns) {
  let kept = columns
  let end = columns.length / width
  const free: number[] = []
  const perStatus = new Map<Status, number>()
  /** Earliest last report of an online object, epoch ms. */
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

  return {
    count: (status: Status) => perStatus.get(status) ?? 0,
    idAt: (row: number) => idAt(kept, row),
    statusAt: (row: number) => statusAt(kept, row),
    seenAt: (row: number) => seenAtOf(kept, row),
    objectAt: (row: number) => objectAt(kept, row),
    /** Takes a row of the columns that were taken over into use. */
    use: (row: number) => count(row, 1),
    /** Copies a row of other columns over `known`, or to a new row; the row it is in. */
    put(from: Columns, fromRow: number, known: number | undefined): number {
      if (known !== undefined) count(known, -1)
      const row = known ?? newRow()
      for (let column = 0; column < width; column++) kept[row * width + column] = from[fromRow * width + column]!
      count(row, 1)
      return row
    },
    release(row: number) {
      count(row, -1)
      free.push(row)
    },
    /** Turns those of the rows in use offline that were not heard after `limit`, epoch ms; their ids. */
    silence(limit: number, inUse: Iterable<number>): number[] {
      if (heardSince > limit) return []
      heardSince = Number.POSITIVE_INFINITY
      const silent: number[] = []
      for (const row of inUse) {
        if (statusAt(kept, row) === Status.offline) continue
        const seenAt = seenAtOf(kept, row)
        if (seenAt <= limit) {
          count(row, -1)
          kept[row * width + 1] = Status.offline
          count(row, 1)
          silent.push(idAt(kept, row))
        } else if (seenAt < heardSince) heardSince = seenAt
      }
      return silent
    },
  }
}
