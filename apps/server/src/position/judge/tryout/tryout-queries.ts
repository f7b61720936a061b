import { Shape } from '@huanwei/contract/areas/endpoints'
import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { and, eq, gte, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../../db/connect.ts'
import { inScope } from '../../../db/scope.ts'
import { areas } from '../../../features/areas/table.ts'
import type { BoundSpan } from '../../../features/history/queries.ts'
import { readings } from '../../../features/readings/table.ts'
import { positions } from '../../../features/terminals/table.ts'
import { violations } from '../../../features/violations/table.ts'
import type { Span } from '../../../http/span.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { timeText } from '../../../lib/time.ts'
import { longestSilenceMs } from '../occurrence.ts'
import type { FixSource } from '../subject.ts'

const Shapes = z.array(z.object({ id: z.number(), deptId: z.number(), shape: Shape }))
const shapes = { id: areas.id, deptId: areas.deptId, shape: areas.shape }

/** The shapes of areas in scope. */
export async function findShapes(tx: Tx, viewer: Viewer, ids: readonly number[]) {
  if (!ids.length) return []
  const where = and(eq(areas.tenantId, viewer.tenantId), inArray(areas.id, [...ids]), inScope(viewer, areas.deptId))
  return Shapes.parse(await tx.select(shapes).from(areas).where(where))
}

/** The shapes of all areas of a tenant. */
export const findTenantShapes = async (tx: Tx, tenantId: number) =>
  Shapes.parse(await tx.select(shapes).from(areas).where(eq(areas.tenantId, tenantId)).orderBy(areas.id))

/** A terminal's time on an object, its last device time before that (null: none), and the arrival of its last report. Epoch ms. */
export type ReportedTurn = Turn & { before: number | null; heardAt: number }
type Turn = BoundSpan & { objectId: number }
/** Tenant and source of the fixes. */
export type FixOrigin = { tenantId: number; source: FixSource }

/** First and last reports of these turns, without turns that had no report in them or the month before. */
export async function findReportedTurns(
  tx: Tx,
  { tenantId, source }: FixOrigin,
  turns: readonly Turn[],
): Promise<ReportedTurn[]> {
  const table = source === 'reading' ? readings : positions
  const newest = (column: typeof table.time | typeof table.received, before: SQL) => sql`(
    select extract(epoch from ${column})::float8 * 1000 from ${table}
    where ${table.tenantId} = ${tenantId} and ${table.deviceId} = turn.device_id
      and ${table.time} >= to_timestamp((turn.since - ${longestSilenceMs}::float8) / 1000) and ${table.time} < to_timestamp(${before} / 1000)
    order by ${table.time} desc limit 1)`
  const list = (of: (turn: Turn) => number) => sql.param(turns.map(of))
  const { rows } = await tx.execute<{ at: number; before: number | null; heardAt: number | null }>(sql`
    select at::int - 1 as at, ${newest(table.time, sql`since`)} as before, ${newest(table.received, sql`until`)} as "heardAt"
    from unnest(${list(({ deviceId }) => deviceId)}::int[], ${list(({ from }) => from)}::float8[], ${list(({ to }) => to)}::float8[])
      with ordinality as turn (device_id, since, until, at)`)
  return rows.flatMap(({ at, before, heardAt }) => (heardAt === null ? [] : { ...turns[at]!, before, heardAt }))
}

/** A stored violation with its verdict; times epoch ms. */
export type OverlappingViolation = Awaited<ReturnType<typeof findOverlapping>>[number]

/** Violations of objects that overlap a span, without revoked ones. */
export const findOverlapping = (
  tx: Tx,
  viewer: Viewer,
  objectType: ObjectType,
  objectIds: readonly number[],
  { from, to }: Span,
) =>
  tx
    .select({
      id: violations.id,
      objectId: violations.objectId,
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
        inArray(violations.objectId, [...objectIds]),
        inScope(viewer, violations.deptId),
        ne(violations.alarmType, AlarmType.revoked),
        // No violation is longer than the longest silence.
        gte(violations.createTime, timeText(from - longestSilenceMs)),
        sql`${violations.createTime} <= to_timestamp(${to / 1000}::float8)`,
        sql`coalesce(${violations.endTime}, 'infinity') >= to_timestamp(${from / 1000}::float8)`,
      ),
    )
    .orderBy(violations.createTime, violations.id)
