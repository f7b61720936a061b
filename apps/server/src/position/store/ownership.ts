import type pg from 'pg'
import type { Report } from '../report.ts'

/**
 * Which terminals this process works for, where several share them. What is written for a terminal is checked in the transaction that writes it, so
 * that a process which was paused and believes it still has the terminal writes nothing.
 */
export type Ownership = {
  owns(deviceId: number): boolean
  /** True while what was read from here is this process's to store. */
  holds(place: Report['place']): boolean
  /** Notes in the transaction that stores them how far reports are stored; rejects with `NotOwned` where one of them is another process's. */
  moveOn(client: pg.ClientBase, reports: readonly Report[]): Promise<void>
  /** Rejects with `NotOwned` where one of these terminals is another process's. To be called before the commit. */
  check(client: pg.ClientBase, deviceIds: Iterable<number>): Promise<void>
  /** These reports could not be stored, and nothing after them is: they are read again. */
  putBack(reports: readonly Report[]): void
  /** Keeps a report that was acknowledged and can never be stored. */
  refuse(report: Report): Promise<void>
}

export class NotOwned extends Error {
  constructor() {
    super('another process works for these terminals now')
  }
}
