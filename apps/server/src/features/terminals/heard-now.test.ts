import { hourMs, minuteMs } from '@huanwei/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('terminals are found by when they were heard of, by what is wrong with what they are on, and by its department', async () => {
  const near = await addVehicle(server.db)
  const far = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  await expect.poll(() => server.latest.vehicles.of(1).size).toBe(2)
  const heard = (deviceId: number, ago: number) => ({ deviceId, connected: true, seenAt: Date.now() - ago })
  server.latest.apply([heard(near.deviceId, 3 * minuteMs), heard(far.deviceId, 2 * hourMs)])
  const [admin, viewer] = [await server.login('admin'), await server.login('viewer')]
  const stranger = await server.login('admin', 2)
  const numbers = async (query: string, who = admin) => {
    const { data } = await who.call('GET', `/admin/device/page?bound=true&${query}`)
    expect(data.total).toBe(data.records.length)
    return data.records.map(({ terminalNo }: { terminalNo: string }) => terminalNo)
  }
  const [first, second] = [near.terminalNo, far.terminalNo]
  expect([await numbers('heard=minutes'), await numbers('heard=longer')]).toEqual([[first], [second]])
  expect([await numbers('heard=minute'), await numbers('heard=hour')]).toEqual([[], []])
  expect([await numbers(`deptId=${near.deptId}`), await numbers(`deptId=${far.deptId}`)]).toEqual([[first], [second]])
  expect(await numbers(`heard=longer&deptId=${near.deptId}`)).toEqual([])
  expect(await numbers(`deptId=${near.deptId}`, stranger)).toEqual([])
  expect(await numbers('wrong=false', stranger)).toEqual([])

  for (const { vehicleId, deviceId, deptId } of [near, far])
    await server.db.owner.query(
      `insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value,
         dept_id, dept_name, violation_event, severity, position, execute_action)
       values (1, now(), now(), 1, $1, '1', $2, 'x', 'x', $3, 'x', 'x', 'warning', 'x', 'x')`,
      [deviceId, vehicleId, deptId],
    )
  // What nobody has heard of for so long is offline, whatever is in force of it.
  await expect.poll(() => numbers('wrong=true')).toEqual([first])
  expect(await numbers('wrong=false')).toEqual([second])
  expect(await numbers('heard=everything').catch(() => 'refused')).toBe('refused')
  expect((await viewer.call('GET', '/admin/device/page?wrong=true')).status).toBe(403)
})
