import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { departments } from '../departments/table.ts'
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

test('its type has its name in the language asked', async () => {
  const { token } = await server.login('viewer')
  const headers = { authorization: `Bearer ${token.access_token}`, 'accept-language': 'en-US' }
  const reply = await server.app.inject({ url: '/admin/facility/list?facilityType=1', headers })
  expect(reply.json().data).toMatchObject([{ facilityTypeName: 'Public toilet', deptName: '一部' }])
})
