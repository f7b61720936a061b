import { minuteMs } from '../time.ts'

export type VisitRefusal = 'visitDone' | 'notVisitor'

/** Decides whether `actor` may confirm a visit. Pure. */
export function decideVisit(
  { userId, doneTime }: { userId: number; doneTime: string | null },
  actor: { userId: number; mayProcess: boolean },
): { refusal: VisitRefusal } | 'done' {
  if (doneTime !== null) return { refusal: 'visitDone' }
  return actor.mayProcess || actor.userId === userId ? 'done' : { refusal: 'notVisitor' }
}

/** Minutes after its time in which a visit is still made on time. */
const graceMinutes = 30

/** True of a visit that nobody has made though its time is over; times in epoch ms. Pure. */
export const isMissed = ({ doneTime, due }: { doneTime: string | null; due: number }, now: number) =>
  doneTime === null && due + graceMinutes * minuteMs < now

/** Minutes after midnight as `HH:mm`. */
export const clockOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
