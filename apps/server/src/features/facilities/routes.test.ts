import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { bearer, png, uploaderTo } from '../../upload.test-kit.ts'
import { departments } from '../departments/table.ts'
import { recheckReleased } from '../files/queries.ts'
import { facilities } from './table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
  await server.db.system(async (tx) => {
    const known = await tx.select().from(departments).where(eq(departments.tenantId, 1))
    const idOf = (name: string) => known.find((one) => one.name === name)!.id
    const common = { tenantId: 1, initials: 'x', lng: 104.07, lat: 30.66 }
    await tx.insert(facilities).values([
      { ...common, deptId: idOf('一部'), name: '乙路公共厕所', code: 'AAAA', facilityType: '1' },
      { ...common, deptId: idOf('一部'), name: '甲路中转站', code: 'BBBB', facilityType: '2' },
      { ...common, deptId: idOf('二部'), name: '丙路公共厕所', code: 'CCCC', facilityType: '1' },
      { ...common, deptId: idOf('一部'), name: '旧厕所', code: 'DDDD', facilityType: '1', removedTime: '2026-01-01 00:00:00' },
    ])
  })
})
afterAll(() => server.close())

const namesFor = async (username: string, query = '') => {
  const { data } = await (await server.login(username)).call('GET', `/admin/facility/list${query}`)
  return data.map(({ name }: { name: string }) => name).sort()
}

test('the facilities of the scope without the removed ones, by type', async () => {
  expect(await namesFor('admin')).toEqual(['丙路公共厕所', '乙路公共厕所', '甲路中转站'])
  expect(await namesFor('viewer')).toEqual(['乙路公共厕所', '甲路中转站'])
  expect(await namesFor('viewer', '?facilityType=2')).toEqual(['甲路中转站'])
})

test('a department outside the scope narrows to nothing', async () => {
  const [other] = await server.db.system((tx) => tx.select().from(departments).where(eq(departments.name, '二部')))
  expect(await namesFor('viewer', `?deptId=${other!.id}`)).toEqual([])
  expect(await namesFor('admin', `?deptId=${other!.id}`)).toEqual(['丙路公共厕所'])
})

test('the name of a facility’s type is in the language of the request', async () => {
  const { token } = await server.login('viewer')
  const headers = { authorization: `Bearer ${token.access_token}`, 'accept-language': 'en-US' }
  const reply = await server.app.inject({ url: '/admin/facility/list?facilityType=1', headers })
  expect(reply.json().data).toMatchObject([{ facilityTypeName: 'Public toilet', deptName: '一部' }])
})

test('a facility is added with a sticker of its own, found, changed and removed; cans are left out unless the filter asks for them', async () => {
  const admin = await server.login('admin')
  const [dept] = await server.db.system((tx) => tx.select().from(departments).where(eq(departments.name, '一部')))
  const fields = { name: '丁路公共厕所', deptId: dept!.id, facilityType: '1', lng: 104.1, lat: 30.6 }
  const { data: made } = await admin.call('POST', '/admin/facility', fields)
  expect(made).toMatchObject({ ...fields, facilityTypeName: '公共厕所', initials: expect.stringMatching(/^dlggcs/) })
  await admin.call('POST', '/admin/facility', { ...fields, name: '丁路垃圾桶', facilityType: '8' })
  const page = async (query: string) => (await admin.call('GET', `/admin/facility/page?${query}`)).data
  const names = (records: { name: string }[]) => records.map(({ name }) => name)
  expect(names((await page(`name=${encodeURIComponent('丁路')}`)).records)).toEqual(['丁路公共厕所'])
  expect(await page('facilityType=8')).toMatchObject({ total: 1, records: [{ name: '丁路垃圾桶' }] })
  expect(await namesFor('admin')).not.toContain('丁路垃圾桶')

  const changed = await admin.call('PUT', '/admin/facility', { ...fields, id: made.id, address: '丁路3号' })
  expect(changed.data).toMatchObject({ address: '丁路3号', code: made.code })
  expect((await admin.call('DELETE', `/admin/facility/${made.id}`)).data).toBe(true)
  expect((await admin.call('GET', `/admin/facility/${made.id}`)).status).toBe(404)
})

test('the facts of a facility are kept, and nothing else than what can be true is taken', async () => {
  const admin = await server.login('admin')
  const [dept] = await server.db.system((tx) => tx.select().from(departments).where(eq(departments.name, '一部')))
  const place = { name: '戊路公共厕所', deptId: dept!.id, facilityType: '1', lng: 104.1, lat: 30.6 }
  const facts = {
    toiletKind: 'attached',
    facilityClass: 2,
    builtYear: 2019,
    floorArea: 62.5,
    openingHours: '06:00–22:00',
    managerName: '王五',
    equipment: '烘手机',
    cubiclesMen: 3,
    cubiclesWomen: 5,
    cubiclesShared: 1,
  }
  const { data: made } = await admin.call('POST', '/admin/facility', { ...place, ...facts })
  expect(made).toMatchObject(facts)
  expect((await admin.call('GET', `/admin/facility/${made.id}`)).data).toMatchObject(facts)
  const wrong = {
    toiletKind: 'golden',
    facilityClass: 6,
    builtYear: 1800,
    floorArea: 0,
    cubiclesMen: -1,
    openingHours: 'x'.repeat(51),
  }
  for (const [field, value] of Object.entries(wrong))
    expect([field, (await admin.call('POST', '/admin/facility', { ...place, [field]: value })).status]).toEqual([field, 400])
  const { data: unsaid } = await admin.call('PUT', '/admin/facility', { ...place, id: made.id, builtYear: null })
  expect(unsaid).toMatchObject({ builtYear: null, toiletKind: null, cubiclesMen: null, managerName: '' })
})

