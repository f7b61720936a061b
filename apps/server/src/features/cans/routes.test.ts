import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFacility, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let viewer: Awaited<ReturnType<typeof server.login>>
let toilet: Awaited<ReturnType<typeof addFacility>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  viewer = await server.login('viewer')
  toilet = await addFacility(server.db)
})
afterAll(() => server.close())

const can = { name: '建设路垃圾桶001', address: '建设路12号', lng: 104.1, lat: 30.6, capacity: 240, wasteType: '1' }

test('a can is added, measured, changed and removed; it is a facility with fields of its own', async () => {
  const { data: made } = await admin.call('POST', '/admin/garbageCan', { ...can, deptId: toilet.deptId })
  expect(made).toMatchObject({ ...can, deptName: '一部', terminalNo: null, fill: null, fillTime: null })
  expect(made.code).toMatch(/^\w{16}$/)
  const page = async (query = '') => (await viewer.call('GET', `/admin/garbageCan/page${query}`)).data.records
  expect(await page()).toMatchObject([{ id: made.id }])
  expect(await page('?wasteType=2')).toEqual([])

  const { rows } = await server.db.owner.query(
    "insert into device (tenant_id, terminal_no, object_type, object_id) values (1, '777', '2', $1) returning id",
    [made.id],
  )
  await expect.poll(() => server.latest.facilities.of(1).get(made.id)?.deviceId).toBe(rows[0].id)
  const now = Date.now()
  const readings = [{ metric: 'fill', channel: 0, value: 83, time: now } as const]
  server.latest.apply([{ deviceId: rows[0].id, connected: true, seenAt: now, readings }])
  expect(await page()).toMatchObject([{ fill: 83, terminalNo: '777' }])
  const found = async (query: string) => (await page(query)).length
  expect([await found('?fill=overfull'), await found('?fill=half'), await found('?fill=unknown')]).toEqual([1, 0, 0])
  expect([await found('?inOrder=false'), await found('?inOrder=true')]).toEqual([1, 0])

  const changed = await admin.call('PUT', '/admin/garbageCan', { ...can, id: made.id, deptId: toilet.deptId, capacity: 660 })
  expect(changed.data).toMatchObject({ capacity: 660, code: made.code, fill: 83 })
  expect((await admin.call('GET', `/admin/facility/${made.id}`)).data).toMatchObject({ facilityTypeName: '垃圾桶' })
  expect((await admin.call('DELETE', `/admin/garbageCan/${made.id}`)).data).toBe(true)
  expect(await page()).toEqual([])
  expect((await server.db.owner.query('select object_id from device where id = $1', [rows[0].id])).rows).toEqual([
    { object_id: null },
  ])
})

test('other facilities are not found as cans, and cans outside the scope are out of reach', async () => {
  expect((await admin.call('GET', `/admin/garbageCan/${toilet.facilityId}`)).status).toBe(404)
  expect((await admin.call('DELETE', `/admin/garbageCan/${toilet.facilityId}`)).status).toBe(404)
  const { deptId } = await addFacility(server.db, { department: '二部', name: '丙路公共厕所', terminalNo: '13900000008' })
  const { data: foreign } = await admin.call('POST', '/admin/garbageCan', { ...can, deptId })
  expect((await viewer.call('GET', `/admin/garbageCan/${foreign.id}`)).status).toBe(404)
  expect((await viewer.call('POST', '/admin/garbageCan', { ...can, deptId })).status).toBe(403)
})

test('several cans or facilities are moved and removed, each by the calls of its own kind', async () => {
  const other = await addFacility(server.db, { department: '二部', name: '丁路公共厕所', terminalNo: '13900000009' })
  const { data: made } = await admin.call('POST', '/admin/garbageCan', { ...can, name: '丁路垃圾桶', deptId: toilet.deptId })
  const ids = [made.id, other.facilityId]
  const refusals = async (path: string, fields: object = {}) => {
    const { data } = await admin.call(path.endsWith('batch') ? 'PUT' : 'POST', path, { ids, ...fields })
    return data.map(({ name, refusal }: { name: string; refusal: string | null }) => [name, refusal !== null])
  }
  const { deptId } = other
  expect(await refusals('/admin/garbageCan/batch', { deptId })).toEqual([
    ['丁路垃圾桶', false],
    ['', true],
  ])
  expect(await refusals('/admin/facility/batch', { deptId: toilet.deptId })).toEqual([
    ['', true],
    ['丁路公共厕所', false],
  ])
  expect((await admin.call('GET', `/admin/garbageCan/${made.id}`)).data).toMatchObject({ deptName: '二部' })
  const found = async (query: string) => (await admin.call('GET', `/admin/facility/page?${query}`)).data.records
  expect(await found(`text=${encodeURIComponent('丁路')}&online=false`)).toMatchObject([{ deptName: '一部', online: false }])
  expect(await found('online=true')).toEqual([])
  expect(await refusals('/admin/facility/removeBatch')).toEqual([
    ['', true],
    ['丁路公共厕所', false],
  ])
  expect(await refusals('/admin/garbageCan/removeBatch')).toEqual([
    ['丁路垃圾桶', false],
    ['', true],
  ])
  expect((await admin.call('GET', `/admin/garbageCan/${made.id}`)).status).toBe(404)
})
