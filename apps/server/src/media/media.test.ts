import { MessageId } from '@huanwei/terminal/messages/ids'
import { expect, test } from 'vitest'
import { mediaKit } from './media.test-kit.ts'

const { ask, watch, openCamera, query, logOut, terminal, vehicleId } = mediaKit()

test('viewers share one picture of a camera; who comes later begins with the key frame; after the last one it is closed', async () => {
  const first = watch((await ask('admin')).data.url)
  const camera = await openCamera()
  const second = watch((await ask('admin')).data.url)
  camera.send(false)
  camera.send(true)
  camera.send(false)
  await expect.poll(() => first.pictures).toEqual(['header', 'description', 'key', 'other'])
  await expect.poll(() => second.pictures).toEqual(['header', 'description', 'key', 'other'])
  const third = watch((await ask('admin')).data.url)
  await expect.poll(() => third.pictures).toEqual(['header', 'description', 'key', 'other'])
  camera.send(false)
  for (const one of [first, second, third]) await expect.poll(() => one.pictures.length).toBe(5)
  expect(first.statuses.at(-1)).toMatchObject({ state: 'playing' })
  for (const { socket } of [first, second, third]) socket.close()
  const { message } = await terminal().next((one) => one.message.id !== MessageId.platformReply)
  expect(message).toMatchObject({ id: MessageId.controlVideo, channel: 1, command: 0 })
  await camera.closed
}, 60_000)

test('a picture goes on when the camera comes back, and ends with the session', async () => {
  const { data, headers } = await ask('admin')
  const viewer = watch(data.url)
  const camera = await openCamera()
  camera.send(true)
  await expect.poll(() => viewer.pictures.includes('key')).toBe(true)
  camera.close()
  const again = await openCamera()
  again.send(true)
  await expect.poll(() => viewer.pictures.filter((kind) => kind === 'key').length, { timeout: 20_000 }).toBe(2)
  await logOut(headers)
  expect(await viewer.closed).toBe(4403)
  expect(viewer.statuses.at(-1)).toEqual({ state: 'ended', reason: 'rights' })
  await terminal().next((one) => one.message.id === MessageId.controlVideo)
}, 60_000)

test('a viewer is told that no key frame comes, and that the picture stands still', async () => {
  const viewer = watch((await ask('admin')).data.url)
  const camera = await openCamera()
  const sending = setInterval(() => camera.send(false), 100)
  await expect.poll(() => viewer.statuses.at(-1)?.state, { timeout: 30_000 }).toBe('noKeyFrame')
  clearInterval(sending)
  camera.send(true)
  await expect.poll(() => viewer.statuses.at(-1)?.state).toBe('playing')
  // A line without a byte would be dead.
  const sounding = setInterval(() => camera.sound(1000, Buffer.alloc(160)), 100)
  await expect.poll(() => viewer.statuses.at(-1)?.state, { timeout: 30_000 }).toBe('frozen')
  clearInterval(sounding)
  camera.send(false)
  await expect.poll(() => viewer.statuses.at(-1)?.state).toBe('playing')
  viewer.socket.close()
  await camera.closed
}, 120_000)

test('a ticket opens once, and nothing opens with another one', async () => {
  const { data } = await ask('admin')
  const first = watch(data.url)
  await expect.poll(() => first.pictures.length).toBe(1)
  for (const url of [data.url, '/live/media?ticket=guess', '/live/media']) {
    const other = watch(url)
    expect(await other.closed).toBe(4403)
    expect(other.statuses).toEqual([{ state: 'ended', reason: 'ticket' }])
  }
  first.socket.close()
})

test('without the permission, in another tenant and outside the scope there is no ticket, nor for a channel that is not shown', async () => {
  expect((await ask('nobody')).status).toBe(403)
  expect((await ask('handler')).status).toBe(403)
  expect((await ask('admin', {}, 2)).status).toBe(404)
  expect((await ask('admin', { vehicleId: 999_999 })).status).toBe(404)
  expect((await ask('admin', { channel: 2 })).status).toBe(409)
  const give = `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
    where r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' and m.permission = 'video_view'`
  expect((await query(give)).rowCount).toBe(1)
  await expect.poll(async () => (await ask('handler')).status, { timeout: 20_000 }).toBe(200)
  const move = `update vehicle set dept_id = (select dept_id from sys_dept where tenant_id = 1 and name = '二部') where id = $1`
  await query(move, [vehicleId()])
  await expect.poll(async () => (await ask('handler')).status, { timeout: 20_000 }).toBe(404)
})