test('facilities are found by their ids and names, those of the scope alone, the newest of several with one name', async () => {
  const [admin, viewer] = [await server.login('admin'), await server.login('viewer')]
  const { rows } = await server.db.owner.query(`
    insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat)
    select 1, dept_id, '同名', 'R' || n, 'tm', case n when 3 then '8' else '1' end, 104, 30
    from sys_dept, generate_series(1, 3) n where tenant_id = 1 and name = '一部' order by n returning id`)
  const [first, second, can] = rows.map(({ id }) => id)
  const find = async (who: typeof admin, asked: object) =>
    (await who.call('POST', '/admin/facility/getByIdsAndNames', asked)).data.map(({ id, name }: { id: number; name: string }) => [
      name,
      id,
    ])
  expect(await find(admin, { names: ['同名', '没有的'] })).toEqual([['同名', second]])
  expect(await find(admin, { ids: [first, can, 999_999] })).toEqual([
    ['同名', first],
    ['同名', can],
  ])
  expect((await find(viewer, { names: ['丙路公共厕所', '乙路公共厕所'] })).map(([name]: [string]) => name)).toEqual([
    '乙路公共厕所',
  ])
  expect(await find(admin, {})).toEqual([])
  const tooMany = Array.from({ length: 201 }, (_, i) => i + 1)
  expect((await admin.call('POST', '/admin/facility/getByIdsAndNames', { ids: tooMany })).status).toBe(400)
})

test('photos of a facility keep their order, are seen by who sees it, and go with it', async () => {
  const [admin, viewer] = [await server.login('admin'), await server.login('viewer')]
  const upload = uploaderTo(server, admin)
  const departmentOf = async (name: string) =>
    (await server.db.system((tx) => tx.select().from(departments).where(eq(departments.name, name))))[0]!.id
  const place = { facilityType: '1', lng: 104.1, lat: 30.6 }
  const names: string[] = []
  for (let n = 0; n < 4; n++) names.push((await upload(png)).data.fileName)
  const [first, second, third, other] = names
  const here = { ...place, name: '己路公共厕所', deptId: await departmentOf('一部') }
  const { data: made } = await admin.call('POST', '/admin/facility', { ...here, photos: `${first},${second}` })
  const elsewhere = { ...place, name: '庚路公共厕所', deptId: await departmentOf('二部'), photos: other }
  const { data: far } = await admin.call('POST', '/admin/facility', elsewhere)
  expect(made.photos).toBe(`${first},${second}`)
  const { data: turned } = await admin.call('PUT', '/admin/facility', { ...here, id: made.id, photos: `${third},${first}` })
  expect(turned.photos).toBe(`${third},${first}`)
  // Who does not know of photos leaves them as they are.
  const { data: named } = await admin.call('PUT', '/admin/facility', { ...here, id: made.id, remark: '临街' })
  expect(named.photos).toBe(`${third},${first}`)

  const seenBy = async (who: typeof admin) =>
    (await who.call('GET', `/admin/sys-file/batchFileUrl?fileName=${names.join()}`)).data.map(
      ({ fileName }: { fileName: string }) => fileName,
    )
  expect((await seenBy(viewer)).toSorted()).toEqual([third, first].toSorted())
  const statusOf = async (name: string | undefined) =>
    (await server.app.inject({ url: `/admin/sys-file/huanwei/${name}`, headers: bearer(viewer) })).statusCode
  expect([await statusOf(first), await statusOf(other)]).toEqual([200, 404])

  const changed = { ...here, id: made.id, photos: `${third},${'0'.repeat(32)}.png` }
  expect(await admin.call('PUT', '/admin/facility', changed)).toMatchObject({ status: 409, data: { field: 'photos' } })
  const tooMany = Array.from({ length: 10 }, () => first).join()
  expect((await admin.call('PUT', '/admin/facility', { ...changed, photos: tooMany })).status).toBe(400)

  const confirmed = async () => {
    await server.db.system((tx) => recheckReleased(tx))
    const { rows } = await server.db.owner.query(
      'select file_name as name from sys_file where is_confirmed and file_name = any($1)',
      [names],
    )
    return rows.map(({ name }) => name).toSorted()
  }
  expect(await confirmed()).toEqual([first, third, other].toSorted())
  const { rows } = await server.db.owner.query('select id from sys_file where file_name = $1', [first])
  expect((await admin.call('DELETE', `/admin/sys-file/${rows[0].id}`)).status).toBe(409)
  expect((await admin.call('DELETE', `/admin/facility/${made.id}`)).data).toBe(true)
  await admin.call('POST', '/admin/facility/removeBatch', { ids: [far.id] })
  expect(await confirmed()).toEqual([])
})

test('who may not see a file makes no photo of it', async () => {
  const admin = await server.login('admin')
  const { fileName } = (await uploaderTo(server, admin)(png)).data
  const keeper = await server.login('viewer')
  await server.db.owner.query(
    `insert into sys_role_menu (tenant_id, role_id, menu_id)
     select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
     where r.tenant_id = 1 and r.role_name = 'viewer' and m.tenant_id = 1 and m.permission = 'admin_facility_edit'`,
  )
  const { data } = await admin.call('GET', '/admin/facility/page')
  const { id, name, deptId } = data.records.find((one: { name: string }) => one.name === '乙路公共厕所')
  const place = { id, name, deptId, facilityType: '1', lng: 104.1, lat: 30.6 }
  expect((await keeper.call('PUT', '/admin/facility', { ...place, photos: fileName })).status).toBe(409)
  const own = (await uploaderTo(server, keeper)(png)).data.fileName
  expect((await keeper.call('PUT', '/admin/facility', { ...place, photos: own })).data.photos).toBe(own)
})
