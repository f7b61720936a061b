import type { Tx } from '../../../db/connect.ts'
import type { Span } from '../../../http/span.ts'
import { momentOf } from '../../../lib/time.ts'
import type { BoundSpan } from '../../history/queries.ts'
import { paceOf, timesAtWork, type WorkFix } from '../measure.ts'
import { layoutOf } from '../pieces.ts'
import { type CrewMember, findTasksOf, readWorkFixes } from './queries.ts'

/**
 * Times in a span in which a vehicle or a person was seen at work for job plans, task by task: they may touch and overlap. `fixes` are those of the span
 * with the ignition as what is on; only where a plan names an input is that read from the positions of `bindings`.
 */
export async function findWorkTimes(
  tx: Tx,
  tenantId: number,
  member: CrewMember & Span,
  bindings: readonly BoundSpan[],
  fixes: readonly WorkFix[],
): Promise<Span[]> {
  const times: Span[] = []
  for (const { basis, tasks } of await findTasksOf(tx, tenantId, member)) {
    const { implementInput: input, jobType } = basis
    const [pace, layout] = [paceOf(member.objectType, jobType), layoutOf(basis)]
    for (const { startTime, endTime } of tasks) {
      const [from, to] = [momentOf(startTime), momentOf(endTime)]
      const own = fixes.filter(({ time }) => time >= from && time < to)
      const onTimes = input === null ? undefined : await timesOn(tx, tenantId, member, bindings, input, { from, to })
      times.push(...timesAtWork(pace, layout, onTimes ? own.map((fix) => ({ ...fix, isOn: onTimes.has(fix.time) })) : own))
    }
  }
  return times
}

/** Moments of the fixes at which an input was on. */
async function timesOn(
  tx: Tx,
  tenantId: number,
  { objectType }: CrewMember,
  bindings: readonly BoundSpan[],
  input: number,
  { from, to }: Span,
) {
  const times = new Set<number>()
  for (const bound of bindings) {
    const span = { deviceId: bound.deviceId, from: Math.max(from, bound.from), to: Math.min(to, bound.to) }
    if (span.from >= span.to) continue
    const { fixes } = await readWorkFixes(tx, tenantId, span, objectType, input)
    for (const { time, isOn } of fixes) if (isOn) times.add(time)
  }
  return times
}
