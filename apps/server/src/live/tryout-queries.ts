import { Shape } from '@huanwei/contract/areas/endpoints'
import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { and, eq, gte, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import { areas } from '../features/areas/table.ts'
import type { Spoken } from '../features/history/queries.ts'
import { readings } from '../features/readings/table.ts'
import { positions } from '../features/terminals/table.ts'
import { violations } from '../features/violations/table.ts'
import { inScope } from '../lib/scope.ts'
import type { Viewer } from '../lib/serve.ts'
import type { Span } from '../lib/span.ts'
import { timeText } from '../lib/time.ts'
import { silenceMs } from './occurrence.ts'
import type { Source } from './rulebook.ts'

const Shapes = z.array(z.object({ id: z.number(), shape: Shape }))

/** The shapes of areas in scope. */
export async function findShapes(tx: Tx, viewer: Viewer, ids: readonly number[]) {
  if (!ids.length) return []
  const where = and(eq(areas.tenantId, viewer.tenantId), inArray(areas.id, [...ids]), inScope(viewer, areas.deptId))
  return Shapes.parse(await tx.select({ id: areas.id, shape: areas.shape }).from(areas).where(where))
}

/** A terminal that spoke for an object, its last device time before that, and when what it reported last came; epoch ms, null where it was silent. */
export type Heard = Turn & { before: number | null; heardAt: number }
type Turn = Spoken & { objectId: number }
/** Whose reports, and of what kind. */
export type Where = { tenantId: number; source: Source }

/** What was said at the edges of these turns, but of those that were silent for all of them and the month before. */
export async function findHeard(tx: Tx, { tenantId, source }: Where, turns: readonly Turn[]): Promise<Heard[]> {
  const said = source === 'reading' ? readings : positions
  const newest = (column: typeof said.time | typeof said.received, before: SQL) => sql`(
    select extract(epoch from ${column})::float8 * 1000 from ${said}
    where ${said.tenantId} = ${tenantId} and ${said.deviceId} = turn.device_id
      and ${said.time} >= to_timestamp((turn.since - ${silenceMs}::float8) / 1000) and ${said.time} < to_timestamp(${before} / 1000)
    order by ${said.time} desc limit 1)`
  const list = (of: (turn: Turn) => number) => sql.param(turns.map(of))
  const { rows } = await tx.execute<{ at: number; before: number | null; heardAt: number | null }>(sql`
    select at::int - 1 as at, ${newest(said.time, sql`since`)} as before, ${newest(said.received, sql`until`)} as "heardAt"
    from unnest(${list(({ deviceId }) => deviceId)}::int[], ${list(({ from }) => from)}::float8[], ${list(({ to }) => to)}::float8[])
      with ordinality as turn (device_id, since, until, at)`)
  return rows.flatMap(({ at, before, heardAt }) => (heardAt === null ? [] : { ...turns[at]!, before, heardAt }))
}

/** A violation that people may have judged; times epoch ms. */
export type Stored = Awaited<ReturnType<typeof findMet>>[number]

/** Violations of objects that touch a span, but those whose verdict was revoked. */
export const findMet = (tx: Tx, viewer: Viewer, objectType: ObjectType, objectIds: readonly number[], { from, to }: Span) =>
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
        // None lasts longer than a silence that is watched.
        gte(violations.createTime, timeText(from - silenceMs)),
        sql`${violations.createTime} <= to_timestamp(${to / 1000}::float8)`,
        sql`coalesce(${violations.endTime}, 'infinity') >= to_timestamp(${from / 1000}::float8)`,
      ),
    )
    .orderBy(violations.createTime, violations.id)
