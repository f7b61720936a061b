import { PushStatus, ReminderTask } from '@huanwei/contract/messages/codes'
import type { ReminderPush } from '@huanwei/contract/messages/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLine } from '../../../intercom/intercom.test-kit.ts'
import { startTestServer, tallyIsExact } from '../../../test-kit.ts'
import { remindOfMissed } from '../jobs.ts'
import { endSpeech, insertSpeech } from '../queries.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
let [admin, handler, viewer, nobody] = [] as unknown as [Person, Person, Person, Person]
let groupId: number
let url: string

beforeAll(async () => {
  server = await startTestServer()
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id) select r.tenant_id, r.role_id, m.menu_id from sys_role r
    join sys_menu m on m.tenant_id = r.tenant_id and m.permission = 'intercom' where r.tenant_id = 1 and r.role_name in ('handler', 'viewer')`)
  const names = ['admin', 'handler', 'viewer', 'nobody'] as const
  const logIns = await Promise.all(names.map((name) => server.login(name)))
  ;[admin, handler, viewer, nobody] = logIns as typeof logIns & [Person, Person, Person, Person]
  url = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  groupId = await addGroup({ kind: 'department', name: '全员', deptId: await rootDepartment() })
})
afterAll(() => server.close())

const rootDepartment = async () => (await admin.call('GET', '/admin/dept/tree')).data[0].id as number
const addGroup = async (fields: object) => (await admin.call('POST', '/admin/intercom/group', fields)).data.id as number

/** Somebody says a second in a group. */
const say = ({ userId }: Person, group = groupId) =>
  server.db.system(async (tx) => {
    const id = await insertSpeech(tx, { tenantId: 1, groupId: group, userId })
    await endSpeech(tx, { tenantId: 1, id, samples: 8000, sha256: '', endReason: 'released' })
  })
const remind = (isInside: Parameters<typeof remindOfMissed>[0]['isInside'] = () => false) =>
  remindOfMissed({ db: server.db, isInside })
const remindersOf = async (who: Person): Promise<ReminderPush[]> =>
  (await who.call('GET', `/admin/msgPush/page?msgType=2&pushObjectId=${who.userId}&task=${ReminderTask.missedSpeech}`)).data
    .records
const unreadOf = async (who: Person) =>
  (await who.call('GET', '/admin/msgPush/getMsgTypeLastData')).data.find(({ msgType }: { msgType: string }) => msgType === '2')
    .unreadCount as number
const missedOf = async (who: Person) =>
  (await who.call('GET', '/admin/intercom/group/list')).data.find(({ id }: { id: number }) => id === groupId).missed

test('what was missed in a group is one reminder for each member who may talk, however much is said', async () => {
  await say(viewer)
  await say(viewer)
  await remind()
  const [first] = await remindersOf(handler)
  expect(first).toMatchObject({
    id: groupId,
    taskName: '未接对讲收听',
    msgDescribe: '全员 (2)',
    readUnread: 0,
    status: PushStatus.pending,
  })
  expect([await unreadOf(handler), await missedOf(handler)]).toEqual([1, 2])
  expect(await remindersOf(viewer)).toEqual([])
  expect(await remindersOf(nobody)).toEqual([])
  await say(viewer)
  await remind()
  expect(await remindersOf(handler)).toMatchObject([{ pushId: first!.pushId, msgDescribe: '全员 (3)' }])
  expect(await unreadOf(handler)).toBe(1)
})

test('who reads the reminder is reminded again by what is said later alone', async () => {
  const [reminder] = await remindersOf(handler)
  await handler.call('PUT', '/admin/msgPush/updateRead', { id: reminder!.pushId })
  await remind()
  expect([await unreadOf(handler), (await remindersOf(handler))[0]!.status]).toEqual([0, PushStatus.handled])
  await say(viewer)
  await remind()
  expect(await unreadOf(handler)).toBe(1)
  expect(await remindersOf(handler)).toMatchObject([{ msgDescribe: '全员 (4)', status: PushStatus.pending }])
})

test('who comes to hear the group, or hears a speech, has no reminder any more', async () => {
  const line = await openLine(url, handler.token.access_token)
  await line.next('groups')
  line.say({ listen: groupId })
  await expect.poll(() => unreadOf(handler)).toBe(0)
  expect(await missedOf(handler)).toBe(0)
  const speaker = await openLine(url, viewer.token.access_token)
  await speaker.next('groups')
  speaker.say({ press: groupId })
  const { speechId } = await speaker.next('granted')
  speaker.speak(speechId, Buffer.alloc(800, 0xd5))
  await expect.poll(() => line.heard.get(speechId)?.length).toBe(800)
  speaker.say({ release: true })
  await speaker.next('kept')
  await remind()
  expect(await unreadOf(handler)).toBe(0)
  line.leave()
  speaker.leave()
})

test('a call names the other one; a group of an area reminds who is there; a removed group nobody', async () => {
  const { data: called } = await viewer.call('POST', '/admin/intercom/call', { userId: handler.userId })
  await say(viewer, called.groupId)
  const shape = { kind: 'circle', centre: [104.1, 30.6], radius: 500 }
  const { rows } = await server.db.owner.query(
    `insert into area (tenant_id, name, dept_id, shape) values (1, '河岸', $1, $2) returning id`,
    [await rootDepartment(), shape],
  )
  const riverside = await addGroup({ kind: 'area', name: '河岸组', deptId: await rootDepartment(), areaId: rows[0].id })
  await say(admin, riverside)
  await remind((_, userId) => userId === handler.userId)
  const open = async () => (await remindersOf(handler)).filter(({ status }) => status === PushStatus.pending)
  expect((await open()).map(({ msgDescribe }) => msgDescribe).sort()).toEqual(['viewer (1)', '河岸组 (1)'])
  expect(await remindersOf(viewer)).toEqual([])
  await admin.call('DELETE', `/admin/intercom/group/${riverside}`)
  expect((await open()).map(({ id }) => id)).toEqual([called.groupId])
  await tallyIsExact(server.db)
})
