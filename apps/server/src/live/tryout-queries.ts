import { Shape } from '@huanwei/contract/areas/endpoints'
import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import { areas } from '../features/areas/table.ts'
import { readings } from '../features/readings/table.ts'
import { positions } from '../features/terminals/table.ts'
import { violations } from '../features/violations/table.ts'
import { inScope } from '../lib/scope.ts'
import type { Viewer } from '../lib/serve.ts'
import type { Span } from '../lib/span.ts'
import { timeText } from '../lib/time.ts'
import { silenceMs } from './occurrence.ts'
import type { Source } from './rulebook.ts'

/** The shapes of areas in scope. */
export async function findShapes(tx: Tx, viewer: Viewer, ids: readonly number[]) {
  if (!ids.length) return []
  const where = and(eq(areas.tenantId, viewer.tenantId), inArray(areas.id, [...ids]), inScope(viewer, areas.deptId))
  return z.array(Shape).parse((await tx.select({ shape: areas.shape }).from(areas).where(where)).map(({ shape }) => shape))
}

/** A terminal's last device time before `from`, and when what it reported last before `to` came; epoch ms, null where it was silent. */
export async function findEdges(tx: Tx, tenantId: number, deviceId: number, source: Source, from: number, to: number) {
  const said = source === 'reading' ? readings : positions
  const newest = (column: typeof said.time | typeof said.received, since: number, until: number) => sql`(
    select extract(epoch from ${column})::float8 * 1000 from ${said}
    where ${said.tenantId} = ${tenantId} and ${said.deviceId} = ${deviceId}
      and ${said.time} >= to_timestamp(${since / 1000}::float8) and ${said.time} < to_timestamp(${until / 1000}::float8)
    order by ${said.time} desc limit 1)`
  const { rows } = await tx.execute<{ before: number | null; heardAt: number | null }>(sql`
    select ${newest(said.time, from - silenceMs, from)} as before, ${newest(said.received, from - silenceMs, to)} as "heardAt"`)
  return rows[0]!
}

/** A violation that people may have judged; times epoch ms. */
export type Stored = Awaited<ReturnType<typeof findMet>>[number]

/** Violations of an object that touch a span, but those whose verdict was revoked. */
export const findMet = (tx: Tx, viewer: Viewer, objectType: ObjectType, objectId: number, { from, to }: Span) =>
  tx
    .select({
      id: violations.id,
      violationEvent: violations.violationEvent,
      alarmType: violations.alarmType,
      start: sql<number>`extract(epoch from ${violations.createTime})::float8 * 1000`,
      end: sql<number | null>`extract(epoch from ${violations.endTime})::float8 * 1000`,
    })
    .from(violations)
    .where(
      and(
        eq(violations.tenantId, viewer.tenantId),
        eq(violations.objectType, objectType),
        eq(violations.objectId, objectId),
        inScope(viewer, violations.deptId),
        ne(violations.alarmType, AlarmType.revoked),
        // None lasts longer than a silence that is watched.
        gte(violations.createTime, timeText(from - silenceMs)),
        sql`${violations.createTime} <= to_timestamp(${to / 1000}::float8)`,
        sql`coalesce(${violations.endTime}, 'infinity') >= to_timestamp(${from / 1000}::float8)`,
      ),
    )
    .orderBy(violations.createTime, violations.id)
