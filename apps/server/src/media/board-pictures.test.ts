import { MessageId } from '@huanwei/terminal/messages/ids'
import { expect, test } from 'vitest'
import { mediaKit } from './media.test-kit.ts'

const { call, watch, openCamera, terminal, query, post } = mediaKit()
const board = '/board-huayin'

const make = async (fields: object = {}, username = 'admin') =>
  call(username, 'POST', '/admin/board/token', { path: board, vehicleId: undefined, channel: undefined, ...fields })
const ask = (token: string, camera: object = {}) => post('/open/board/getPicture', { path: board, token, ...camera })

test('a screen shows a picture with the token of its board, until the token is revoked', async () => {
  const { id, token } = (await make()).data
  const shown = await ask(token)
  expect(shown.status).toBe(200)
  const viewer = watch(shown.data.url)
  const camera = await openCamera()
  camera.send(true)
  await expect.poll(() => viewer.pictures.includes('key')).toBe(true)
  expect((await call('admin', 'PUT', '/admin/board/token/revoke', { id })).data).toBe(true)
  expect(await viewer.closed).toBe(4403)
  expect(viewer.statuses.at(-1)).toEqual({ state: 'ended', reason: 'rights' })
  await terminal().next((one) => one.message.id === MessageId.controlVideo)
  expect(await ask(token)).toMatchObject({ status: 200, data: 'board_token' })
}, 60_000)

test('a token shows no picture out of its departments, of no camera, or for a board without pictures', async () => {
  const { rows } = await query("select dept_id as id from sys_dept where tenant_id = 1 and name = '二部'")
  expect((await ask((await make({ deptId: rows[0].id })).data.token)).status).toBe(404)
  const { token } = (await make()).data
  // The second camera is hidden.
  expect((await ask(token, { channel: 2 })).status).toBe(409)
  expect((await ask(token, { vehicleId: 999_999 })).status).toBe(404)
  const other = '/screen/board_huayin/index'
  const plain = (await make({ path: other })).data.token
  expect(await ask(plain)).toMatchObject({ data: 'board_token' })
  expect((await ask(plain, { path: other })).status).toBe(404)
})

test('who may not see pictures makes no token that shows them', async () => {
  await query(`insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
    where r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' and m.permission = 'admin_board_token'`)
  const { rows } = await query("select dept_id as id from sys_dept where tenant_id = 1 and name = '一部'")
  const made = (path: string) => make({ path, deptId: rows[0].id }, 'handler')
  await expect.poll(async () => (await made('/screen/board_huayin/index')).status).toBe(200)
  expect((await made(board)).status).toBe(403)
})

test('a picture ends when its board is published without pictures, and when it is taken back', async () => {
  const { data: made } = await call('admin', 'POST', '/admin/board/own', {
    path: board,
    vehicleId: undefined,
    channel: undefined,
  })
  const put = async (what: string, fields: object = {}) =>
    call('admin', 'PUT', `/admin/board/own${what}`, { id: made.id, vehicleId: undefined, channel: undefined, ...fields })
  const publish = async (panels: { kind: string }[]) => {
    expect((await put('', { definition: { ...made.definition, panels } })).status).toBe(200)
    expect((await put('/publish')).status).toBe(200)
  }
  const { panels } = made.definition
  const path = `/board/own/${made.id}`
  await publish(panels)
  const { token } = (await make({ path })).data
  async function begin() {
    const shown = await ask(token, { path })
    expect(shown.status).toBe(200)
    const viewer = watch(shown.data.url)
    const camera = await openCamera()
    camera.send(true)
    await expect.poll(() => viewer.pictures.includes('key')).toBe(true)
    return viewer
  }
  const isEnded = async (viewer: Awaited<ReturnType<typeof begin>>) => {
    expect(await viewer.closed).toBe(4403)
    await terminal().next((one) => one.message.id === MessageId.controlVideo)
    expect((await ask(token, { path })).status).toBe(404)
  }
  const first = await begin()
  await publish(panels.filter(({ kind }: { kind: string }) => kind !== 'video'))
  await isEnded(first)
  await publish(panels)
  const second = await begin()
  await put('/takeBack')
  await isEnded(second)
}, 60_000)
