import { LineClose, mostGroups } from '@huanwei/contract/intercom/codes'
import type { IntercomGroup } from '@huanwei/contract/intercom/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantIntercom, openLine } from '../../intercom/intercom.test-kit.ts'
import { startTestServer } from '../../test-kit.ts'
import { removeOldSpeeches } from './jobs.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
let [admin, handler, viewer, foreign] = [] as unknown as [Person, Person, Person, Person]
let url: string
let depts: Map<string, number>

beforeAll(async () => {
  server = await startTestServer()
  await grantIntercom(server.db, ['handler', 'viewer'])
  ;[admin, handler, viewer, foreign] = [
    await server.login('admin'),
    await server.login('handler'),
    await server.login('viewer'),
    await server.login('admin', 2),
  ]
  url = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  const { rows } = await server.db.pool.query('select name, dept_id from sys_dept where tenant_id = 1')
  depts = new Map(rows.map(({ name, dept_id }) => [name, dept_id]))
})
afterAll(() => server.close())

const add = async (person: Person, group: object) => person.call('POST', '/admin/intercom/group', group)
const groups = async (person: Person) => (await person.call('GET', '/admin/intercom/group/list')).data as IntercomGroup[]
const namesOf = async (person: Person) => (await groups(person)).map(({ name }) => name)

test('a department, people who are named, and an hour: each sees the groups they belong to', async () => {
  const [first, second] = [depts.get('一部'), depts.get('二部')]
  await add(admin, { kind: 'department', name: '一部全员', deptId: first })
  await add(admin, { kind: 'department', name: '二部全员', deptId: second })
  await add(admin, { kind: 'fixed', name: '应急组', deptId: second, userIds: [handler.userId] })
  expect(await namesOf(admin)).toEqual(['一部全员', '二部全员', '应急组'])
  expect(await namesOf(handler)).toEqual(['一部全员', '应急组'])
  expect(await namesOf(viewer)).toEqual(['一部全员'])
  expect(await namesOf(foreign)).toEqual([])

  const { data } = await add(handler, { kind: 'temporary', name: '扫雪', userIds: [viewer.userId] })
  const made = (await groups(viewer)).find(({ id }) => id === data.id)
  expect(made).toMatchObject({ name: '扫雪', kind: 'temporary', mayChange: false })
  expect(made?.userIds.toSorted()).toEqual([handler.userId, viewer.userId].toSorted())
  await server.db.pool.query(`update intercom_group set expires = now() - interval '1 second' where id = $1`, [data.id])
  expect(await namesOf(viewer)).toEqual(['一部全员'])
})

test('groups of others are refused: without the right, out of scope, of another organisation, and one too many', async () => {
  const deptId = depts.get('一部')
  expect(await add(handler, { kind: 'fixed', name: '组', deptId })).toMatchObject({ status: 403 })
  expect(await add(admin, { kind: 'fixed', name: '组' })).toMatchObject({ status: 400 })
  expect(await add(admin, { kind: 'area', name: '组', deptId })).toMatchObject({ status: 400 })
  expect(await add(admin, { kind: 'area', name: '组', deptId, areaId: 4711 })).toMatchObject({ status: 404 })
  for (const userId of [4711, foreign.userId])
    expect(await add(admin, { kind: 'fixed', name: '组', deptId, userIds: [userId] })).toMatchObject({ status: 404 })
  const { data } = await add(admin, { kind: 'fixed', name: '组', deptId, userIds: [handler.userId] })
  const change = { id: data.id, name: '乱改', userIds: [] }
  for (const person of [handler, foreign]) {
    expect(await person.call('PUT', '/admin/intercom/group', change)).toMatchObject({ status: 404 })
    expect(await person.call('DELETE', `/admin/intercom/group/${data.id}`)).toMatchObject({ status: 404 })
  }
  await server.db.pool.query(
    `insert into intercom_group (tenant_id, kind, name, dept_id) select 1, 'fixed', 'x', $1 from generate_series(1, ${mostGroups})`,
    [deptId],
  )
  expect(await add(admin, { kind: 'fixed', name: '组', deptId })).toMatchObject({ status: 409 })
  await server.db.pool.query(`delete from intercom_group where name = 'x'`)
})

