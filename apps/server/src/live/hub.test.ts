import { once } from 'node:events'
import { connect } from 'node:net'
import { InboxMessage, ObjectMessage, RightsMessage } from '@huanwei/contract/live/messages'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { addFacility, addVehicle, addViolation, startTestServer } from '../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let url: string
let own: Awaited<ReturnType<typeof addVehicle>>
let other: Awaited<ReturnType<typeof addVehicle>>
beforeAll(async () => {
  server = await startTestServer()
  own = await addVehicle(server.db)
  other = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  await vi.waitUntil(() => server.latest.vehicles.of(1).size === 2, 5000)
  url = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
})
afterAll(() => server.close())

/** A STOMP client of a few lines, so that the server is tested by the wire and not by its own library. */
async function join(token: string, destination?: string) {
  const socket = new WebSocket(`${url}/act/ws`)
  await once(socket, 'open')
  const frames: string[] = []
  socket.on('message', (data) => frames.push(String(data)))
  socket.send(`CONNECT\nAuthorization:Bearer ${token}\naccept-version:1.2\nheart-beat:0,0\n\n\0`)
  if (destination) socket.send(`SUBSCRIBE\nid:sub-0\ndestination:${destination}\n\n\0`)
  const bodies = () =>
    frames
      .filter((frame) => frame.startsWith('MESSAGE'))
      .map((frame) => JSON.parse(frame.slice(frame.indexOf('\n\n') + 2).replace(/\0$/, '')))
  return { socket, frames, bodies, leave: () => socket.close() }
}

const fix = {
  lng: 104.06,
  lat: 30.65,
  speed: 30,
  direction: 90,
  altitude: 500,
  status: 3,
  alarm: 0,
  mileage: 12,
  satellites: 9,
  signal: 20,
}
const report = (deviceId: number, over = {}) => {
  const now = Date.now()
  server.latest.apply([{ deviceId, connected: true, seenAt: now, fix: { ...fix, time: now, ...over } }])
}

test('joining gives a snapshot, changes come as patches in sequence, at most one a second', async () => {
  const { token } = await server.login('admin')
  const { bodies, leave } = await join(token.access_token, '/live/vehicle')
  await expect.poll(() => bodies().length).toBe(1)
  const snapshot = ObjectMessage.parse(bodies()[0])
  expect([snapshot.type, snapshot.seq, snapshot.objects.map((one) => one.id).sort()]).toEqual([
    'snapshot',
    1,
    [own.vehicleId, other.vehicleId].sort(),
  ])

  for (let speed = 10; speed < 60; speed++) report(own.deviceId, { speed })
  await expect.poll(() => bodies().length, { timeout: 3000 }).toBe(2)
  const patch = ObjectMessage.parse(bodies()[1])
  expect([patch.type, patch.seq, patch.epoch === snapshot.epoch]).toEqual(['patch', 2, true])
  expect(patch.objects.find((one) => one.id === own.vehicleId)).toMatchObject({ speed: 59, status: 1 })
  leave()
})

test('a viewer sees their departments alone', async () => {
  const { token } = await server.login('viewer')
  const { bodies, leave } = await join(token.access_token, '/live/vehicle')
  await expect.poll(() => bodies()[0]?.objects.map((one: { id: number }) => one.id)).toEqual([own.vehicleId])
  report(other.deviceId)
  report(own.deviceId, { speed: 77 })
  await expect.poll(() => bodies().length, { timeout: 3000 }).toBe(2)
  expect(bodies()[1].objects.map((one: { id: number }) => one.id)).toEqual([own.vehicleId])
  leave()
})

test('people and facilities have topics of their own, within the same scope, and what sensors say is in them', async () => {
  const { facilityId, deviceId } = await addFacility(server.db)
  await addFacility(server.db, { department: '二部', name: '丙路公共厕所', terminalNo: '13900000005' })
  await vi.waitUntil(() => server.latest.facilities.of(1).size === 2, 5000)
  const { token, userId } = await server.login('viewer')
  const [people, places] = [await join(token.access_token, '/live/person'), await join(token.access_token, '/live/facility')]
  const seen = (bodies: object[]) => bodies.map((body) => ObjectMessage.parse(body).objects.map((one) => one.id))
  await expect.poll(() => seen(places.bodies())[0]).toEqual([facilityId])
  await expect.poll(() => seen(people.bodies())[0]).toContain(userId)
  const time = Date.now()
  const measured = (value: number, at: number) => ({ metric: 'ammonia', channel: 0, value, time: at }) as const
  server.latest.apply([{ deviceId, connected: true, seenAt: time, readings: [measured(3, time), measured(9, time - 1000)] }])
  await expect.poll(() => places.bodies().length, { timeout: 3000 }).toBe(2)
  expect(ObjectMessage.parse(places.bodies()[1]).objects).toMatchObject([
    { id: facilityId, status: 0, lng: 104.07, lat: 30.66, readings: { ammonia: { value: 3, time } } },
  ])
  expect(people.bodies()).toHaveLength(1)
  people.leave()
  places.leave()
})

