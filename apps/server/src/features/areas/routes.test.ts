import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { rules } from '../rules/table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let vehicle: Awaited<ReturnType<typeof addVehicle>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  vehicle = await addVehicle(server.db)
})
afterAll(() => server.close())

const shape = {
  kind: 'polygon',
  ring: [
    [104, 30],
    [104.1, 30],
    [104.1, 30.1],
  ],
}

test('an area keeps its shape and its vehicles, and goes when no rule uses it', async () => {
  const { data: area } = await admin.call('POST', '/admin/area', {
    name: '春熙路',
    deptId: vehicle.deptId,
    shape,
    vehicleIds: [vehicle.vehicleId],
  })
  expect(area).toMatchObject({ name: '春熙路', shape, vehicleIds: [vehicle.vehicleId], deptName: '一部' })
  const circle = { kind: 'circle', centre: [104.06, 30.65], radius: 500 }
  expect((await admin.call('PUT', '/admin/area', { ...area, shape: circle, vehicleIds: [] })).data).toMatchObject({
    shape: circle,
    vehicleIds: [],
  })

  const [rule] = await server.db.system((tx) =>
    tx
      .insert(rules)
      .values({
        tenantId: 1,
        name: '驶出围栏',
        objectType: '1',
        condition: { kind: 'outOfArea', areaIds: [area.id] },
        severity: 'alarm',
        hours: [],
        minDuration: 0,
        cooldown: 0,
      })
      .returning(),
  )
  expect((await admin.call('DELETE', `/admin/area/${area.id}`)).msg).toContain('驶出围栏')
  await server.db.owner.query(`delete from monitoring_rule where id = ${rule!.id}`)
  expect((await admin.call('DELETE', `/admin/area/${area.id}`)).data).toBe(true)
})

test('a polygon that crosses itself, has no area or crosses the date line is refused in the language of the request', async () => {
  const { token } = await server.login('admin')
  const post = async (ring: number[][], language: string) => {
    const headers = { authorization: `Bearer ${token.access_token}`, 'accept-language': language }
    const payload = { name: 'x', deptId: vehicle.deptId, shape: { kind: 'polygon', ring } }
    const reply = await server.app.inject({ method: 'POST', url: '/admin/area', headers, payload })
    return [reply.statusCode, reply.json().msg]
  }
  const bow = [
    [104, 30],
    [104.1, 30.1],
    [104.1, 30],
    [104, 30.2],
  ]
  expect(await post(bow, 'zh-CN')).toEqual([400, expect.stringContaining('多边形的边不能相交')])
  expect(await post(bow, 'en-US')).toEqual([400, expect.stringContaining('The sides of a polygon must not cross each other')])
  const line = [104, 104.1, 104.2].map((lng) => [lng, 30])
  expect(await post(line, 'zh-TW')).toEqual([400, expect.stringContaining('多邊形沒有面積')])
  const around = [
    [179.9, 30],
    [-179.9, 30],
    [-179.9, 31],
  ]
  expect(await post(around, 'zh-CN')).toEqual([400, expect.stringContaining('不能跨越180°经线')])
})

test('an invalid shape and a vehicle out of scope are refused', async () => {
  const post = (fields: object) => admin.call('POST', '/admin/area', { name: 'x', deptId: vehicle.deptId, shape, ...fields })
  expect((await post({ shape: { kind: 'polygon', ring: [[104, 30]] } })).status).toBe(400)
  expect((await post({ shape: { kind: 'circle', centre: [204, 30], radius: 5 } })).status).toBe(400)
  expect((await post({ vehicleIds: [999_999] })).status).toBe(404)
})

test('an area whose vehicle was removed can still be saved as it is read', async () => {
  const gone = await addVehicle(server.db, { plateNumber: '川A00009', terminalNo: '13900000009' })
  const vehicleIds = [vehicle.vehicleId, gone.vehicleId]
  const { data: area } = await admin.call('POST', '/admin/area', { name: '人民路', deptId: vehicle.deptId, shape, vehicleIds })
  await admin.call('DELETE', `/admin/vehicle/${gone.vehicleId}`)
  const { data: read } = await admin.call('GET', `/admin/area/${area.id}`)
  expect(read.vehicleIds).toEqual([vehicle.vehicleId])
  expect((await admin.call('PUT', '/admin/area', read)).status).toBe(200)
})

test('a person has to be in the areas of the rules that watch where they are', async () => {
  const place = (name: string) => ({ name, deptId: vehicle.deptId, shape })
  const areaOf = async (name: string): Promise<number> => (await admin.call('POST', '/admin/area', place(name))).data.id
  const [own, team, off] = [await areaOf('岗位'), await areaOf('班组区'), await areaOf('停用')]
  const viewer = await server.login('viewer')
  const userId: number = (await admin.call('GET', '/admin/user/getInfoUser/viewer')).data.userId
  const { data: dept } = await admin.call('GET', `/admin/dept/${vehicle.deptId}`)
  const hours = [{ start: '08:00', end: '17:00', weekdays: [1, 2, 3, 4, 5] }]
  const wanted = [
    { name: '缺岗', condition: { kind: 'absent', areaIds: [own], after: 600 }, objectIds: [userId], enabled: true },
    { name: '迟到', condition: { kind: 'late', areaIds: [team], grace: 600 }, deptIds: [dept.parentId], hours, enabled: true },
    { name: '停用', condition: { kind: 'outOfArea', areaIds: [off] } },
  ]
  const made = await Promise.all(wanted.map((rule) => admin.call('POST', '/admin/sysusermonitoringrule', rule)))
  expect(made.map(({ code }) => code)).toEqual([0, 0, 0])
  const areas = async (who: typeof admin, id: number) =>
    (await who.call('GET', `/admin/objectArea/getAreaByUserId/${id}`)).data.map(({ name }: { name: string }) => name)
  expect(await areas(viewer, userId)).toEqual(['岗位', '班组区'])
  // By own areas: those of the nearest department that has any.
  const ownRule = { name: '自己的', condition: { kind: 'absent', ownAreas: true, after: 600 }, enabled: true }
  const { data: byOwn } = await admin.call('POST', '/admin/sysusermonitoringrule', ownRule)
  const { rows: near } = await server.db.owner.query('select name from area where tenant_id = 1 and dept_id = $1', [
    vehicle.deptId,
  ])
  expect(new Set(await areas(viewer, userId))).toEqual(new Set(['岗位', '班组区', ...near.map(({ name }) => name)]))
  await admin.call('DELETE', `/admin/sysusermonitoringrule/${byOwn.id}`)
  const { data: boss } = await admin.call('GET', '/admin/user/getInfoUser/admin')
  expect(await areas(admin, boss.userId)).toEqual([boss.deptId === dept.parentId ? '班组区' : []].flat())
  expect(await areas(viewer, boss.userId)).toEqual([])
  expect(await areas(await server.login('admin', 2), userId)).toEqual([])
})
