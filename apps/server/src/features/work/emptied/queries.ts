import { emptiedBy } from '@huanwei/contract/cans/rules'
import { canType } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { Metric } from '@huanwei/contract/readings/codes'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { meaningSql } from '../../../position/store/meaning-sql.ts'
import { facilities } from '../../facilities/table.ts'
import { readings } from '../../readings/table.ts'
import { terminalBindings } from '../../terminals/table.ts'
import type { EmptyTimes } from '../places.ts'

type Task = { id: number; startTime: string; endTime: string; stopIds: number[] }

/**
 * When the cans among the stops of tasks were emptied first in the time of each, by what the readings of their levels mean now: a late one and a new
 * calibration count at once. Returns the times of a task by its id; null for a can that is measured and was not emptied.
 */
export async function findEmptyTimes(tx: Tx, { tenantId }: Viewer, tasks: readonly Task[]) {
  const stops = tasks.flatMap(({ id, startTime, endTime, stopIds }) =>
    stopIds.map((facilityId) => ({ taskId: id, facilityId, from: startTime, to: endTime })),
  )
  const found = new Map<number, Map<number, string | null>>()
  if (stops.length) {
    const { rows } = await tx.execute<{ taskId: number; facilityId: number; time: string | null }>(sql`
      select s."taskId", s."facilityId", to_char(min(l.time), 'YYYY-MM-DD HH24:MI:SS') as time
      from json_to_recordset(${JSON.stringify(stops)})
        as s ("taskId" int8, "facilityId" int, "from" timestamptz, "to" timestamptz)
      join ${facilities} f on f.tenant_id = ${tenantId} and f.id = s."facilityId" and f.facility_type = ${canType}
      join ${terminalBindings} b on b.tenant_id = ${tenantId} and b.object_type = ${ObjectType.facility} and b.object_id = f.id
        and b.started < s."to" and (b.ended is null or b.ended > s."from")
      left join lateral (
        select n.time, ${sql.raw(meaningSql)} as value, lag(${sql.raw(meaningSql)}) over (partition by n.channel order by n.time) as before
        from ${readings} n
        where n.tenant_id = ${tenantId} and n.device_id = b.device_id and n.metric = ${Metric.fill}
          -- With the reading before the task began.
          and n.time >= greatest(b.started, s."from" - interval '1 hour') and n.time < least(s."to", coalesce(b.ended, 'infinity'))
      ) l on l.time >= s."from" and l.before - l.value >= ${emptiedBy}
      group by 1, 2`)
    for (const { taskId, facilityId, time } of rows) {
      const times = found.get(Number(taskId)) ?? new Map<number, string | null>()
      found.set(Number(taskId), times.set(facilityId, time))
    }
  }
  const none: EmptyTimes = new Map()
  return (taskId: number): EmptyTimes => found.get(taskId) ?? none
}

/** How many cans of a task are measured, and how many of them were emptied. */
export const emptiedFigures = (times: EmptyTimes) => ({
  measuredCount: times.size,
  emptiedCount: [...times.values()].filter((time) => time !== null).length,
})
