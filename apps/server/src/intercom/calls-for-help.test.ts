import type { IntercomGroup } from '@huanwei/contract/intercom/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { escalateDue } from '../features/emergencies/jobs.ts'
import { startTestServer } from '../test-kit.ts'
import { grantIntercom, type OpenLine, openLine } from './intercom.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
let [admin, handler, viewer] = [] as unknown as [Person, Person, Person]
let url: string
const open: OpenLine[] = []

beforeAll(async () => {
  server = await startTestServer()
  await grantIntercom(server.db, ['handler', 'viewer'])
  ;[admin, handler, viewer] = [await server.login('admin'), await server.login('handler'), await server.login('viewer')]
  url = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
})
afterAll(() => server.close())
afterEach(() => {
  for (const line of open.splice(0)) line.leave()
})

async function enter({ token }: Person) {
  const line = await openLine(url, token.access_token)
  open.push(line)
  await line.next('groups')
  return line
}
const groupsOf = async (person: Person) =>
  ((await person.call('GET', '/admin/intercom/group/list')).data as IntercomGroup[]).filter(({ kind }) => kind === 'emergency')

/** `viewer` calls for help; the handlers are told at once. */
async function callForHelp() {
  const { data } = await admin.call('POST', '/admin/emergency/drill', { objectType: ObjectType.person, objectId: viewer.userId })
  await escalateDue(server.db, Date.now() + 1000)
  return data.id as number
}

test('a call for help opens a group at the one who called, rings at who was told, opens at who takes it, and ends with it', async () => {
  const [caller, told] = [await enter(viewer), await enter(handler)]
  const id = await callForHelp()
  const { groupId, name } = await caller.next('open')
  expect(name).toBe('viewer')
  expect(await told.next('ring')).toEqual({ type: 'ring', groupId, by: 'viewer', isEmergency: true })
  expect(
    told
      .all('groups')
      .at(-1)
      ?.groups.map((group) => group.id),
  ).toContain(groupId)
  expect(await groupsOf(handler)).toMatchObject([{ id: groupId, name: 'viewer', isDrill: true, mayChange: false }])
  expect(await groupsOf(viewer)).toMatchObject([{ id: groupId }])
  // They speak with each other.
  told.say({ listen: groupId })
  caller.say({ press: groupId })
  const { speechId } = await caller.next('granted')
  caller.speak(speechId, Buffer.alloc(1600, 0x2a))
  await expect.poll(() => told.heard.get(speechId)?.length).toBe(1600)
  caller.say({ release: true })

  await handler.call('PUT', '/admin/emergency/acknowledge', { id })
  expect(await told.next('open')).toMatchObject({ groupId })
  await handler.call('PUT', '/admin/emergency/close', { id, remark: '演练结束' })
  for (const line of [caller, told])
    await expect
      .poll(() =>
        line
          .all('groups')
          .at(-1)
          ?.groups.map((group) => group.id),
      )
      .not.toContain(groupId)
  expect([await groupsOf(handler), await groupsOf(viewer)]).toEqual([[], []])
  expect([caller.all('open').length, told.all('ring').length]).toEqual([1, 1])
  for (const call of ['PUT', 'DELETE'] as const) {
    const path = `/admin/intercom/group${call === 'DELETE' ? `/${groupId}` : ''}`
    expect(await admin.call(call, path, call === 'PUT' ? { id: groupId, name: '改' } : undefined)).toMatchObject({ status: 404 })
  }
})

test('a call that began while nobody listened has its group after the start', async () => {
  await server.db.owner.query('alter table emergency disable trigger user')
  const id = await callForHelp()
  expect(await groupsOf(viewer)).toEqual([])
  await server.db.owner.query('alter table emergency enable trigger user')
  const next = await startTestServer({}, server.url)
  await expect.poll(() => groupsOf(viewer)).toHaveLength(1)
  await next.close()
  await handler.call('PUT', '/admin/emergency/acknowledge', { id })
  await handler.call('PUT', '/admin/emergency/close', { id, remark: '演练结束' })
  await expect.poll(() => groupsOf(viewer)).toEqual([])
})
