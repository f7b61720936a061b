import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { place, useRig } from '../store/recorder.test-kit.ts'
import { departmentsAbove, ownerAmong } from './own-areas.ts'

const second = 1000
const rig = await useRig()

test('own areas are those of the nearest department above that has any', () => {
  /** The same said another way: step by step up a tree in which each department's parent has a smaller number; 0 is none. */
  const climb = (parents: readonly number[], owners: ReadonlySet<number>, at: number): number | undefined =>
    at === 0 ? undefined : owners.has(at) ? at : climb(parents, owners, parents[at - 1]!)
  const tree = fc.array(fc.nat(), { minLength: 1, maxLength: 12 }).map((picks) => picks.map((pick, i) => pick % (i + 1)))
  let found = 0
  fc.assert(
    fc.property(tree, fc.array(fc.integer({ min: 1, max: 12 })), fc.nat(), (parents, owning, pick) => {
      const owners = new Set(owning)
      const from = 1 + (pick % parents.length)
      const owner = ownerAmong(
        departmentsAbove((id) => parents[id - 1], from),
        owners,
      )
      expect(owner).toBe(climb(parents, owners, from))
      if (owner !== undefined && owner !== from) found++
    }),
    { numRuns: 500 },
  )
  expect(found).toBeGreaterThan(20)
  // Departments that are each other's parents are no endless way.
  expect([...departmentsAbove((id) => 3 - id, 1)]).toEqual([1, 2])
})

const [here, there, away] = [104.06571, 104.2, 104.4]
const departmentOf = async (name: string) =>
  (await rig.query('select dept_id from sys_dept where tenant_id = 1 and name = $1', [name]))[0].dept_id
async function addArea(deptId: number, lng: number) {
  const shape = { kind: 'circle', centre: [lng, 30.65712], radius: 1000 }
  const [area] = await rig.query(
    `insert into area (tenant_id, dept_id, name, shape, shape_time) values (1, $1, '围栏', $2, now() - interval '1 day') returning id`,
    [deptId, JSON.stringify(shape)],
  )
  return area.id
}
async function addDepartment(name: string, parentId: number) {
  const [one] = await rig.query(
    `insert into sys_dept (tenant_id, parent_id, name, update_by) values (1, $1, $2, '') returning dept_id`,
    [parentId, name],
  )
  return one.dept_id
}
const nowInSeconds = () => Math.floor(Date.now() / second) * second

test('each vehicle is judged by the areas of its own department; one without any breaks no rule', async () => {
  const [one, two] = [await departmentOf('一部'), await departmentOf('二部')]
  await addDepartment('一班', one)
  await addDepartment('机关', 0)
  for (const [deptId, lng] of [
    [one, here],
    [two, there],
  ] as const)
    await addArea(deptId, lng)
  const vehicles = { one: await rig.addVehicle('一班'), two: await rig.addVehicle('二部'), none: await rig.addVehicle('机关') }
  const leaving = await rig.addRule({ kind: 'outOfArea', areaIds: [], ownAreas: true })
  const entering = await rig.addRule({ kind: 'inArea', areaIds: [], ownAreas: true })
  const now = nowInSeconds()
  const recorder = await rig.start(() => now)
  const eventsOf = async ({ deviceId }: { deviceId: number }) => (await rig.events(deviceId)).map((event) => event.rule_id)
  for (const { deviceId } of Object.values(vehicles)) await recorder.send(rig.report(deviceId, [place(now, { lng: here })]))
  expect(await eventsOf(vehicles.one)).toEqual([entering])
  expect(await eventsOf(vehicles.two)).toEqual([leaving])
  expect(await eventsOf(vehicles.none)).toEqual([])
  await rig.query('delete from area')
})

type Case = { from: number; to: number; vehicleId: number }
const changes: [string, (given: Case) => Promise<unknown>][] = [
  ['the vehicle moves', ({ to, vehicleId }) => rig.query('update vehicle set dept_id = $1 where id = $2', [to, vehicleId])],
  [
    'its department moves',
    ({ to }) => rig.query(`update sys_dept set parent_id = $1 where tenant_id = 1 and name = '二班'`, [to]),
  ],
  [
    'the areas change hands',
    ({ from, to }) => rig.query('update area set dept_id = case dept_id when $1::int then $2::int else $1::int end', [from, to]),
  ],
  ['the area is removed', ({ from }) => rig.query('delete from area where dept_id = $1', [from])],
]
test.each(changes)('the rule is another one at once when %s', async (_, change) => {
  const [{ dept_id: root }] = await rig.query(
    'select dept_id from sys_dept where tenant_id = 1 and parent_id = 0 order by dept_id limit 1',
  )
  const [from, to] = [await departmentOf('一部'), await departmentOf('二部')]
  await rig.query(`delete from vehicle where dept_id in (select dept_id from sys_dept where name = '二班')`)
  await rig.query(`delete from sys_dept where name = '二班'`)
  await addDepartment('二班', from)
  await addArea(from, here)
  await addArea(to, there)
  await addArea(root, there)
  const { deviceId, vehicleId } = await rig.addVehicle('二班')
  await rig.addRule({ kind: 'outOfArea', areaIds: [], ownAreas: true })
  const recorder = await rig.start()
  await recorder.send(rig.report(deviceId, [place(nowInSeconds() - 10 * second, { lng: there })]))
  expect(await rig.events(deviceId)).toMatchObject([{ end: null }])

  await change({ from, to, vehicleId })
  await vi.waitFor(async () => expect(await rig.events(deviceId)).toMatchObject([{ end: expect.any(Number) }]))
  const after = nowInSeconds() + second
  await recorder.send(rig.report(deviceId, [place(after, { lng: there })]))
  expect(await rig.events(deviceId)).toHaveLength(1)
  await recorder.send(rig.report(deviceId, [place(after + second, { lng: away })]))
  expect(await rig.events(deviceId)).toMatchObject([{}, { start: after + second, end: null }])
  await rig.query('delete from area')
})
