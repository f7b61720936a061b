import { createHmac } from 'node:crypto'
import { kitchenTruck } from '@huanwei/city/fleet'
import { badgeNo, badgeWearers, canSensorNo, stationSensorNo, toiletSensorNo } from '@huanwei/city/workers'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import { facilities } from '../features/facilities/table.ts'
import { ensureSecret } from '../features/files/queries.ts'
import { secrets } from '../features/files/table.ts'
import { hashToken } from '../features/session/authenticate.ts'
import { setKey } from '../features/terminals/queries.ts'
import { terminalBindings, terminals } from '../features/terminals/table.ts'
import type { LoadedVehicle } from './vehicles.ts'

const tenantId = 1
/** Name of the secret from which the keys of the demo's sensors are derived. */
const secretName = 'demo-sensors'

type Parts = {
  /** User ids by user name. */
  workers: ReadonlyMap<string, number>
  places: readonly (typeof facilities.$inferSelect)[]
  cans: readonly { id: number }[]
}

/** Adds badges of workers and sensors in every public toilet, transfer station and garbage can, bound to their object since `bound`. Returns their number. */
export async function loadBadgesAndSensors(tx: Tx, { workers, places, cans }: Parts, bound: string) {
  const badges = badgeWearers().map(({ username }, i) => ({ terminalNo: badgeNo(i), objectId: workers.get(username) ?? 0 }))
  const placesOf = (type: string) => places.filter(({ facilityType }) => facilityType === type)
  const secret = await ensureSecret(tx, secretName)
  const sensors = [
    ...placesOf(FacilityType.publicToilet).map(({ id }, i) => ({ terminalNo: toiletSensorNo(i), objectId: id })),
    ...placesOf(FacilityType.transferStation).map(({ id }, i) => ({ terminalNo: stationSensorNo(i), objectId: id })),
    ...cans.map(({ id }, i) => ({ terminalNo: canSensorNo(i), objectId: id })),
  ].map((one) => ({ ...one, protocol: 'http' as const, keyHash: hashToken(keyOf(secret, one.terminalNo)) }))
  await enter(tx, ObjectType.person, badges, bound)
  await enter(tx, ObjectType.facility, sensors, bound)
  return badges.length + sensors.length
}

type NewTerminal = { terminalNo: string; objectId: number; protocol?: 'http'; keyHash?: string }

async function enter(tx: Tx, objectType: ObjectType, list: NewTerminal[], bound: string) {
  const entered = await tx
    .insert(terminals)
    .values(list.map((one) => ({ tenantId, objectType, ...one, firstBound: bound, createTime: bound })))
    .returning({ deviceId: terminals.id, objectId: terminals.objectId })
  await tx
    .insert(terminalBindings)
    .values(
      entered.map(({ deviceId, objectId }) => ({ tenantId, deviceId, objectType, objectId: objectId ?? 0, started: bound })),
    )
}

const keyOf = (secret: string, sensorNo: string) => createHmac('sha256', secret).update(sensorNo).digest('base64url')

/** Gives the terminals of kitchen trucks the keys with which they send what their scales weigh. */
export async function loadScales(tx: Tx, fleet: readonly LoadedVehicle[]) {
  const secret = await ensureSecret(tx, secretName)
  for (const { vehicle, deviceId } of fleet)
    if (vehicle.type === kitchenTruck) await setKey(tx, deviceId, hashToken(keyOf(secret, vehicle.terminalNo)))
}

/** Codes of the demo's restaurants by their names. */
export async function findRestaurantCodes(tx: Tx): Promise<Record<string, string>> {
  const { name, code, facilityType, removedTime } = facilities
  const own = and(eq(facilities.tenantId, tenantId), eq(facilityType, FacilityType.restaurant), isNull(removedTime))
  return Object.fromEntries((await tx.select({ name, code }).from(facilities).where(own)).map((one) => [one.name, one.code]))
}

/** Keys of the demo's sensors by terminal number, without sensors whose key was changed; undefined for a demo older than these keys. */
export async function findSensorKeys(tx: Tx): Promise<Record<string, string> | undefined> {
  const [secret] = await tx.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, secretName))
  if (!secret) return undefined
  const sensors = await tx
    .select({ number: terminals.terminalNo, keyHash: terminals.keyHash })
    .from(terminals)
    .where(and(eq(terminals.tenantId, tenantId), isNotNull(terminals.keyHash)))
  const keys = sensors.map(({ number, keyHash }) => ({ number, keyHash, key: keyOf(secret.value, number) }))
  return Object.fromEntries(keys.filter(({ keyHash, key }) => keyHash === hashToken(key)).map(({ number, key }) => [number, key]))
}
