import type { ObjectType } from '@huanwei/contract/objects'
import { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { dropReceived } from '../../features/files/received/queries.ts'
import { positions, terminalConnections, terminalMessages, terminalPhotos, terminals } from '../../features/terminals/table.ts'
import type { Stay } from './stay.ts'

/** A terminal as the gateway knows it. `tenantId` is 0 while it belongs to no tenant. */
export type Terminal = {
  id: number
  terminalNo: string
  tenantId: number
  objectType: ObjectType | null
  objectId: number | null
  authCode: string | null
}

const terminal = {
  id: terminals.id,
  terminalNo: terminals.terminalNo,
  tenantId: sql<number>`coalesce(${terminals.tenantId}, 0)`,
  objectType: terminals.objectType,
  objectId: terminals.objectId,
  authCode: terminals.authCode,
}

/** The terminals with these ids, or every terminal of the installation. */
export const loadTerminals = (tx: Tx, ids?: readonly number[]): Promise<Terminal[]> =>
  tx
    .select(terminal)
    .from(terminals)
    .where(ids && inArray(terminals.id, [...ids]))

export type Registration = {
  /** Canonical. */
  terminalNo: string
  protocol: '2011' | '2013' | '2019'
  manufacturer: string
  model: string
  terminalId: string
  plateNumber: string
}

/** `time`: of the message, epoch ms; `freshCode`: for a terminal that has no code yet. */
export type RegistrationAt = Registration & { time: number; freshCode: string }

/**
 * Registers terminals of different numbers: a new one is added, a known one without a code gets its `freshCode`, a known one with a code keeps it.
 * Missing in the result are those whose number's code was given to another manufacturer, model or terminal id: numbers are no secret, so
 * such a terminal must not get that code until an administrator removes the old one. Nor does it get the number of a sensor.
 */
export const registerTerminals = (tx: Tx, registrations: readonly RegistrationAt[]): Promise<Terminal[]> =>
  tx
    .insert(terminals)
    .values(
      registrations.map(({ time, freshCode, ...identity }) => ({
        ...identity,
        authCode: freshCode,
        lastSeen: sql`to_timestamp(${time / 1000}::float8)`,
      })),
    )
    .onConflictDoUpdate({
      target: terminals.terminalNo,
      set: {
        protocol: sql`excluded.protocol`,
        manufacturer: sql`excluded.manufacturer`,
        model: sql`excluded.model`,
        terminalId: sql`excluded.terminal_id`,
        plateNumber: sql`excluded.plate_number`,
        authCode: sql`coalesce(${terminals.authCode}, excluded.auth_code)`,
        lastSeen: sql`excluded.last_seen`,
      },
      setWhere: sql`case when ${terminals.authCode} is null then ${terminals.protocol} is null
        else (${terminals.manufacturer}, ${terminals.model}, ${terminals.terminalId}) = (excluded.manufacturer, excluded.model, excluded.terminal_id) end`,
    })
    .returning(terminal)

/** Stores when terminals were last heard. `seen`: device id to epoch ms. */
export async function markSeen(tx: Tx, seen: ReadonlyMap<number, number>) {
  await tx.execute(sql`
    update ${terminals} set last_seen = greatest(last_seen, to_timestamp(s.at / 1000))
    from unnest(${sql.param([...seen.keys()])}::int[], ${sql.param([...seen.values()])}::float8[]) as s (id, at)
    where ${terminals.id} = s.id`)
}

/**
 * Corrects when terminals of nobody were last heard, by the positions they sent since: a crash loses what was not written yet. Those on an object are
 * corrected where the live state reads their last fix.
 */
export const correctSeen = (tx: Tx) =>
  tx.execute(sql`
    with heard as (
      select d.id, (select max(p.received) from ${positions} p where p.tenant_id = 0 and p.device_id = d.id and p.time >= d.last_seen - interval '10 minutes') as received
      from ${terminals} d where d.tenant_id is null and d.last_seen is not null
    )
    update ${terminals} d set last_seen = heard.received from heard where d.id = heard.id and heard.received > d.last_seen`)

export type StoredMessage = {
  tenantId: number
  deviceId: number
  messageId: number
  serial: number
  /** Epoch ms. */
  receivedAt: number
  content: object
}

/** A message with the same serial and content within this time is the same one sent again; serials wrap and restart. */
const sameWithin = sql`interval '1 hour'`

/** Stores a message that is no position, once however often it is sent. */
export async function storeMessage(tx: Tx, { tenantId, deviceId, messageId, serial, receivedAt, content }: StoredMessage) {
  const received = sql`to_timestamp(${receivedAt / 1000}::float8)`
  // Serialised for each terminal: the same message may come on its old and its new connection at once.
  await tx.execute(sql`select pg_advisory_xact_lock(808, ${deviceId}::int)`)
  await tx.execute(sql`
    insert into ${terminalMessages} (tenant_id, device_id, message_id, serial, received, content)
    select ${tenantId}::int, ${deviceId}::int, ${messageId}::smallint, ${serial}::int, ${received}, ${JSON.stringify(content)}::jsonb
    where not exists (
      select from ${terminalMessages} m
      where m.device_id = ${deviceId} and m.message_id = ${messageId} and m.serial = ${serial}
        and m.received > ${received} - ${sameWithin} and m.content = ${JSON.stringify(content)}::jsonb)`)
}

/** Removes the pictures of terminals received more than `keepDays` ago. */
export const dropOldPhotos = (tx: Tx, keepDays: number) => dropReceived(tx, terminalPhotos, keepDays)

/** Removes messages received more than `keepDays` ago. */
export const dropOldMessages = (tx: Tx, keepDays: number) =>
  tx.delete(terminalMessages).where(sql`${terminalMessages.received} < now() - make_interval(days => ${keepDays}::int)`)

/**
 * Stores stays, begun or ended, under the tenant that has the terminal now. A stay that is still open when the terminal has a later one was
 * cut off by a stop of the platform: it ends with an unknown reason. A refused one says nothing about the others.
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
    join ${terminals} d on d.id = s.id`
  await tx.execute(sql`
    with sent as (${sent})
    insert into ${terminalConnections} as c (tenant_id, device_id, time, authenticated, address, ended, reason) select * from sent
    on conflict (tenant_id, device_id, time) do update set ended = excluded.ended, reason = excluded.reason where c.ended is null`)
  await tx.execute(sql`
    update ${terminalConnections} c set ended = s.time, reason = ${ConnectionEnd.unknown} from (${sent}) s
    where c.device_id = s.device_id and c.ended is null and c.time < s.time and s.reason is distinct from ${ConnectionEnd.refused}`)
}
