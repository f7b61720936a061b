import { Timeliness } from './codes.ts'

/** Something with a deadline, its times as texts of the wire; `doneTime` is null while it is open, and where nobody did it. */
export type Deadline = { soonTime: string; dueTime: string; isOpen: boolean; doneTime: string | null }

/** Compares something with its deadline at `now`, a text of the wire. Pure. */
export function timelinessOf({ soonTime, dueTime, isOpen, doneTime }: Deadline, now: string): Timeliness {
  if (!isOpen) return doneTime !== null && dueTime < doneTime ? Timeliness.late : Timeliness.inTime
  if (dueTime < now) return Timeliness.overdue
  return soonTime < now ? Timeliness.soon : Timeliness.inTime
}
