import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const setPassword = (password: string, newpassword1: string) => ({ password, newpassword1 })

test('a wrong old password changes nothing and says so, in the way of the family', async () => {
  const viewer = await server.login('viewer')
  const wrong = await viewer.call('POST', '/admin/user/editPwd', setPassword('xxxxxx', 'night-shift-7'))
  expect(wrong).toMatchObject({ status: 200, code: 0, data: false, msg: '原密码错误，修改失败' })
  const same = await viewer.call('PUT', '/admin/user/edit', { ...setPassword('xxxxxx', 'night-shift-7'), name: '不变' })
  expect(same).toMatchObject({ code: 0, data: false, msg: '原密码错误，修改失败' })
  expect((await viewer.call('GET', '/admin/user/getInfoUser/viewer')).data.name).toBe('')
  expect((await viewer.call('POST', '/admin/user/editPwd', setPassword('123456', '12345'))).msg).toContain('新密码最少为8位')
  await server.login('viewer')
})

test('a new password ends all other sessions of its user, not the one that set it', async () => {
  const [here, there] = [await server.login('handler'), await server.login('handler')]
  expect(await here.call('POST', '/admin/user/editPwd', setPassword('123456', 'night-shift-7'))).toMatchObject({
    status: 200,
    data: true,
  })
  expect((await there.call('GET', '/admin/user/info')).status).toBe(401)
  expect((await here.call('GET', '/admin/user/info')).status).toBe(200)
  await expect(server.login('handler')).rejects.toThrow('密码')
})

test('guessing the old password gets slower', async () => {
  const nobody = await server.login('nobody')
  const guess = () => nobody.call('POST', '/admin/user/editPwd', setPassword('guess!', 'night-shift-7'))
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await guess()).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('of two simultaneous changes with the old password, one succeeds', async () => {
  const [here, there] = [await server.login('viewer'), await server.login('viewer')]
  const replies = await Promise.all([
    here.call('POST', '/admin/user/editPwd', setPassword('123456', 'night-shift-8')),
    there.call('POST', '/admin/user/editPwd', setPassword('123456', 'night-shift-9')),
  ])
  expect(replies.filter(({ status, data }) => status === 200 && data === true)).toHaveLength(1)
})

test('who has no phone changes the password all the same; a blank phone leaves it as it is', async () => {
  await server.db.owner.query(
    "update sys_user set phone = null where tenant_id = 1 and username = 'nobody'; delete from login_failure",
  )
  const nobody = await server.login('nobody')
  const edit = (fields: object) => nobody.call('PUT', '/admin/user/edit', { username: 'nobody', avatar: '', ...fields })
  for (const phone of [null, ''])
    expect(await edit({ phone, password: null, newpassword1: '', name: '无名' })).toMatchObject({ status: 200, data: true })
  expect((await edit({ phone: null, ...setPassword('123456', 'night-shift-7') })).data).toBe(true)
  expect((await edit({ phone: '13800000077', password: 'night-shift-7' })).data).toBe(true)
  expect((await edit({ phone: '' })).data).toBe(true)
  expect((await nobody.call('GET', '/admin/user/getInfoUser/nobody')).data).toMatchObject({ name: '无名', phone: '13800000077' })
})

test('people change their own data; a taken phone or a missing picture is refused', async () => {
  const admin = await server.login('admin')
  const edit = (fields: object) => admin.call('PUT', '/admin/user/edit', { password: '123456', ...fields })
  expect((await edit({ name: '王建国', gender: '0', phone: '13800000001' })).data).toBe(true)
  const { data } = await admin.call('GET', '/admin/user/getInfoUser/admin')
  expect(data).toMatchObject({ name: '王建国', gender: '0', phone: '13800000001', username: 'admin' })
  const found = await admin.call('GET', '/admin/user/page?text=wjg')
  expect(found.data.records.map((one: { username: string }) => one.username)).toEqual(['admin'])
  await server.db.owner.query("update sys_user set phone = '13800000002' where username = 'nobody'")
  expect(await edit({ phone: '13800000002' })).toMatchObject({ status: 409, data: { field: 'phone' } })
  expect((await edit({ phone: '138' })).msg).toContain('手机号码长度不为11位')
  expect((await edit({ avatar: 'somebody-elses.png' })).status).toBe(400)
  // A name in the body is a name in the body: nobody is changed by somebody else.
  expect((await edit({ username: 'nobody', name: '王二' })).data).toBe(true)
  expect((await admin.call('GET', '/admin/user/getInfoUser/nobody')).data.name).toBe('无名')
})

test('changing the phone needs the password, and the old number is notified', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'huanwei-phone-'))
  const demo = await startTestServer({ DEMO: 'on', DATA_DIR: dataDir })
  const viewer = await demo.login('viewer')
  const edit = (fields: object) => viewer.call('PUT', '/admin/user/edit', fields)
  const phone = async () => (await viewer.call('GET', '/admin/user/getInfoUser/viewer')).data.phone
  await demo.db.owner.query("update sys_user set phone = '13700000001' where tenant_id = 1 and username = 'viewer'")
  for (const password of [undefined, 'wrong!'])
    expect(await edit({ phone: '18811112222', password })).toMatchObject({
      status: 200,
      data: false,
      msg: '原密码错误，修改失败',
    })
  expect(await phone()).toBe('13700000001')
  expect((await edit({ phone: '13700000001', name: '周敏' })).data).toBe(true)
  expect((await edit({ phone: '18811112222', password: '123456' })).data).toBe(true)
  expect(await phone()).toBe('18811112222')
  await demo.close()
  const messages = readFileSync(join(dataDir, 'sms.log'), 'utf8').trim().split('\n')
  expect(messages).toEqual([expect.stringMatching(/ 13700000001 .*viewer 的手机号码已改为 188\*\*\*\*2222/)])
  rmSync(dataDir, { recursive: true })
})

test('the last log-ins are the caller’s own', async () => {
  await server.db.owner.query(`insert into sys_log_login (tenant_id, operation, status, username, grant_type, remote_addr, user_agent)
    values (1, 0, 1, 'someone', 'password', '10.0.0.1', 'x'), (1, 0, 0, 'admin', 'password', '10.0.0.2', 'x'), (2, 0, 1, 'admin', 'password', '10.0.0.3', 'x')`)
  const admin = await server.login('admin')
  const { data } = await admin.call('GET', '/admin/user/logins')
  const addresses = data.map((one: { remoteAddr: string }) => one.remoteAddr)
  expect(addresses).toContain('10.0.0.2')
  expect(addresses).not.toContain('10.0.0.1')
  expect(addresses).not.toContain('10.0.0.3')
})
