import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { builtInParameters } from '@huanwei/contract/parameters/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
let server: Awaited<ReturnType<typeof startTestServer>>
/** Sees everything; may change parameters and sees 一部; sees 一部. */
let [admin, chief, viewer]: Person[] = []
const path = '/admin/param'

beforeAll(async () => {
  server = await startTestServer()
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission like 'admin_syspublicparam_%'`)
  ;[admin, chief, viewer] = await Promise.all(['admin', 'handler', 'viewer'].map((name) => server.login(name)))
})
afterAll(() => server.close())

const rows = async (query = '') => (await admin!.call('GET', `${path}/page?size=100&${query}`)).data.records
const builtIn = async (key: string) =>
  (await rows(`publicKey=${key}`)).find(({ publicKey }: { publicKey: string }) => publicKey === key)
const valueIn = async (key: string, who = viewer!) => (await who.call('GET', `${path}/publicValue/${key}`)).data
async function set(key: string, publicValue: string) {
  return admin!.call('PUT', path, { ...(await builtIn(key)), publicValue })
}

test('the parameters of the product are there with their defaults, named in the language of the caller', async () => {
  const all = await rows('system=1')
  expect(all.map(({ publicKey }: { publicKey: string }) => publicKey)).toEqual(Object.keys(builtInParameters))
  expect(all[0]).toMatchObject({
    publicName: '抽吸报洁处理时限（小时）',
    publicValue: '24',
    startValue: '24',
    system: '1',
    least: 1,
  })
  expect(await rows('publicName=%E8%AE%A4%E9%A2%86')).toMatchObject([{ publicKey: 'claim_minutes' }])
  expect(await valueIn('claim_minutes')).toBe('5')
  expect(await valueIn('nothing')).toBeNull()
})

test('of the parameters of the product only value and remark change, within bounds, and none is removed', async () => {
  const one = await builtIn('claim_minutes')
  expect(await set('claim_minutes', '61')).toMatchObject({ status: 400, msg: '请填写 1 到 60 的整数' })
  expect(await set('cleaning_overdue_reminder', '是')).toMatchObject({ status: 400, msg: '请选择是或否' })
  expect(await admin!.call('PUT', path, { ...one, publicKey: 'other' })).toMatchObject({ status: 409 })
  const { data } = await admin!.call('PUT', path, {
    ...one,
    publicName: '别的',
    kind: 'text',
    status: '1',
    publicValue: '7',
    remark: '试行',
  })
  expect(data).toMatchObject({ publicName: one.publicName, kind: 'number', status: '0', publicValue: '7', remark: '试行' })
  const removed = await admin!.call('DELETE', `${path}/${one.id}`)
  expect(removed).toMatchObject({ status: 409, msg: '系统内置参数不能删除' })
  // What was made from an older state is refused.
  expect(await admin!.call('PUT', path, { ...one, publicValue: '9' })).toMatchObject({ status: 409 })
  expect(await valueIn('claim_minutes')).toBe('7')
})

test('an organisation has parameters of its own, which others read while they are on', async () => {
  const fields = { publicName: '值班电话', publicKey: 'duty.phone', publicValue: '028-12345', kind: 'text', remark: '' }
  const { data: added } = await admin!.call('POST', path, fields)
  expect(added).toMatchObject({ ...fields, system: '0', startValue: null })
  expect(await admin!.call('POST', path, fields)).toMatchObject({ status: 409, data: { field: 'publicKey' } })
  expect(await admin!.call('POST', path, { ...fields, publicKey: 'claim_minutes' })).toMatchObject({ status: 409 })
  expect(await valueIn('duty.phone')).toBe('028-12345')
  const { data: off } = await admin!.call('PUT', path, { ...added, status: '1' })
  expect(await valueIn('duty.phone')).toBeNull()
  await admin!.call('DELETE', `${path}/${off.id}`)
  expect(await rows('system=0')).toEqual([])
})

test('only who sees the whole organisation changes them', async () => {
  const one = await builtIn('export_kept_days')
  expect(await chief!.call('PUT', path, { ...one, publicValue: '9' })).toMatchObject({ status: 403 })
  expect(await chief!.call('PUT', `${path}/sync`, {})).toMatchObject({ status: 403 })
  expect(await viewer!.call('PUT', path, { ...one, publicValue: '9' })).toMatchObject({ status: 403 })
})

test('what is lost is added again by a sync, and holds by default until then', async () => {
  await server.db.owner.query(`delete from sys_public_param where tenant_id = 1 and public_key = 'export_kept_days'`)
  expect(await builtIn('export_kept_days')).toBeUndefined()
  await admin!.call('PUT', `${path}/sync`, {})
  expect(await builtIn('export_kept_days')).toMatchObject({ publicValue: '7' })
})

test('a new cleaning report is due after the hours of its type, at once; those before keep theirs', async () => {
  const { rows: places } =
    await server.db.owner.query(`insert into facility (tenant_id, dept_id, name, code, initials, address, lng, lat, facility_type)
    select 1, dept_id, '公厕', 'AAAA', 'x', '建设路', 104.07, 30.66, '1' from sys_dept where tenant_id = 1 and name = '一部' returning id`)
  const base = '/admin/wcReportToClean'
  const types = [CleaningType.suction, CleaningType.cleaning, CleaningType.repair]
  const reportEach = () =>
    Promise.all(
      types.map(async (type) => {
        const { data } = await admin!.call('POST', base, { type, content: '满了', facilityId: places[0].id })
        return Number(data.id)
      }),
    )
  const hours = async (id: number) => {
    const { data } = await admin!.call('GET', `${base}/${id}`)
    return (Date.parse(data.dueTime) - Date.parse(data.reportTime)) / 3_600_000
  }
  const before = await reportEach()
  expect((await set('cleaning_suction_hours', '36')).status).toBe(200)
  expect((await set('cleaning_cleaning_hours', '37')).status).toBe(200)
  expect((await set('cleaning_repair_hours', '38')).status).toBe(200)
  const after = await reportEach()
  expect(await Promise.all(before.map(hours))).toEqual([24, 12, 48])
  expect(await Promise.all(after.map(hours))).toEqual([36, 37, 38])
})