test('of two who change a group the second is told; who is taken out loses it at once', async () => {
  const { data } = await add(admin, { kind: 'fixed', name: '小组', deptId: depts.get('一部'), userIds: [handler.userId] })
  const [group] = (await groups(admin)).filter(({ id }) => id === data.id)
  const line = await openLine(url, handler.token.access_token)
  expect((await line.next('groups')).groups.map(({ id }) => id)).toContain(data.id)
  const { updateTime } = group!
  expect(
    await admin.call('PUT', '/admin/intercom/group', { id: data.id, name: '新组', userIds: [viewer.userId], updateTime }),
  ).toMatchObject({ status: 200 })
  await expect
    .poll(() =>
      line
        .all('groups')
        .at(-1)
        ?.groups.map(({ id }) => id),
    )
    .not.toContain(data.id)
  expect(await admin.call('PUT', '/admin/intercom/group', { id: data.id, name: '旧组', userIds: [], updateTime })).toMatchObject({
    status: 409,
  })
  expect(await admin.call('DELETE', `/admin/intercom/group/${data.id}`)).toMatchObject({ status: 200 })
  expect((await groups(viewer)).map(({ id }) => id)).not.toContain(data.id)
  line.leave()
})

test('a call rings with the other one, who need not be in sight where both share a group', async () => {
  const line = await openLine(url, viewer.token.access_token)
  await line.next('groups')
  const called = await handler.call('POST', '/admin/intercom/call', { userId: viewer.userId })
  expect(called.data).toMatchObject({ isThere: true })
  expect(await line.next('ring')).toMatchObject({ groupId: called.data.groupId, by: 'handler' })
  const back = await viewer.call('POST', '/admin/intercom/call', { userId: handler.userId })
  expect(back.data).toEqual({ groupId: called.data.groupId, isThere: false })
  expect((await groups(viewer)).find(({ kind }) => kind === 'pair')?.name).toBe('handler')
  expect((await groups(handler)).find(({ kind }) => kind === 'pair')?.name).toBe('viewer')
  expect((await groups(admin)).some(({ kind }) => kind === 'pair')).toBe(false)
  const nobody = await server.login('nobody')
  for (const [userId, status] of [
    [nobody.userId, 409],
    [handler.userId, 404],
    [foreign.userId, 404],
  ] as const)
    expect(await handler.call('POST', '/admin/intercom/call', { userId })).toMatchObject({ status })
  expect(await nobody.call('POST', '/admin/intercom/call', { userId: viewer.userId })).toMatchObject({ status: 403 })
  line.leave()
  await expect.poll(line.code).not.toBe(LineClose.unauthorised)
})

test('speeches are found by group, person and time in sight only, and go when they are old', async () => {
  const { data } = await add(admin, { kind: 'fixed', name: '录音', deptId: depts.get('二部'), userIds: [handler.userId] })
  const { rows } = await server.db.pool.query(
    `insert into intercom_speech (tenant_id, group_id, user_id, start_time, samples, end_reason)
     select 1, $1, $2, timestamptz '2026-01-05 08:00:00+08' + i * interval '1 hour', 800, 'released' from generate_series(0, 2) i returning id`,
    [data.id, handler.userId],
  )
  const ids = rows.map(({ id }) => id as number)
  const find = async (person: Person, query = '') =>
    ((await person.call('GET', `/admin/intercom/speech/list?groupId=${data.id}${query}`)).data as { id: number }[]).map(
      ({ id }) => id,
    )
  expect(await find(handler)).toEqual(ids.toReversed())
  expect(await find(admin)).toEqual(ids.toReversed())
  expect(await find(viewer)).toEqual([])
  expect(await find(handler, `&userId=${viewer.userId}`)).toEqual([])
  expect(await find(handler, '&startTime=2026-01-05 08:30:00&endTime=2026-01-05 09:30:00')).toEqual([ids[1]])
  expect(await find(handler, `&before=${ids[1]}`)).toEqual([ids[0]])
  for (const person of [viewer, foreign])
    expect(await person.call('GET', `/admin/intercom/speech/sound?id=${ids[0]}`)).toMatchObject({ status: 404 })
  await removeOldSpeeches({ db: server.db, keepDays: 30 })
  expect(await find(handler)).toEqual([])
})
