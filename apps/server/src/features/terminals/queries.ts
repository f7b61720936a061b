import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import type { listTerminals, Protocol, Terminal } from '@huanwei/contract/terminals/endpoints'
import { terminalKey } from '@huanwei/terminal/wire/header'
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import { type Cursor, orderByTime, type PageRequest } from '../../db/keyset.ts'
import { blockBits } from '../../db/lists/blocks.ts'
import { findPage, findRange } from '../../db/lists/find-page.ts'
import { departmentsFor, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { holdObject, isOnTheirs, object, objects } from '../objects/queries.ts'
import { findNewestFixes } from './newest-fixes/queries.ts'
import { positions, terminalBindings, terminalConnections, terminalPhotos, terminals } from './table.ts'

/** After this long without a packet a terminal counts as offline. Source: spec 3, section 8. */
export const online = sql<boolean>`coalesce(${terminals.lastSeen} > now() - interval '6 minutes', false)`

/**
 * Condition for objects of a type in a list whose terminal is heard of, or is not; none when `isOnline` is not asked for. The terminals of the
 * organisation are read once: there are fewer of them than of the objects of the longest lists.
 */
export const isHeardOf = (
  { tenantId }: Pick<Viewer, 'tenantId'>,
  objectType: ObjectType,
  id: PgColumn,
  isOnline: boolean | undefined,
) =>
  isOnline === undefined
    ? undefined
    : sql`${id} ${sql.raw(isOnline ? 'in' : 'not in')} (select ${terminals.objectId} from ${terminals}
        where ${terminals.tenantId} = ${tenantId} and ${terminals.objectType} = ${objectType} and ${terminals.objectId} is not null and ${online})`

const {
  tenantId: _,
  authCode: __,
  terminalId: ___,
  firstBound: ____,
  createTime: _____,
  keyHash: ______,
  ...shown
} = getTableColumns(terminals)

/** The terminals for which `where` is true, newest first, with the object each is on and its newest located fix. */
async function readTerminals(tx: Tx, where: SQL | undefined): Promise<Terminal[]> {
  const rows = await tx
    .select({
      ...shown,
      tenantId: sql<number>`coalesce(${terminals.tenantId}, 0)`,
      seenMs: sql<number | null>`(extract(epoch from ${terminals.lastSeen}) * 1000)::float8`,
      bound: sql<boolean>`${terminals.objectId} is not null`,
      online,
      objectName: object.name,
    })
    .from(terminals)
    .leftJoin(objects, onObject)
    .where(where)
    .orderBy(...orderByTime(list))
  const fixes = await findNewestFixes(tx, rows)
  return rows.map(({ tenantId: _, seenMs: __, ...row }) => {
    const { received, ...fix } = fixes.get(row.id) ?? noFix
    // Kept now and then only; a report says more.
    return { ...row, ...fix, lastSeen: received && received > (row.lastSeen ?? '') ? received : row.lastSeen }
  })
}
const noFix = {
  lng: null,
  lat: null,
  speed: null,
  direction: null,
  altitude: null,
  time: null,
  status: null,
  alarm: null,
  mileage: null,
  satellites: null,
  signal: null,
  received: null,
}

const onObject = and(
  eq(object.tenantId, terminals.tenantId),
  eq(object.type, terminals.objectType),
  eq(object.id, terminals.objectId),
)

/** Condition for terminals on an object in scope, of all of them: the objects in scope are read first. */
const isOnOneOfTheirs = (viewer: Viewer) => {
  const here = inScope(viewer, object.deptId)
  return here && sql`exists (select from ${objects} where ${and(onObject, here)})`
}

/** Terminals of the tenant whose object is in scope, and nobody's for who runs the platform. */
const visible = (viewer: Viewer, { ofAll } = { ofAll: false }): SQL | undefined =>
  or(
    and(eq(terminals.tenantId, viewer.tenantId), ofAll ? isOnOneOfTheirs(viewer) : isOnTheirs(viewer, terminals)),
    viewer.platform ? isNull(terminals.tenantId) : undefined,
  )

/** Finds a number by a part of it, also when it is written with its leading zeros. */
const hasNumber = (text: string | undefined) =>
  text === undefined
    ? undefined
    : or(
        contains(terminals.terminalNo, text.toLowerCase()),
        eq(terminals.terminalNo, terminalKey({ terminalNo: text.toLowerCase() })),
      )

const list = { table: terminals, id: terminals.id, time: terminals.createTime }

/** `ids`: one of these only. */
type Filter = Parsed<typeof listTerminals> & { after?: Cursor | undefined; ids?: readonly number[] | undefined }

/** One page of the terminals the viewer may see, newest first, with the total. */
export async function findTerminals(tx: Tx, viewer: Viewer, filter: Filter) {
  const there = { ...viewer, departments: filter.deptId === undefined ? null : await departmentsFor(tx, viewer, filter.deptId) }
  const isWanted = and(
    hasNumber(filter.terminalNo),
    contains(object.name, filter.objectName),
    filter.objectType && eq(terminals.objectType, filter.objectType),
    filter.bound === undefined ? undefined : filter.bound ? isNotNull(terminals.objectId) : isNull(terminals.objectId),
    filter.online === undefined ? undefined : eq(online, filter.online),
    filter.ids && sql`${terminals.id} = any(${sql.param(filter.ids)}::int[])`,
  )
  const { total, only } = await findPage(tx, list, filter, {
    tenantId: viewer.tenantId,
    where: and(visible(viewer), isOnTheirs(there, terminals), isWanted),
    whereOfAll: and(visible(viewer, { ofAll: true }), isOnOneOfTheirs(there), isWanted),
    join: filter.objectName ? sql`left join ${objects} on ${onObject}` : undefined,
    isSteady: filter.online === undefined && filter.ids === undefined,
  })
  const shownIds = await tx.select({ id: terminals.id }).from(terminals).where(only)
  const ids = shownIds.map(({ id }) => id)
  return { records: await readTerminals(tx, inArray(terminals.id, ids)), total }
}

export async function findTerminal(tx: Tx, viewer: Viewer, id: number): Promise<Terminal | undefined> {
  const [terminal] = await readTerminals(tx, and(eq(terminals.id, id), visible(viewer)))
  return terminal
}

/** True when the viewer may see a terminal of this number. */
export async function isTerminalSeen(tx: Tx, viewer: Viewer, terminalNo: string) {
  const [seen] = await tx
    .select({ id: terminals.id })
    .from(terminals)
    .where(and(eq(terminals.terminalNo, terminalNo), visible(viewer)))
  return seen !== undefined
}

const photoList = { table: terminalPhotos, id: terminalPhotos.id, time: terminalPhotos.received }

/** One page of the pictures taken by the terminal on its current object, newest first, with the total. */
export async function findPhotos(tx: Tx, tenantId: number, { id, objectType, objectId }: Terminal, wanted: PageRequest) {
  const { id: _, deviceId, objectType: onType, objectId: onId, ...shown } = getTableColumns(terminalPhotos)
  const where = and(
    eq(terminalPhotos.tenantId, tenantId),
    eq(deviceId, id),
    objectType === null ? sql`false` : eq(onType, objectType),
    objectId === null ? sql`false` : eq(onId, objectId),
  )
  const { total, only } = await findPage(tx, photoList, wanted, { tenantId, where })
  const records = await tx
    .select(shown)
    .from(terminalPhotos)
    .where(and(eq(terminalPhotos.tenantId, tenantId), eq(deviceId, id), only))
    .orderBy(...orderByTime(photoList))
  return { records, total }
}

/** Pictures among `names` that terminals took on objects in the viewer's scope. */
export function findTerminalPhotosInSight(tx: Tx, viewer: Viewer, names: string[]) {
  const isObject = and(
    eq(object.tenantId, terminalPhotos.tenantId),
    eq(object.type, terminalPhotos.objectType),
    eq(object.id, terminalPhotos.objectId),
  )
  return tx
    .select({ name: terminalPhotos.fileName })
    .from(terminalPhotos)
    .innerJoin(objects, isObject)
    .where(
      and(eq(terminalPhotos.tenantId, viewer.tenantId), inArray(terminalPhotos.fileName, names), inScope(viewer, object.deptId)),
    )
}

/** Day in Asia/Shanghai, as a number, of connections: each is a partition. */
const firstDay = sql`date '1970-01-01'`
const connectionList = {
  table: terminalConnections,
  time: terminalConnections.time,
  id: sql`((${terminalConnections.time} at time zone 'Asia/Shanghai')::date - ${firstDay} << ${sql.raw(String(blockBits))})`,
  ofBlock: (day: SQL) => sql`${terminalConnections.time} >= (${firstDay} + ${day}::int)::timestamp at time zone 'Asia/Shanghai'
    and ${terminalConnections.time} < (${firstDay} + ${day}::int + 1)::timestamp at time zone 'Asia/Shanghai'`,
}

/** One page of the connections of a terminal, newest first, with the total; of an unbound terminal those recorded without a tenant. */
export async function findConnections(tx: Tx, tenantId: number, { id, bound }: Terminal, wanted: PageRequest) {
  const where = and(eq(terminalConnections.tenantId, bound ? tenantId : 0), eq(terminalConnections.deviceId, id))
  const { total, range, limit, offset } = await findRange(tx, connectionList, wanted, { tenantId, where })
  const records = await tx
    .select()
    .from(terminalConnections)
    .where(and(where, range))
    .orderBy(desc(terminalConnections.time))
    .limit(limit)
    .offset(offset)
  return { records, total }
}

/** The terminal, held until the transaction ends; undefined when the viewer may not see it. */
export async function lockTerminal(tx: Tx, viewer: Viewer, id: number) {
  const [terminal] = await tx
    .select({
      id: terminals.id,
      firstBound: terminals.firstBound,
      updateTime: terminals.updateTime,
      updateBy: terminals.updateBy,
    })
    .from(terminals)
    .where(and(eq(terminals.id, id), visible(viewer)))
    .for('update')
  return terminal
}

/** The device with this key; undefined when there is none. */
export async function findTerminalByKey(tx: Tx, keyHash: string) {
  const [terminal] = await tx.select({ id: terminals.id }).from(terminals).where(eq(terminals.keyHash, keyHash))
  return terminal
}

/** Gives a locked device its key, in place of the one before. */
export const setKey = (tx: Tx, deviceId: number, keyHash: string) =>
  tx.update(terminals).set({ keyHash }).where(eq(terminals.id, deviceId))

const boundTo = (tenantId: number, objectType: ObjectType, objectId: number) =>
  and(eq(terminals.tenantId, tenantId), eq(terminals.objectType, objectType), eq(terminals.objectId, objectId))

export async function terminalOn(tx: Tx, tenantId: number, objectType: ObjectType, objectId: number) {
  const [terminal] = await tx
    .select({ id: terminals.id, terminalNo: terminals.terminalNo })
    .from(terminals)
    .where(boundTo(tenantId, objectType, objectId))
  return terminal
}

/** Enters a terminal of the tenant, not bound yet. Fails with the unique `device_terminalNo_unique` when the number is known. */
export async function insertTerminal(tx: Tx, tenantId: number, terminalNo: string, protocol: Protocol | undefined) {
  const [added] = await tx.insert(terminals).values({ tenantId, terminalNo, protocol }).returning({ id: terminals.id })
  return added!.id
}

/** Who binds a terminal; no user name where the terminal does it by itself. */
type Binder = Pick<Viewer, 'tenantId' | 'username'>

/**
 * Binds a locked terminal of the tenant or of nobody. With the first binding the tenant gets what the terminal reported before;
 * what it reports between two bindings stays nobody's, as it may have been on somebody else's vehicle. `since` says otherwise.
 */
export async function bindToObject(
  tx: Tx,
  { tenantId, username }: Binder,
  terminal: { id: number; firstBound: string | null },
  objectType: ObjectType,
  objectId: number,
  since?: SQL,
) {
  await endBinding(tx, tenantId, terminal.id)
  await tx
    .update(terminals)
    .set({
      tenantId,
      objectType,
      objectId,
      firstBound: sql`coalesce(${terminals.firstBound}, now())`,
      ...updatedBy(terminals, { username }),
    })
    .where(and(eq(terminals.id, terminal.id), or(eq(terminals.tenantId, tenantId), isNull(terminals.tenantId))))
  const started =
    since ?? (terminal.firstBound === null ? await claimPositions(tx, tenantId, terminal.id, [objectType, objectId]) : sql`now()`)
  await tx.insert(terminalBindings).values({ tenantId, deviceId: terminal.id, objectType, objectId, started })
}

/**
 * The device that the phone of a person is: made and bound to them at first use, for all that it kept before. `taken`: the number of a
 * terminal that is bound to them instead.
 */
export async function takePhone(tx: Tx, tenantId: number, userId: number): Promise<{ id: number } | { taken: string }> {
  const terminalNo = `app-${userId}`
  const find = async () => {
    const found = await terminalOn(tx, tenantId, ObjectType.person, userId)
    return found && (found.terminalNo === terminalNo ? { id: found.id } : { taken: found.terminalNo })
  }
  const known = await find()
  if (known) return known
  await holdObject(tx, tenantId, ObjectType.person, userId)
  const other = await find()
  if (other) return other
  await tx.insert(terminals).values({ terminalNo, protocol: 'app' }).onConflictDoNothing()
  const [phone] = await tx
    .select({ id: terminals.id, firstBound: terminals.firstBound })
    .from(terminals)
    .where(eq(terminals.terminalNo, terminalNo))
    .for('update')
  const since = phone!.firstBound === null ? sql`'-infinity'` : undefined
  await bindToObject(tx, { tenantId, username: '' }, phone!, ObjectType.person, userId, since)
  return { id: phone!.id }
}

/**
 * Gives the tenant what the terminal reported as nobody's. Returns the time of the first report, an hour ago at the latest: what it still
 * has to send of that hour is the object's too, unless another terminal was on it then.
 */
async function claimPositions(tx: Tx, tenantId: number, deviceId: number, [objectType, objectId]: [ObjectType, number]) {
  const isNobodys = sql`tenant_id = 0 and device_id = ${deviceId}`
  const { rows } = await withNobodys(tx, async () => {
    // One claim after the other: each has written to the table before it locks it.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('claim positions', 0))`)
    // Weeks of reports are moved while others are stored.
    const most = await movePositions(tx, tenantId, isNobodys)
    // Waits for reports on their way into the table; those that come meanwhile wait for this, and then see whose the terminal is.
    await tx.execute(sql`lock table only ${positions} in share row exclusive mode`)
    const rest = await movePositions(tx, tenantId, isNobodys)
    return tx.execute<{ first: string }>(sql`
      with connections as (update ${terminalConnections} set tenant_id = ${tenantId} where ${isNobodys})
      select least(${most}::timestamptz, ${rest}::timestamptz, greatest(now() - interval '1 hour', (
        select max(ended) from ${terminalBindings}
        where tenant_id = ${tenantId} and object_type = ${objectType} and object_id = ${objectId})))::text as first`)
  })
  return sql`${rows[0]!.first}::timestamptz`
}

/** Positions that one statement moves, at most, but for those of one moment: many times as many would take longer than a request may. */
const movedAtOnce = 50_000

/** Moves the positions for which `isNobodys` is true to a tenant. Returns the time of the first one. */
async function movePositions(tx: Tx, tenantId: number, isNobodys: SQL): Promise<string | null> {
  let first: string | null = null
  for (let last: string | null = '-infinity'; last !== null; ) {
    const after: SQL = sql`${isNobodys} and time > ${last}::timestamptz`
    const { rows } = await tx.execute<{ first: string | null; last: string | null }>(sql`
      with moved as (
        update ${positions} set tenant_id = ${tenantId}
        where ${after} and time <= (
          select max(time) from (select time from ${positions} where ${after} order by time limit ${movedAtOnce}) as next)
        returning time
      )
      select min(time)::text as first, max(time)::text as last from moved`)
    first ??= rows[0]!.first
    last = rows[0]!.last
  }
  return first
}

const endBinding = (tx: Tx, tenantId: number, deviceId: number) =>
  tx
    .update(terminalBindings)
    .set({ ended: sql`now()` })
    .where(and(eq(terminalBindings.tenantId, tenantId), eq(terminalBindings.deviceId, deviceId), isNull(terminalBindings.ended)))

/** Ends the binding; then the terminal belongs to nobody. */
export async function releaseTerminal(tx: Tx, tenantId: number, deviceId: number) {
  await endBinding(tx, tenantId, deviceId)
  await withNobodys(tx, () =>
    tx
      .update(terminals)
      // Users of the tenant are unknown to whoever has it next.
      .set({ tenantId: null, objectType: null, objectId: null, ...updatedBy(terminals, { username: '' }) })
      .where(and(eq(terminals.tenantId, tenantId), eq(terminals.id, deviceId))),
  )
}

/** Unbinds whatever terminal is on the object; none can be bound to it before the transaction ends. */
export async function unbindObject(tx: Tx, tenantId: number, objectType: ObjectType, objectId: number) {
  await holdObject(tx, tenantId, objectType, objectId)
  const terminal = await terminalOn(tx, tenantId, objectType, objectId)
  if (terminal) await releaseTerminal(tx, tenantId, terminal.id)
}

/** Runs `work` where rows of nobody may be written too: a terminal comes from there and goes back, which no tenant may do otherwise. */
async function withNobodys<T>(tx: Tx, work: () => Promise<T>) {
  const { rows } = await tx.execute<{ platform: string }>(sql`select current_setting('huanwei.platform', true) as platform`)
  await tx.execute(sql`set local huanwei.platform = 'on'`)
  const result = await work()
  await tx.execute(sql`select set_config('huanwei.platform', ${rows[0]!.platform}, true)`)
  return result
}

/** Ends the binding and forgets a locked terminal; its history stays with the object. */
export async function deleteTerminal(tx: Tx, tenantId: number, deviceId: number) {
  await endBinding(tx, tenantId, deviceId)
  await tx
    .delete(terminals)
    .where(and(eq(terminals.id, deviceId), or(eq(terminals.tenantId, tenantId), isNull(terminals.tenantId))))
}
