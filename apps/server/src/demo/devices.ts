import { createHmac } from 'node:crypto'
import { badgeNo, badgeWearers, canSensorNo, toiletSensorNo } from '@huanwei/city/workers'
import { facilityTypeOf } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import type { facilities } from '../features/facilities/table.ts'
import { ensureSecret } from '../features/files/queries.ts'
import { secrets } from '../features/files/table.ts'
import { deviceBindings, devices } from '../features/terminals/table.ts'
import { hashToken } from '../lib/authenticate.ts'

const tenantId = 1
/** What the keys of the demo's sensors are made of. */
const secretName = 'demo-sensors'
const toilet = facilityTypeOf('公共厕所')

type Parts = {
  /** By user name. */
  workers: ReadonlyMap<string, number>
  places: readonly (typeof facilities.$inferSelect)[]
  cans: readonly { id: number }[]
}

/** Badges of workers, and sensors in every toilet and garbage can; all on their object since `bound`. Returns how many. */
export async function loadDevices(tx: Tx, { workers, places, cans }: Parts, bound: string) {
  const badges = badgeWearers().map(({ username }, i) => ({ terminalNo: badgeNo(i), objectId: workers.get(username) ?? 0 }))
  const toilets = places.filter(({ facilityType }) => facilityType === toilet)
  const secret = await ensureSecret(tx, secretName)
  const sensors = [
    ...toilets.map(({ id }, i) => ({ terminalNo: toiletSensorNo(i), objectId: id })),
    ...cans.map(({ id }, i) => ({ terminalNo: canSensorNo(i), objectId: id })),
  ].map((one) => ({ ...one, protocol: 'http' as const, keyHash: hashToken(keyOf(secret, one.terminalNo)) }))
  await enter(tx, ObjectType.person, badges, bound)
  await enter(tx, ObjectType.facility, sensors, bound)
  return badges.length + sensors.length
}

type NewDevice = { terminalNo: string; objectId: number; protocol?: 'http'; keyHash?: string }

async function enter(tx: Tx, objectType: ObjectType, list: NewDevice[], bound: string) {
  const entered = await tx
    .insert(devices)
    .values(list.map((one) => ({ tenantId, objectType, ...one, firstBound: bound, createTime: bound })))
    .returning({ deviceId: devices.id, objectId: devices.objectId })
  await tx
    .insert(deviceBindings)
    .values(
      entered.map(({ deviceId, objectId }) => ({ tenantId, deviceId, objectType, objectId: objectId ?? 0, started: bound })),
    )
}

const keyOf = (secret: string, sensorNo: string) => createHmac('sha256', secret).update(sensorNo).digest('base64url')

/** The keys of the demo's sensors that have the one they were installed with, by device number; undefined for a demo from before it had any. */
export async function findSensorKeys(tx: Tx): Promise<Record<string, string> | undefined> {
  const [secret] = await tx.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, secretName))
  if (!secret) return undefined
  const sensors = await tx
    .select({ number: devices.terminalNo, keyHash: devices.keyHash })
    .from(devices)
    .where(and(eq(devices.tenantId, tenantId), eq(devices.protocol, 'http')))
  const keys = sensors.map(({ number, keyHash }) => ({ number, keyHash, key: keyOf(secret.value, number) }))
  return Object.fromEntries(keys.filter(({ keyHash, key }) => keyHash === hashToken(key)).map(({ number, key }) => [number, key]))
}