test('whoever shows a tree hears that it says something else: an object’s name, a department, but not a status', async () => {
  const admin = await server.login('admin')
  const { bodies, leave } = await join((await server.login('viewer')).token.access_token, '/live/vehicle')
  const tree = () => ObjectMessage.parse(bodies().at(-1)).tree
  await expect.poll(() => bodies().length).toBe(1)
  const first = tree()
  report(own.deviceId, { speed: 66 })
  await expect.poll(() => bodies().length, { timeout: 3000 }).toBe(2)
  expect(tree()).toBe(first)
  const fields = { id: own.vehicleId, plateNumber: own.plateNumber, vehicleType: '1', deptId: own.deptId }
  await admin.call('PUT', '/admin/vehicle', { ...fields, name: '洗扫03' })
  await expect.poll(tree, { timeout: 3000 }).not.toBe(first)
  const second = tree()
  await admin.call('POST', '/admin/dept', { parentId: own.deptId, name: '三班' })
  await expect.poll(tree, { timeout: 3000 }).not.toBe(second)
  leave()
})

test('a push reaches its recipient within the second and nobody else', async () => {
  const [admin, handler] = [await server.login('admin'), await server.login('handler')]
  const [adminInbox, handlerInbox] = [
    await join(admin.token.access_token, '/live/message'),
    await join(handler.token.access_token, '/live/message'),
  ]
  await expect.poll(() => [adminInbox.bodies().length, handlerInbox.bodies().length]).toEqual([1, 1])
  await addViolation(server.db, own, [handler.userId])
  await expect.poll(() => handlerInbox.bodies().length, { timeout: 2500 }).toBe(2)
  const patch = InboxMessage.parse(handlerInbox.bodies()[1])
  expect(patch.summaries[0]).toMatchObject({ msgType: '1', unreadCount: 1, msgDescribe: '川A00001 超速行驶' })
  expect(adminInbox.bodies()).toHaveLength(1)
  adminInbox.leave()
  handlerInbox.leave()
})

test('a bad token gets no answer and is shown out; so is a session that ends', async () => {
  const stranger = await join('made-up', '/live/vehicle')
  const [code] = await once(stranger.socket, 'close')
  expect([code, stranger.frames]).toEqual([4401, []])

  const { token } = await server.login('viewer')
  const member = await join(token.access_token, '/live/vehicle')
  await expect.poll(() => member.bodies().length).toBe(1)
  const closed = once(member.socket, 'close')
  await server.app.inject({
    method: 'DELETE',
    url: '/auth/token/logout',
    headers: { authorization: `Bearer ${token.access_token}` },
  })
  expect((await closed)[0]).toBe(4401)
})

test('garbage and unknown topics cost the connection, not the server', async () => {
  const { token } = await server.login('viewer')
  const lost = await join(token.access_token, '/live/secrets')
  await once(lost.socket, 'close')
  expect(lost.frames.at(-1)).toMatch(/^ERROR/)
  const noise = new WebSocket(`${url}/act/ws`)
  await once(noise, 'open')
  noise.send('\0\0NONSENSE\n:::\n\n\0')
  noise.send(Buffer.alloc(100_000))
  await once(noise, 'close')
  expect((await server.app.inject('/open/site')).statusCode).toBe(200)
})

test('joining over and over gets no more snapshots than staying', async () => {
  const { token } = await server.login('admin')
  const { socket, bodies, leave } = await join(token.access_token, '/live/vehicle')
  await expect.poll(() => bodies().length).toBe(1)
  const again = 'UNSUBSCRIBE\nid:sub-0\n\n\0SUBSCRIBE\nid:sub-0\ndestination:/live/vehicle\n\n\0'
  for (let i = 0; i < 20; i++) socket.send(again.repeat(100))
  await expect.poll(() => bodies().at(-1)?.type, { timeout: 3000 }).toBe('snapshot')
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(bodies().length).toBeLessThanOrEqual(6)
  leave()
})

