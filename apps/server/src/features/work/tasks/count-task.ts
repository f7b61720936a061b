import { minuteMs } from '@huanwei/contract/time'
import type { Tx } from '../../../db/connect.ts'
import { momentOf, timeText } from '../../../lib/time.ts'
import { lateMs } from '../../../position/store/late.ts'
import { type BoundSpan, findBoundSpans } from '../../history/queries.ts'
import { marksFrom, storedMarks } from '../marks.ts'
import { figuresOf, lookBackMs, type Marks, measure, paceOf, type Since } from '../measure.ts'
import { layoutOf } from '../pieces.ts'
import { type CountProgress, type CrewType, crewIds, crewTypes } from '../table.ts'
import { countPositions, lockTask, readWorkFixes, storeCount } from './queries.ts'

/** Time after the end of a task until a report that comes later touches it, ms. */
export const openAfterMs = lateMs + 5 * minuteMs

type Task = NonNullable<Awaited<ReturnType<typeof lockTask>>>

type How = {
  /** Counts all of it again. */
  isFromScratch?: boolean
  /** Waits for another process that counts it, instead of leaving it to that. */
  mayWait?: boolean
}

/**
 * Counts what positions that are new since the last time add to a task; all of it again when one came late or was stored between others, as
 * their number tells. Returns false when another process counts it.
 */
export async function countTask(tx: Tx, tenantId: number, id: number, now: number, { isFromScratch, mayWait = false }: How = {}) {
  const task = await lockTask(tx, tenantId, id, mayWait)
  if (!task) return false
  const window = { start: momentOf(task.startTime), end: momentOf(task.endTime) }
  const layout = layoutOf(task.basis)
  const spans = await spansOf(tx, task, window)
  const isFurther = !isFromScratch && (await isWhole(tx, task, spans))
  const progress: CountProgress = {}
  const marks: Marks = {
    pieces: marksFrom(isFurther ? task.pieceMarks : '', layout.pieces.length),
    stops: marksFrom(isFurther ? task.stopMarks : '', layout.stops.length),
    leaves: marksFrom(isFurther ? task.leaveMarks : '', layout.stops.length),
  }
  for (const span of spans) {
    const [until = span.from, seen = 0, stood = {}] = isFurther ? (task.progress[keyOf(span)] ?? []) : []
    const from = Math.max(span.from, until - lookBackMs)
    const read = await readWorkFixes(tx, tenantId, { ...span, from }, span.objectType, task.basis.implementInput)
    const since: Since = layout.stops.map((_, i) => stood[i])
    measure(paceOf(span.objectType, task.basis.jobType), layout, window, read.fixes, marks, since)
    const again = seen ? await countPositions(tx, tenantId, span.deviceId, from, until) : 0
    if (read.until !== null) progress[keyOf(span)] = [read.until, seen + read.seen - again, { ...since }]
  }
  const { firstTime, doneTime, ...figures } = figuresOf(layout, task.basis.goal, window.start, marks)
  await storeCount(tx, tenantId, id, {
    ...figures,
    firstTime: firstTime === null ? null : timeText(firstTime),
    doneTime: doneTime === null ? null : timeText(doneTime),
    pieceMarks: storedMarks(marks.pieces),
    stopMarks: storedMarks(marks.stops),
    leaveMarks: storedMarks(marks.leaves),
    progress,
    open: now < window.end + openAfterMs,
  })
  return true
}

type CrewSpan = BoundSpan & { objectType: CrewType }

/** The terminals of a task's vehicles and people while they were bound in its time. */
async function spansOf(tx: Tx, task: Task, { start, end }: { start: number; end: number }) {
  const found: CrewSpan[] = []
  for (const objectType of crewTypes) {
    const ids = task[crewIds[objectType]]
    const bound = await findBoundSpans(tx, task.tenantId, objectType, ids, { from: start, to: end })
    found.push(...[...bound.values()].flat().map((span) => ({ ...span, objectType })))
  }
  return found
}

const keyOf = ({ deviceId, from }: BoundSpan) => `${deviceId} ${from}`

/** True when every position that was counted is still one of a span, and no other has come between them. */
async function isWhole(tx: Tx, { tenantId, progress }: Task, spans: readonly BoundSpan[]) {
  const known = new Map(spans.map((span) => [keyOf(span), span]))
  for (const [key, [until, seen]] of Object.entries(progress)) {
    const span = known.get(key)
    if (!span || until >= span.to) return false
    if ((await countPositions(tx, tenantId, span.deviceId, span.from, until)) !== seen) return false
  }
  return true
}
