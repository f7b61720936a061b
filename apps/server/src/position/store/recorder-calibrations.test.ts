import { setTimeout } from 'node:timers/promises'
import { ObjectType } from '@huanwei/contract/objects'
import { expect, test } from 'vitest'
import { addFacility } from '../../test-kit.ts'
import type { Measurement } from '../report.ts'
import { ownerOf, useRig } from './recorder.test-kit.ts'

const now = Math.floor(Date.now() / 1000) * 1000
const minute = 60_000
const rig = await useRig()
const objectType = ObjectType.facility

const ammonia = (minutesAgo: number, value: number): Measurement => ({
  metric: 'ammonia',
  channel: 0,
  time: now - minutesAgo * minute,
  value,
})
const spans = async (deviceId: number) =>
  (await rig.events(deviceId)).map(({ start, end, peak }) => [
    (start - now) / minute,
    end === null ? null : (end - now) / minute,
    peak,
  ])

let count = 0
/** A toilet with a box, and its sensor. */
async function newToilet() {
  const n = ++count
  const place = await addFacility(rig.db, { name: `公厕${n}`, terminalNo: String(71_000_000 + n) })
  const [box] = await rig.query(
    `insert into iot_box (tenant_id, code, name, facility_id) values (1, 'B' || $1::int, 'x', $2) returning id`,
    [n, place.facilityId],
  )
  await rig.addRule({ kind: 'reading', metric: 'ammonia', above: 20 }, { objectType, objectIds: [place.facilityId] })
  return { ...place, boxId: Number(box.id) }
}
type Toilet = Awaited<ReturnType<typeof newToilet>>
const calibrate = async ({ boxId, facilityId }: Toilet, minutesAgo: number, factor: number) => {
  const [row] = await rig.query(
    `insert into box_calibration (tenant_id, box_id, facility_id, metric, channel, factor, "offset", start_time, create_name)
     values (1, $1, $2, 'ammonia', 0, $3, 0, to_timestamp($4), 'x') returning id`,
    [boxId, facilityId, factor, (now - minutesAgo * minute) / 1000],
  )
  return Number(row.id)
}
const takeBack = (id: number) =>
  rig.query(`update box_calibration set revoke_time = now(), revoke_name = 'x', judged = false where id = $1`, [id])

test('rules judge what readings mean: late ones by the calibration of their own moment', async () => {
  const toilet = await newToilet()
  await calibrate(toilet, 30, 2)
  const recorder = await rig.start(() => now)
  const measure = (...readings: Measurement[]) => recorder.measure({ deviceId: toilet.deviceId, receivedAt: now, readings })
  await measure(ammonia(20, 15), ammonia(10, 5))
  expect(await spans(toilet.deviceId)).toEqual([[-20, -10, 30]])
  await measure(ammonia(50, 15), ammonia(40, 25), ammonia(35, 5))
  expect(await spans(toilet.deviceId)).toEqual([
    [-40, -35, 25],
    [-20, -10, 30],
  ])
})

test('a calibration and its end change violations from its moment on, also those of before a new start', async () => {
  const toilet = await newToilet()
  let recorder = await rig.start(() => now)
  const measure = (...readings: Measurement[]) => recorder.measure({ deviceId: toilet.deviceId, receivedAt: now, readings })
  await measure(ammonia(60, 30), ammonia(50, 5), ammonia(20, 30), ammonia(15, 30), ammonia(10, 12), ammonia(5, 12))
  const measured = [
    [-60, -50, 30],
    [-20, -10, 30],
  ]
  expect(await spans(toilet.deviceId)).toEqual(measured)

  // The sensor says too much: one violation was none. The one before the calibration stays.
  const less = await calibrate(toilet, 40, 0.5)
  await expect.poll(() => spans(toilet.deviceId)).toEqual([[-60, -50, 30]])
  await takeBack(less)
  await expect.poll(() => spans(toilet.deviceId)).toEqual(measured)

  // While nobody judged: it is made up for at the start.
  await recorder.close()
  await calibrate(toilet, 40, 2)
  recorder = await rig.start(() => now)
  const more = [
    [-60, -50, 30],
    [-20, null, 60],
  ]
  await expect.poll(() => spans(toilet.deviceId)).toEqual(more)
  await measure(ammonia(1, 9))
  expect(await spans(toilet.deviceId)).toEqual([more[0], [-20, -1, 60]])
  expect(
    (await rig.query('select value from reading where device_id = $1', [toilet.deviceId])).map(({ value }) => value),
  ).toContain(30)
})

test('of several workers the one that has the terminal judges again, also where it takes over later', async () => {
  const toilet = await newToilet()
  const { deviceId, facilityId } = toilet
  const before = await rig.start(() => now)
  await before.measure({ deviceId, receivedAt: now, readings: [ammonia(20, 15), ammonia(10, 5)] })
  await before.close()
  rig.warnings.length = 0
  const other = await rig.start(() => now, ownerOf([]))
  await calibrate(toilet, 30, 2)
  await setTimeout(300)
  expect(await spans(deviceId)).toEqual([])
  await other.close()
  await rig.start(() => now, ownerOf([deviceId]))
  await expect.poll(() => spans(deviceId)).toEqual([[-20, -10, 30]])
  const judged = async () =>
    (await rig.query('select judged from box_calibration where facility_id = $1', [facilityId])).map((row) => row.judged)
  await expect.poll(judged).toEqual([true])
  expect(rig.warnings).toEqual([])
})
