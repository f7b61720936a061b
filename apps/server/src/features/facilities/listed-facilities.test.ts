import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFacility, addVehicle, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
})
afterAll(() => server.close())

async function page(query: string, who = admin) {
  const { data } = await who.call('GET', `/admin/facility/page?${query}`)
  expect(data.total).toBe(data.records.length)
  return data.records
}
const names = async (query: string, who = admin) => (await page(query, who)).map(({ name }: { name: string }) => name)

test('toilets are found by their cubicles, by what is wrong now and by their register, those in scope alone', async () => {
  const sensed = await addFacility(server.db, { name: '有感应' })
  const full = await addFacility(server.db, { name: '满员', department: '二部', terminalNo: '13900000005' })
  await addFacility(server.db, { name: '没有感应', terminalNo: '13900000006' })
  await expect.poll(() => server.latest.facilities.of(1).size).toBe(3)
  const time = Date.now()
  const doors = (deviceId: number, ...values: number[]) => ({
    deviceId,
    connected: true,
    seenAt: time,
    readings: values.map((value, i) => ({ metric: 'occupied' as const, channel: i + 1, value, time })),
  })
  server.latest.apply([doors(sensed.deviceId, 1, 0, 0), doors(full.deviceId, 1)])
  expect(await page('cubicles=free')).toMatchObject([{ name: '有感应', cubiclesSensed: 3, cubiclesFree: 2 }])
  expect(await names('cubicles=sensed')).toEqual(['满员', '有感应'])
  expect(await page('name=没有感应')).toMatchObject([{ cubiclesSensed: null, cubiclesFree: null, collectedTimes: null }])
  const viewer = await server.login('viewer')
  expect(await names('cubicles=sensed', viewer)).toEqual(['有感应'])
  expect(await names(`cubicles=sensed&deptId=${full.deptId}`)).toEqual(['满员'])
  expect(await names('cubicles=sensed', await server.login('admin', 2))).toEqual([])

  await server.db.owner.query(
    `insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value,
       dept_id, dept_name, violation_event, severity, position, execute_action)
     values (1, now(), now(), 1, $1, '2', $2, 'x', '1', $3, 'x', 'x', 'warning', '', 'recorded')`,
    [full.deviceId, full.facilityId, full.deptId],
  )
  await expect.poll(() => names('inOrder=false')).toEqual(['满员'])
  expect(await names('inOrder=true')).toEqual(['没有感应', '有感应'])
  expect(await names('inOrder=true&cubicles=sensed')).toEqual(['有感应'])

  await server.db.owner.query(`update facility set toilet_kind = 'detached', built_year = 2008 where id = $1`, [
    sensed.facilityId,
  ])
  expect([await names('toiletKind=detached'), await names('builtYear=2008')]).toEqual([['有感应'], ['有感应']])
  expect(await names('toiletKind=unsaid')).toEqual(['没有感应', '满员'])
  for (const wrong of ['toiletKind=grand', 'builtYear=1', 'cubicles=all', 'inOrder=perhaps'])
    expect([wrong, (await admin.call('GET', `/admin/facility/page?${wrong}`)).status]).toEqual([wrong, 400])
})

test('restaurants are found by whether a truck weighed something there today, and say how much', async () => {
  const visited = await addFacility(server.db, { name: '酒楼', facilityType: 'restaurant', terminalNo: '13900000007' })
  await addFacility(server.db, { name: '面馆', facilityType: 'restaurant', terminalNo: '13900000008' })
  const truck = await addVehicle(server.db)
  /** Two weights of today and one of yesterday; at midnight they are of another day the next moment. */
  async function collected() {
    await server.db.owner.query('delete from reading where facility_id = $1', [visited.facilityId])
    await server.db.owner.query(
      `insert into reading (tenant_id, device_id, metric, channel, time, value, received, facility_id, vehicle_id)
       select 1, $1, 'weight', n, now() - case n when 3 then interval '1 day' else interval '0' end, 40.5, now(), $2, $3
       from generate_series(1, 3) n`,
      [truck.deviceId, visited.facilityId, truck.vehicleId],
    )
    return page('facilityType=restaurant&collected=true')
  }
  await expect.poll(collected).toMatchObject([{ name: '酒楼', collectedTimes: 2, collectedWeight: 81 }])
  expect(await page('facilityType=restaurant&collected=false')).toMatchObject([
    { name: '面馆', collectedTimes: 0, collectedWeight: 0 },
  ])
})
