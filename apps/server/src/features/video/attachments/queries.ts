import { ObjectType } from '@huanwei/contract/objects'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { bucket } from '../../files/file-addresses.ts'
import { addFile, terminalAsSender } from '../../files/queries.ts'
import { dropReceived } from '../../files/received/queries.ts'
import { rules } from '../../rules/table.ts'
import { positions, terminals } from '../../terminals/table.ts'
import { violations } from '../../violations/table.ts'
import { alarmAttachments, alarmUploads, type UploadState } from '../table.ts'

export type UploadRow = typeof alarmUploads.$inferSelect

/** Violations that may have changed: of a vehicle, or of every vehicle of a tenant. */
export type ChangedVehicles = { tenantId: number; vehicleId?: number }

/** Age above which an alarm's files are no longer asked for; terminals keep them for some days. */
const oldest = sql.raw(`interval '1 day'`)

/**
 * Notes the alarms with files that violations of active-safety rules go by, each once. An alarm names the number of its files in its mark, byte 14.
 * Source: spec 4, IV.6.
 */
export const noteAlarms = (tx: Tx, { tenantId, vehicleId }: ChangedVehicles) =>
  tx.execute(sql`
    insert into ${alarmUploads} (tenant_id, vehicle_id, device_id, terminal_no, mark, alarm_number, time, files)
    select distinct on (v.tenant_id, d.id, a.alarm->>'mark') v.tenant_id, v.object_id, d.id, d.terminal_no, a.alarm->>'mark',
      replace(gen_random_uuid()::text, '-', ''), p.time, get_byte(decode(a.alarm->>'mark', 'hex'), 14)
    from ${violations} v
    join ${rules} r on r.tenant_id = v.tenant_id and r.id = v.rule_id and r.condition->>'kind' = 'activeSafety'
    join ${terminals} d on d.id = v.device_id and d.tenant_id = v.tenant_id
    join lateral (
      select time, additions->'activeSafety' as alarms from ${positions}
      where tenant_id = v.tenant_id and device_id = v.device_id
        and time between v.create_time and least(coalesce(v.end_time, v.last_time), v.create_time + interval '2 hours')
    ) p on jsonb_typeof(p.alarms) = 'array'
    cross join lateral jsonb_array_elements(p.alarms) as a (alarm)
    where v.object_type = ${ObjectType.vehicle} and v.create_time > now() - ${oldest} and v.create_time < now() + interval '1 hour'
      and v.tenant_id = ${tenantId} and ${vehicleId === undefined ? sql`true` : sql`v.object_id = ${vehicleId}`}
      and (r.condition->>'addition')::int = case a.alarm->>'kind' when 'adas' then 100 when 'dsm' then 101 when 'tyre' then 102 else 103 end
      and (a.alarm->>'kind' = 'tyre' or r.condition->'types' @> (a.alarm->'type'))
      and a.alarm->>'mark' ~ '^[0-9a-f]{32}$' and get_byte(decode(a.alarm->>'mark', 'hex'), 14) > 0
      and not exists (select from ${alarmUploads} u where u.tenant_id = v.tenant_id and u.device_id = d.id and u.mark = a.alarm->>'mark')
    order by v.tenant_id, d.id, a.alarm->>'mark', p.time
    limit 1000
    on conflict do nothing`)

/**
 * Takes at most so many uploads of these tenants that are to be asked for now, of terminals or of video servers, those that waited longest first; no other
 * process takes them for a minute.
 */
export const takeDueUploads = (
  tx: Tx,
  tenantIds: readonly number[],
  most: number,
  of: 'terminals' | 'servers' = 'terminals',
): Promise<UploadRow[]> =>
  tx
    .update(alarmUploads)
    .set({ nextTime: sql`now() + interval '1 minute'` })
    .where(
      sql`(tenant_id, id) in (
        select tenant_id, id from ${alarmUploads} where state in ('waiting', 'asked') and next_time <= now()
          and tenant_id = any(${sql.param([...tenantIds])}::int[]) and (mark like 'server %') = ${of === 'servers'}
        order by next_time limit ${most}::int for update skip locked)`,
    )
    .returning()

