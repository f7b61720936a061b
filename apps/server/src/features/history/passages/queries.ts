import { ObjectType } from '@huanwei/contract/objects'
import { StatusBit } from '@huanwei/terminal/messages/alarm'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { inScope } from '../../../db/scope.ts'
import type { Span } from '../../../http/span.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { objects } from '../../objects/queries.ts'
import { positions, terminalBindings } from '../../terminals/table.ts'
import type { Mover } from '../queries.ts'
import type { Box, NearFix } from './passages.ts'

export type NearObject = Mover & { name: string; deptName: string }

/** Fixes that are read for one question at most. */
const mostRead = 200_000
const micro = (degrees: number) => Math.round(degrees * 1e6)

/**
 * Located fixes in a box and a span of the objects in scope, by object and time. The span comes first: rows lie in the order in which they came, so
 * that its index leaves out all pages of other times.
 */
export async function findNearFixes(tx: Tx, viewer: Viewer, { west, south, east, north }: Box, { from, to }: Span) {
  const { rows } = await tx.execute<NearObject & NearFix>(sql`
    with near as materialized (
      select p.device_id, p.time, p.lng, p.lat, p.speed from ${positions} p
      where p.tenant_id = ${viewer.tenantId} and p.time >= to_timestamp(${from / 1000}::float8) and p.time < to_timestamp(${to / 1000}::float8)
        and p.lng between ${micro(west)} and ${micro(east)} and p.lat between ${micro(south)} and ${micro(north)}
        and p.status & ${1 << StatusBit.located} <> 0
      limit ${mostRead}
    )
    select object.type as "objectType", object.id as "objectId", coalesce(object.name, '') as name, d.name as "deptName",
      extract(epoch from n.time)::float8 * 1000 as time, n.lng / 1e6::float8 as lng, n.lat / 1e6::float8 as lat, n.speed / 10::float8 as speed
    from near n
    join ${terminalBindings} b on b.tenant_id = ${viewer.tenantId} and b.device_id = n.device_id and b.started <= n.time and b.object_type <> ${ObjectType.facility}
      and (b.ended is null or n.time < b.ended)
    join ${objects} on object.tenant_id = b.tenant_id and object.type = b.object_type and object.id = b.object_id
    join sys_dept d on d.tenant_id = object.tenant_id and d.dept_id = object.dept_id
    where ${inScope(viewer, sql`object.dept_id`) ?? sql`true`}
    order by 1, 2, n.time`)
  return rows
}
