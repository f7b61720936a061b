import type { ObjectType } from '@huanwei/contract/objects'
import { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import { files } from '../features/files/table.ts'
import { deviceConnections, deviceMessages, devicePhotos, devices } from '../features/terminals/table.ts'
import type { Stay } from './connection-log.ts'

/** What the gateway has to know of a terminal. `tenantId` 0 while it is nobody's. */
export type Terminal = {
  id: number
  terminalNo: string
  tenantId: number
  objectType: ObjectType | null
  objectId: number | null
  authCode: string | null
}

const terminal = {
  id: devices.id,
  terminalNo: devices.terminalNo,
  tenantId: sql<number>`coalesce(${devices.tenantId}, 0)`,
  objectType: devices.objectType,
  objectId: devices.objectId,
  authCode: devices.authCode,
}

/** Every terminal of the installation. */
export const loadTerminals = (tx: Tx): Promise<Terminal[]> => tx.select(terminal).from(devices)

export type Registration = {
  /** Canonical. */
  terminalNo: string
  protocol: '2011' | '2013' | '2019'
  manufacturer: string
  model: string
  terminalId: string
  plateNumber: string
}

/**
 * Registers a terminal: new ones are entered, known ones without a code get `freshCode`, known ones with a code keep theirs.
 * Undefined when the number has a code that was given to another manufacturer, model or terminal id: numbers are easily known,
 * so this terminal must not get that one's code until an administrator removes the old one. Nor does it get the number of a sensor.
 */
export async function registerTerminal(
  tx: Tx,
  registration: Registration,
  freshCode: string,
  at: number,
): Promise<Terminal | undefined> {
  const { terminalNo, ...said } = registration
  await tx.insert(devices).values({ terminalNo }).onConflictDoNothing()
  const [known] = await tx.select().from(devices).where(eq(devices.terminalNo, terminalNo)).for('update')
  const isSame = known!.manufacturer === said.manufacturer && known!.model === said.model && known!.terminalId === said.terminalId
  if (known!.authCode !== null ? !isSame : known!.protocol !== null) return undefined
  const [registered] = await tx
    .update(devices)
    // The code is only written when it changes, as writing it tells every process to read all terminals again.
    .set({ ...said, lastSeen: sql`to_timestamp(${at / 1000}::float8)`, ...(known!.authCode === null && { authCode: freshCode }) })
    .where(eq(devices.id, known!.id))
    .returning(terminal)
  return registered
}

/** Notes when terminals were last heard. `seen`: device id to epoch ms. */
export async function markSeen(tx: Tx, seen: ReadonlyMap<number, number>) {
  await tx.execute(sql`
    update ${devices} set last_seen = greatest(last_seen, to_timestamp(s.at / 1000))
    from unnest(${sql.param([...seen.keys()])}::int[], ${sql.param([...seen.values()])}::float8[]) as s (id, at)
    where ${devices.id} = s.id`)
}

export type KeptMessage = {
  tenantId: number
  deviceId: number
  messageId: number
  serial: number
  /** Epoch ms. */
  receivedAt: number
  content: object
}

/** A message with this serial and content within this time is the same one, sent again; serials wrap and restart. */
const sameWithin = sql`interval '1 hour'`

/** Stores a message that is no position; once, whatever is sent twice. */
export async function keepMessage(tx: Tx, { tenantId, deviceId, messageId, serial, receivedAt, content }: KeptMessage) {
  const received = sql`to_timestamp(${receivedAt / 1000}::float8)`
  // One at a time for a terminal, so that the same message on its old and its new connection cannot pass each other.
  await tx.execute(sql`select pg_advisory_xact_lock(808, ${deviceId}::int)`)
  await tx.execute(sql`
    insert into ${deviceMessages} (tenant_id, device_id, message_id, serial, received, content)
    select ${tenantId}::int, ${deviceId}::int, ${messageId}::smallint, ${serial}::int, ${received}, ${JSON.stringify(content)}::jsonb
    where not exists (
      select from ${deviceMessages} m
      where m.device_id = ${deviceId} and m.message_id = ${messageId} and m.serial = ${serial}
        and m.received > ${received} - ${sameWithin} and m.content = ${JSON.stringify(content)}::jsonb)`)
}

/** Removes the pictures of terminals that came longer ago than `keepDays`, and leaves their files to be removed when nothing else shows them. */
export const dropOldPhotos = (tx: Tx, keepDays: number) =>
  tx.execute(sql`
    with old as (
      delete from ${devicePhotos} where ${devicePhotos.received} < now() - make_interval(days => ${keepDays}::int)
      returning tenant_id, file_name
    )
    update ${files} f set is_confirmed = false from old where f.tenant_id = old.tenant_id and f.file_name = old.file_name`)

/** Removes what is older than `keepDays`. */
export const dropOldMessages = (tx: Tx, keepDays: number) =>
  tx.delete(deviceMessages).where(sql`${deviceMessages.received} < now() - make_interval(days => ${keepDays}::int)`)

/**
 * Notes stays of terminals on connections, begun or ended, under who has the terminal now. One that is still open when the terminal is there
 * again was broken off with the platform.
 */
export async function storeStays(tx: Tx, stays: readonly Stay[]) {
  const of = <T>(pick: (stay: Stay) => T) => sql.param(stays.map(pick))
  const sent = sql`
    select distinct on (d.tenant_id, d.id, s.came) coalesce(d.tenant_id, 0) as tenant_id, d.id as device_id, to_timestamp(s.came / 1000) as time,
      to_timestamp(s.authenticated / 1000) as authenticated, s.address, to_timestamp(s.ended / 1000) as ended, s.reason
    from unnest(${of(({ deviceId }) => deviceId)}::int[], ${of(({ cameAt }) => cameAt)}::float8[],
      ${of(({ authenticatedAt }) => authenticatedAt)}::float8[], ${of(({ address }) => address)}::text[],
      ${of(({ endedAt }) => endedAt ?? null)}::float8[], ${of(({ reason }) => reason ?? null)}::text[])
      as s (id, came, authenticated, address, ended, reason)
    join ${devices} d on d.id = s.id`
  await tx.execute(sql`
    with sent as (${sent})
    insert into ${deviceConnections} as c (tenant_id, device_id, time, authenticated, address, ended, reason) select * from sent
    on conflict (tenant_id, device_id, time) do update set ended = excluded.ended, reason = excluded.reason where c.ended is null`)
  await tx.execute(sql`
    update ${deviceConnections} c set ended = s.time, reason = ${ConnectionEnd.unknown} from (${sent}) s
    where c.device_id = s.device_id and c.ended is null and c.time < s.time`)
}
