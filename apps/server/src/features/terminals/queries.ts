import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import type { Device, listDevices, Protocol } from '@huanwei/contract/terminals/endpoints'
import { and, count, desc, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../lib/contains.ts'
import { type After, behind, offsetOf, ordered, totalOf, type Wanted } from '../../lib/keyset.ts'
import { holdObject, object, objects } from '../../lib/objects.ts'
import { inScope } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { deviceBindings, deviceConnections, devicePhotos, devices, positions } from './table.ts'

/** Status bit 1: the fix is one. Source: spec 4, IV.4. */
const located = sql`${positions.status} & 2 <> 0`
/** After this long without a packet a terminal counts as offline. Source: spec 3, section 8. */
const online = sql<boolean>`coalesce(${devices.lastSeen} > now() - interval '6 minutes', false)`

const {
  tenantId: _,
  authCode: __,
  terminalId: ___,
  firstBound: ____,
  createTime: _____,
  keyHash: ______,
  ...shown
} = getTableColumns(devices)

/** Devices with the object they are on and their newest located fix. */
function select(tx: Tx) {
  const fix = tx
    .select({
      lng: sql<number>`${positions.lng} / 1e6::float8`.as('lng'),
      lat: sql<number>`${positions.lat} / 1e6::float8`.as('lat'),
      speed: sql<number>`${positions.speed} / 10::float8`.as('speed'),
      direction: positions.direction,
      altitude: positions.altitude,
      time: positions.time,
      status: positions.status,
      alarm: positions.alarm,
      mileage: sql<number | null>`${positions.mileage} / 10::float8`.as('mileage'),
      satellites: positions.satellites,
      signal: positions.signal,
      received: positions.received,
    })
    .from(positions)
    .where(and(eq(positions.tenantId, sql`coalesce(${devices.tenantId}, 0)`), eq(positions.deviceId, devices.id), located))
    .orderBy(desc(positions.time))
    .limit(1)
    .as('fix')
  return tx
    .select({
      ...shown,
      // Kept now and then only; a report says more.
      lastSeen: sql<string | null>`greatest(${devices.lastSeen}, ${fix.received})`.mapWith(devices.lastSeen),
      bound: sql<boolean>`${devices.objectId} is not null`,
      online,
      objectName: object.name,
      lng: fix.lng,
      lat: fix.lat,
      speed: fix.speed,
      direction: fix.direction,
      altitude: fix.altitude,
      time: fix.time,
      status: fix.status,
      alarm: fix.alarm,
      mileage: fix.mileage,
      satellites: fix.satellites,
      signal: fix.signal,
    })
    .from(devices)
    .leftJoin(objects, onObject)
    .leftJoinLateral(fix, sql`true`)
    .$dynamic()
}

const onObject = and(eq(object.tenantId, devices.tenantId), eq(object.type, devices.objectType), eq(object.id, devices.objectId))

/** Terminals of the tenant whose object is in scope, and nobody's for who runs the platform. */
const visible = (viewer: Viewer): SQL | undefined =>
  or(
    and(eq(devices.tenantId, viewer.tenantId), inScope(viewer, object.deptId)),
    viewer.platform ? isNull(devices.tenantId) : undefined,
  )

type Filter = Parsed<typeof listDevices> & { after?: After | undefined }

/** One page of the terminals the viewer may see, newest first, with the total. */
export async function findDevices(tx: Tx, viewer: Viewer, filter: Filter) {
  const where = and(
    visible(viewer),
    contains(devices.terminalNo, filter.terminalNo),
    contains(object.name, filter.objectName),
    filter.objectType && eq(devices.objectType, filter.objectType),
    filter.bound === undefined ? undefined : filter.bound ? isNotNull(devices.objectId) : isNull(devices.objectId),
    filter.online === undefined ? undefined : eq(online, filter.online),
  )
  const records: Device[] = await select(tx)
    .where(and(where, behind(filter, devices.createTime, devices.id)))
    .orderBy(...ordered({ time: devices.createTime, id: devices.id }))
    .limit(filter.size)
    .offset(offsetOf(filter))
  const total = await totalOf(filter, async () => {
    const [totals] = await tx.select({ total: count() }).from(devices).leftJoin(objects, onObject).where(where)
    return totals!.total
  })
  return { records, total }
}

export async function findDevice(tx: Tx, viewer: Viewer, id: number): Promise<Device | undefined> {
  const [device] = await select(tx).where(and(eq(devices.id, id), visible(viewer)))
  return device
}

/** One page of the pictures that the terminal took on what it is on now, the latest first, with the total. */
export async function findPhotos(tx: Tx, tenantId: number, { id, objectType, objectId }: Device, wanted: Wanted) {
  const { deviceId, objectType: onType, objectId: onId, ...shown } = getTableColumns(devicePhotos)
  const where = and(
    eq(devicePhotos.tenantId, tenantId),
    eq(deviceId, id),
    objectType === null ? sql`false` : eq(onType, objectType),
    objectId === null ? sql`false` : eq(onId, objectId),
  )
  const records = await tx
    .select(shown)
    .from(devicePhotos)
    .where(where)
    .orderBy(desc(devicePhotos.received), desc(devicePhotos.fileName))
    .limit(wanted.size)
    .offset(offsetOf(wanted))
  return { records, total: await tx.$count(devicePhotos, where) }
}

/** One page of the connections of the terminal, the latest first, with the total; of nobody's terminal those as nobody's. */
export async function findConnections(tx: Tx, tenantId: number, { id, bound }: Device, wanted: Wanted) {
  const where = and(eq(deviceConnections.tenantId, bound ? tenantId : 0), eq(deviceConnections.deviceId, id))
  const records = await tx
    .select()
    .from(deviceConnections)
    .where(where)
    .orderBy(desc(deviceConnections.time))
    .limit(wanted.size)
    .offset(offsetOf(wanted))
  return { records, total: await tx.$count(deviceConnections, where) }
}

/** The terminal, held until the transaction ends; undefined when the viewer may not see it. */
export async function lockDevice(tx: Tx, viewer: Viewer, id: number) {
  const [device] = await tx
    .select({ id: devices.id, firstBound: devices.firstBound })
    .from(devices)
    .leftJoin(objects, onObject)
    .where(and(eq(devices.id, id), visible(viewer)))
    .for('update', { of: devices })
  return device
}

/** The device with this key; undefined when there is none. */
export async function findDeviceByKey(tx: Tx, keyHash: string) {
  const [device] = await tx.select({ id: devices.id }).from(devices).where(eq(devices.keyHash, keyHash))
  return device
}

/** Gives a locked device its key, in place of the one before. */
export const setKey = (tx: Tx, deviceId: number, keyHash: string) =>
  tx.update(devices).set({ keyHash }).where(eq(devices.id, deviceId))

const boundTo = (tenantId: number, objectType: ObjectType, objectId: number) =>
  and(eq(devices.tenantId, tenantId), eq(devices.objectType, objectType), eq(devices.objectId, objectId))

export async function terminalOn(tx: Tx, tenantId: number, objectType: ObjectType, objectId: number) {
  const [device] = await tx
    .select({ id: devices.id, terminalNo: devices.terminalNo })
    .from(devices)
    .where(boundTo(tenantId, objectType, objectId))
  return device
}

/** Enters a terminal of the tenant, not bound yet. Fails with the unique `device_terminalNo_unique` when the number is known. */
export async function insertDevice(tx: Tx, tenantId: number, terminalNo: string, protocol: Protocol | undefined) {
  const [added] = await tx.insert(devices).values({ tenantId, terminalNo, protocol }).returning({ id: devices.id })
  return added!.id
}

/**
 * Binds a locked terminal of the tenant or of nobody. With the first binding the tenant gets what the terminal reported before;
 * what it reports between two bindings stays nobody's, as it may have been on somebody else's vehicle. `since` says otherwise.
 */
export async function bind(
  tx: Tx,
  tenantId: number,
  device: { id: number; firstBound: string | null },
  objectType: ObjectType,
  objectId: number,
  since?: SQL,
) {
  await endBinding(tx, tenantId, device.id)
  await tx
    .update(devices)
    .set({ tenantId, objectType, objectId, firstBound: sql`coalesce(${devices.firstBound}, now())` })
    .where(and(eq(devices.id, device.id), or(eq(devices.tenantId, tenantId), isNull(devices.tenantId))))
  const started = since ?? (device.firstBound === null ? await claimPositions(tx, tenantId, device.id) : sql`now()`)
  await tx.insert(deviceBindings).values({ tenantId, deviceId: device.id, objectType, objectId, started })
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
  await tx.insert(devices).values({ terminalNo, protocol: 'app' }).onConflictDoNothing()
  const [phone] = await tx
    .select({ id: devices.id, firstBound: devices.firstBound })
    .from(devices)
    .where(eq(devices.terminalNo, terminalNo))
    .for('update')
  await bind(tx, tenantId, phone!, ObjectType.person, userId, phone!.firstBound === null ? sql`'-infinity'` : undefined)
  return { id: phone!.id }
}

/** Gives the tenant what the terminal reported as nobody's; the time of the first report, now at the latest. */
async function claimPositions(tx: Tx, tenantId: number, deviceId: number) {
  // Waits for reports on their way into the table; those that come meanwhile wait for this, and then see whose the terminal is.
  await tx.execute(sql`lock table only ${positions} in share row exclusive mode`)
  const { rows } = await withNobodys(tx, () =>
    tx.execute<{ first: string }>(sql`
      with claimed as (update ${positions} set tenant_id = ${tenantId} where tenant_id = 0 and device_id = ${deviceId} returning time),
        connections as (update ${deviceConnections} set tenant_id = ${tenantId} where tenant_id = 0 and device_id = ${deviceId})
      select least(min(time), now())::text as first from claimed`),
  )
  return sql`${rows[0]!.first}::timestamptz`
}

const endBinding = (tx: Tx, tenantId: number, deviceId: number) =>
  tx
    .update(deviceBindings)
    .set({ ended: sql`now()` })
    .where(and(eq(deviceBindings.tenantId, tenantId), eq(deviceBindings.deviceId, deviceId), isNull(deviceBindings.ended)))

/** Ends the binding; then the terminal belongs to nobody. */
export async function release(tx: Tx, tenantId: number, deviceId: number) {
  await endBinding(tx, tenantId, deviceId)
  await withNobodys(tx, () =>
    tx
      .update(devices)
      .set({ tenantId: null, objectType: null, objectId: null })
      .where(and(eq(devices.tenantId, tenantId), eq(devices.id, deviceId))),
  )
}

/** Unbinds whatever terminal is on the object; none can be bound to it before the transaction ends. */
export async function unbindObject(tx: Tx, tenantId: number, objectType: ObjectType, objectId: number) {
  await holdObject(tx, tenantId, objectType, objectId)
  const device = await terminalOn(tx, tenantId, objectType, objectId)
  if (device) await release(tx, tenantId, device.id)
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
export async function deleteDevice(tx: Tx, tenantId: number, deviceId: number) {
  await endBinding(tx, tenantId, deviceId)
  await tx.delete(devices).where(and(eq(devices.id, deviceId), or(eq(devices.tenantId, tenantId), isNull(devices.tenantId))))
}
