import { ObjectType } from '@huanwei/contract/objects'
import { Metric } from '@huanwei/contract/readings/codes'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { isWithinHours, ruleHours } from '../../position/judge/hours.ts'
import { loadCalendars } from '../../position/judge/rulebook.ts'
import { isCan } from '../facilities/queries.ts'
import { findFigures } from '../parameters/queries.ts'
import { findRules } from '../rules/queries.ts'
import { findShifts } from '../shifts/queries.ts'

/** The lowest limit of each metric by the rules that watch a facility and are in force at `now` (epoch ms); for a can also that of its filling. */
export async function findLimits(tx: Tx, viewer: Viewer, facilityId: number, now: number): Promise<ReadonlyMap<Metric, number>> {
  const { tenantId } = viewer
  const rules = await findRules(tx, viewer, ObjectType.facility, { enabled: true, objectId: facilityId })
  const shifts = new Map((await findShifts(tx, tenantId)).map((shift) => [shift.id, shift]))
  const calendar = (await loadCalendars(tx, [tenantId])).get(tenantId)?.days
  const limits = new Map<Metric, number>()
  const add = (metric: Metric, limit: number) => limits.set(metric, Math.min(limit, limits.get(metric) ?? limit))
  for (const { condition, hours, shiftIds, calendar: byCalendar } of rules) {
    const worked = shiftIds.flatMap((id) => shifts.get(id) ?? [])
    if (!isWithinHours(ruleHours([...hours, ...worked], byCalendar ? calendar : undefined), now)) continue
    if (condition.kind === 'reading') add(condition.metric, condition.above)
    if (condition.kind === 'overflow') add(Metric.fill, condition.above)
  }
  if (await isCan(tx, tenantId, facilityId))
    add(Metric.fill, (await findFigures(tx, tenantId, ['can_overfull_percent'])).can_overfull_percent)
  return limits
}