/** What another process asked for these tenants is asked for at once. */
export const askAgain = (tx: Tx, tenantIds: readonly number[]) =>
  tx
    .update(alarmUploads)
    .set({ nextTime: sql`now()` })
    .where(and(inArray(alarmUploads.tenantId, [...tenantIds]), eq(alarmUploads.state, 'asked')))

type Next = { state: UploadState; tries: number /** Until it is asked again. */; seconds: number }

/** Notes what became of a question, unless all files have come meanwhile. */
export const setAsked = (tx: Tx, { tenantId, id }: UploadRow, { state, tries, seconds }: Next) =>
  tx
    .update(alarmUploads)
    .set({ state, tries, nextTime: sql`now() + make_interval(secs => ${seconds}::int)` })
    .where(and(eq(alarmUploads.tenantId, tenantId), eq(alarmUploads.id, id), inArray(alarmUploads.state, ['waiting', 'asked'])))

/** Notes how many files there are, and whether all of them are kept. */
export const noteProgress = (tx: Tx, { tenantId, id }: UploadRow, count: number, isWhole: boolean) =>
  tx
    .update(alarmUploads)
    .set({ files: count, ...(isWhole && { state: 'done' as const }) })
    .where(and(eq(alarmUploads.tenantId, tenantId), eq(alarmUploads.id, id)))

/** Bytes that came for a tenant within a day. */
export async function sumOfDay(tx: Tx, tenantId: number): Promise<number> {
  const [found] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${alarmAttachments.fileSize}), 0)::float8` })
    .from(alarmAttachments)
    .where(and(eq(alarmAttachments.tenantId, tenantId), sql`${alarmAttachments.received} > now() - interval '1 day'`))
  return found?.bytes ?? 0
}

type OfViolation = { tenantId: number | SQL; id: number | SQL }

/** What was kept of a video server for a violation, and for what is merged into it: ids of `alarm_upload`, as a subquery. */
export const keptOfServer = ({ tenantId, id }: OfViolation) => sql`(
  select u.id from ${violations} w
  join ${alarmUploads} u on u.tenant_id = w.tenant_id and u.device_id = w.device_id and u.mark = 'server ' || w.id
  where w.tenant_id = ${tenantId} and (w.id = ${id}::bigint or w.merged_into = ${id}::bigint))`

/** True for the files of a violation: those that were kept of a video server for it alone, and those of alarms that are `duringIt`. */
export const isOfViolation = (violation: OfViolation, duringIt: SQL | undefined) => {
  const ofFile = sql`u.tenant_id = ${alarmAttachments.tenantId} and u.id = ${alarmAttachments.uploadId}`
  return sql`${alarmAttachments.tenantId} = ${violation.tenantId} and (${alarmAttachments.uploadId} in ${keptOfServer(violation)}
    or (${duringIt} and not exists (select from ${alarmUploads} u where ${ofFile} and u.mark like 'server %')))`
}

type NewAttachment = Pick<
  typeof alarmAttachments.$inferInsert,
  'kind' | 'channel' | 'original' | 'fileName' | 'fileSize' | 'sha256'
>

/** Adds a file of an alarm; false when it is there already. */
export async function addAttachment(tx: Tx, upload: UploadRow, { type, ...file }: NewAttachment & { type: string }) {
  const { tenantId, id: uploadId, vehicleId, deviceId, time, terminalNo, alarmNumber } = upload
  const { fileName, original, fileSize } = file
  const isNew = await addFile(tx, {
    tenantId,
    bucketName: bucket,
    fileName,
    original,
    type,
    fileSize,
    createUser: terminalAsSender(terminalNo),
    uploadKey: `${alarmNumber} ${original}`,
    isConfirmed: true,
  })
  if (isNew) await tx.insert(alarmAttachments).values({ tenantId, uploadId, vehicleId, deviceId, time, ...file })
  return isNew
}

/** Removes the files of alarms received more than `keepDays` ago; their bytes go with the files that nothing refers to. */
export async function dropOldAttachments(tx: Tx, keepDays: number) {
  await dropReceived(tx, alarmAttachments, keepDays)
  await tx.delete(alarmUploads).where(sql`${alarmUploads.createTime} < now() - make_interval(days => ${keepDays}::int)`)
}