test('a frame without an end is not kept, before or after log-in', async () => {
  const { token } = await server.login('admin')
  const stranger = new WebSocket(`${url}/act/ws`)
  await once(stranger, 'open')
  for (const socket of [stranger, (await join(token.access_token)).socket]) {
    const closed = once(socket, 'close')
    for (let i = 0; i < 20; i++) socket.send('x'.repeat(10_000))
    expect((await closed)[0]).toBe(1009)
  }
})

test('who never says who they are is shown out, and one that does not say goodbye does not hold up a stop', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = new WebSocket(`${url}/act/ws`)
  await once(silent, 'open')
  const closed = once(silent, 'close')
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  expect((await closed)[0]).toBe(4401)

  const own = await startTestServer()
  const port = Number(new URL(await own.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const stuck = connect(port, '127.0.0.1')
  stuck.write(
    'GET /act/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(stuck, 'data')
  const started = Date.now()
  await own.close()
  expect(Date.now() - started).toBeLessThan(5000)
  stuck.destroy()
})

test('who may do what changes on open sockets, as soon as a role or the menu does', async () => {
  const { token } = await server.login('handler')
  const { bodies, leave } = await join(token.access_token, '/live/rights')
  await expect.poll(() => bodies().length).toBe(1)
  const rights = () => RightsMessage.parse(bodies().at(-1)).authorities
  expect(rights()).toContain('violation_handle')
  const taken = 'delete from sys_role_menu where menu_id in (select menu_id from sys_menu where permission = $1)'
  await server.db.owner.query(taken, ['violation_handle'])
  await expect.poll(rights, { timeout: 2000 }).not.toContain('violation_handle')
  expect(rights()).toContain('admin_device_command')
  leave()
})

test('who loses a role loses its rights and sight on open sockets within two seconds; who is locked is shown out', async () => {
  const admin = await server.login('admin')
  const { token, userId } = await server.login('viewer')
  const [rights, sight] = [await join(token.access_token, '/live/rights'), await join(token.access_token, '/live/vehicle')]
  const authorities = () => rights.bodies().length && RightsMessage.parse(rights.bodies().at(-1)).authorities
  const seen = () => sight.bodies().length && ObjectMessage.parse(sight.bodies().at(-1)).objects.map((one) => one.id)
  await expect.poll(authorities).toEqual([expect.stringMatching(/^ROLE_\d+$/)])
  await expect.poll(seen).toEqual([own.vehicleId])
  const { data: user } = await admin.call('GET', `/admin/user/${userId}`)
  const fields = { userId, username: 'viewer', phone: '13800000031', deptId: user.deptId }

  await admin.call('PUT', '/admin/user', { ...fields, role: [] })
  await expect.poll(authorities, { timeout: 2000 }).toEqual([])
  await expect.poll(seen, { timeout: 2000 }).toEqual([])
  report(own.deviceId, { speed: 41 })
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(seen()).toEqual([])

  const { data: role } = await admin.call('POST', '/admin/role', { roleName: '看车', roleCode: 'ROLE_LOOK', dsType: 2 })
  await admin.call('PUT', '/admin/user', { ...fields, role: [role.roleId] })
  await expect.poll(authorities, { timeout: 2000 }).toEqual([`ROLE_${role.roleId}`])
  await expect.poll(seen, { timeout: 2000 }).toEqual([own.vehicleId])
  await admin.call('PUT', '/admin/user', { ...fields, role: [role.roleId], lockFlag: '9' })
  await expect.poll(() => [rights.socket.readyState, sight.socket.readyState], { timeout: 2000 }).toEqual([3, 3])
})

test('a stop waits for no connection, whatever became of it: asked to upgrade where nothing upgrades, begun and never ended', async () => {
  const own = await startTestServer()
  const port = Number(new URL(await own.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  const asked = [
    `GET /open/site HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`,
    'POST /auth/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Le',
  ]
  const sockets = asked.map((text) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(text)
    return socket
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  const started = Date.now()
  await own.close()
  expect(Date.now() - started).toBeLessThan(5000)
  for (const socket of sockets) socket.destroy()
}, 20_000)
