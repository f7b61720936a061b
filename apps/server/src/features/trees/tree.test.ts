import { setTimeout as sleep } from 'node:timers/promises'
import { Status } from '@huanwei/contract/live/codes'
import { countStatuses, isOnline, offlineAfterMs } from '@huanwei/contract/live/rules'
import { TreeNode } from '@huanwei/contract/trees/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Update } from '../../position/report.ts'
import { startTestServer } from '../../test-kit.ts'

const each = 700
let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
/** Terminals of objects of all kinds, alternating. */
let terminals: number[]
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  await server.db.owner.query(`
    insert into sys_dept (tenant_id, parent_id, name)
      select 1, dept_id, name || '班' || i from sys_dept, generate_series(1, 10) i where tenant_id = 1 and parent_id <> 0;
    create temp table places as select dept_id, row_number() over () - 1 as n from sys_dept where tenant_id = 1;
    insert into vehicle (tenant_id, dept_id, plate_number, plate_colour, initials, vehicle_type, vehicle_function, vehicle_camera)
      select 1, dept_id, '川A' || i, 2, 'x', '1', '1', i % 3 from generate_series(1, ${each}) i join places on n = i % 23;
    insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat)
      select 1, dept_id, '公厕' || i, 'code' || i, 'x', '1', 104, 30 from generate_series(1, ${each}) i join places on n = i % 23;
    insert into sys_user (tenant_id, dept_id, username, password)
      select 1, dept_id, 'person' || i, '' from generate_series(1, ${each}) i join places on n = i % 23;
    insert into device (tenant_id, terminal_no, object_type, object_id)
      select 1, type || id, type, id from (
        select '1' as type, id from vehicle union all select '2', id from facility
        union all select '0', user_id from sys_user where tenant_id = 1 and username like 'person%') o;`)
  const { rows } = await server.db.owner.query<{ id: number }>('select id from device order by object_id')
  terminals = rows.map(({ id }) => id)
  const { people, vehicles, facilities } = server.latest
  const bound = () =>
    [people, vehicles, facilities].map((kind) => [...kind.of(1).values()].filter(({ deviceId }) => deviceId !== null).length)
  await vi.waitUntil(() => bound().every((n) => n === each), 10_000)
})
afterAll(() => server.close())

/** Time until an object goes offline, ms; shorter than one round over all objects. */
const shortMs = 50
let next = 0
/** Reports of the next objects, or their silence when they reported in the last round; every other one moves. */
function change(amount: number) {
  const updates: Update[] = []
  for (let i = 0; i < amount; i++, next++) {
    const now = Date.now()
    const deviceId = terminals[(next * 11) % terminals.length]!
    const isHeard = Math.floor(next / terminals.length) % 2 === 0
    const fix = { time: now, lng: 104, lat: 30, speed: next % 2 ? 30 : 0, direction: 0, altitude: 0, status: 3, alarm: 0 }
    updates.push({
      deviceId,
      connected: true,
      seenAt: isHeard ? now - offlineAfterMs + shortMs : 0,
      fix: { ...fix, mileage: null, satellites: null, signal: null },
    })
  }
  server.latest.apply(updates)
}

const ask = async (path: string) => (await admin.call('POST', path, {})).data
const askTree = async (path: string) => TreeNode.array().parse(await ask(path))
const leavesOf = (nodes: TreeNode[]): TreeNode[] => nodes.flatMap((one) => (one.isParent ? leavesOf(one.children ?? []) : one))

/** Counts the leaves of each department and all below it anew, by what they say themselves. */
function recount(flat: TreeNode[]) {
  const parents = new Map(flat.filter((one) => one.isParent).map(({ id, parentId }) => [id, parentId]))
  const counts = new Map([...parents.keys()].map((id) => [id, { online: 0, total: 0 }]))
  for (const { parentId, locationData } of flat.filter((one) => !one.isParent))
    for (let at = parentId; at !== 0; at = parents.get(at)!) {
      counts.get(at)!.total++
      if (isOnline(locationData?.status)) counts.get(at)!.online++
    }
  return [...counts].map(([id, { online, total }]) => [id, `${online}/${total}`])
}
const countsIn = (flat: TreeNode[]) => flat.filter((one) => one.isParent).map(({ id, count }) => [id, count])

test('after every batch of changes tree, list, leaves and statistics say the same, of every kind that has them', async () => {
  for (let batch = 0; batch < 25; batch++) {
    change(500)
    const [nested, flat, leaves, statistics, people, userStatistics] = await Promise.all([
      askTree('/admin/tree/getTreeByDeptVehicle'),
      askTree('/admin/tree/getDeptTreeVehicleList'),
      askTree('/admin/tree/getDeptVehicleList'),
      ask('/admin/vehicle/getVehicleStatusCount'),
      askTree('/admin/tree/getUserTreeVoList'),
      ask('/admin/user/getUserStatusCount'),
    ])
    expect(countsIn(flat)).toEqual(recount(flat))
    expect(countsIn(people)).toEqual(recount(people))
    expect(leavesOf(nested).length).toBe(each)
    expect(new Set(leavesOf(nested).map((one) => JSON.stringify(one)))).toEqual(new Set(leaves.map((one) => JSON.stringify(one))))
    const { total, online, stationary, moving, alert, offline } = countStatuses(leaves.map((one) => one.locationData))
    expect(Object.values(statistics)).toEqual([total, online, stationary, moving, alert, offline])
    expect(nested[0]!.count).toBe(`${online}/${total}`)
    const ofPeople = countStatuses(leavesOf(people).map((one) => one.locationData))
    expect([userStatistics.userCount, userStatistics.userOnlineCount]).toEqual([ofPeople.total, ofPeople.online])
    expect(moving + stationary).toBe(online)
  }
})

test('while 5 000 objects a second change, each tree counts what is in it', async () => {
  const ticking = setInterval(() => change(500), 100)
  const until = Date.now() + 4000
  const counts = new Set<string>()
  while (Date.now() < until) {
    for (const path of ['getDeptTreeVehicleList', 'getUserTreeVoList', 'getFacilityTreeVoList']) {
      const flat = await askTree(`/admin/tree/${path}`)
      expect(countsIn(flat)).toEqual(recount(flat))
      counts.add(`${path} ${flat[0]?.count}`)
    }
    await sleep(10)
  }
  clearInterval(ticking)
  // Each of them comes and goes.
  expect(counts.size).toBeGreaterThan(9)
  const facilities = await askTree('/admin/tree/getDeptFacilityVoList')
  expect(facilities.every((one) => one.isFacility && (one.locationData?.status ?? Status.stationary) === Status.stationary)).toBe(
    true,
  )
})
