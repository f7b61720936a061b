import { LineClose } from '@huanwei/contract/intercom/codes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../test-kit.ts'
import { openLine } from './intercom.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
let url: string
let groupId: number
let listener: Awaited<ReturnType<typeof openLine>>
const within = { timeout: 2000 }

const run = (statement: string) => server.db.owner.query(statement)
/** Rows of the right to use the intercom, which only the administrator has at first. */
const grant = (role: string) =>
  run(`insert into sys_role_menu (tenant_id, role_id, menu_id) select r.tenant_id, r.role_id, m.menu_id from sys_role r
    join sys_menu m on m.tenant_id = r.tenant_id and m.permission = 'intercom' where r.tenant_id = 1 and r.role_name = '${role}'`)
const revoke = (role: string) =>
  run(`delete from sys_role_menu where tenant_id = 1 and menu_id in (select menu_id from sys_menu where permission = 'intercom')
    and role_id in (select role_id from sys_role where tenant_id = 1 and role_name = '${role}')`)

beforeAll(async () => {
  server = await startTestServer()
  await grant('handler')
  await grant('viewer')
  const admin = await server.login('admin')
  url = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  const { data } = await admin.call('GET', '/admin/dept/tree')
  groupId = (await admin.call('POST', '/admin/intercom/group', { kind: 'department', name: '全员', deptId: data[0].id })).data.id
  listener = await openLine(url, (await server.login('viewer')).token.access_token)
  await vi.waitUntil(() => listener.all('groups').length)
  listener.say({ listen: groupId })
})
afterAll(async () => {
  listener?.leave()
  await server.close()
})

test.for<[way: string, lose: (person: Person) => unknown, putBack: () => unknown]>([
  ['logs out', (person) => person.call('DELETE', '/auth/token/logout'), () => undefined],
  ['locks the screen', (person) => person.call('PUT', '/admin/session/lock', { password: 'broom' }), () => undefined],
  ['loses the permission', () => revoke('handler'), () => grant('handler')],
  [
    'is locked',
    () => run(`update sys_user set lock_flag = '9' where tenant_id = 1 and username = 'handler'`),
    () => run(`update sys_user set lock_flag = '0' where tenant_id = 1 and username = 'handler'`),
  ],
])('who %s in the middle of a speech is off the line, and the floor is free, within 2 s', async ([, lose, putBack]) => {
  const person = await server.login('handler')
  const line = await openLine(url, person.token.access_token)
  await line.next('groups')
  line.say({ press: groupId })
  const { speechId } = await line.next('granted')
  line.speak(speechId, Buffer.alloc(1600, 0xd5))
  await expect.poll(() => listener.heard.get(speechId)?.length).toBe(1600)
  await lose(person)
  await expect.poll(line.code, within).toBe(LineClose.unauthorised)
  await expect.poll(() => listener.all('group').at(-1)?.group.speaking, within).toBe(null)
  // What it still sends is heard by nobody.
  line.speak(speechId, Buffer.alloc(1600, 0xd5))
  listener.say({ press: groupId })
  const before = listener.all('granted').length
  await listener.next('granted', before)
  listener.say({ release: true })
  expect(listener.heard.get(speechId)?.length).toBe(1600)
  await putBack()
})
