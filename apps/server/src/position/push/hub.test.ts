import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Topic } from '@huanwei/contract/live/codes'
import { InboxMessage, ObjectMessage, RightsMessage } from '@huanwei/contract/live/messages'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { addFacility, addVehicle, addViolation, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let url: string
let own: Awaited<ReturnType<typeof addVehicle>>
let other: Awaited<ReturnType<typeof addVehicle>>
beforeAll(async () => {
  server = await startTestServer()
  own = await addVehicle(server.db)
  other = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  await vi.waitUntil(() => server.latest.vehicles.of(1).size === 2)
  url = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
})
afterAll(() => server.close())

/** A minimal STOMP client, so that the server is tested on the wire and not with its own library. */
async function join(token: string, destination?: string, at = url) {
  const socket = new WebSocket(`${at}/act/ws`)
  await once(socket, 'open')
  const frames: string[] = []
  socket.on('message', (data) => frames.push(String(data)))
  socket.send(`CONNECT\nAuthorization:Bearer ${token}\naccept-version:1.2\nheart-beat:0,0\n\n\0`)
  if (destination) socket.send(`SUBSCRIBE\nid:sub-0\ndestination:${destination}\n\n\0`)
  const bodies = () =>
    frames
      .filter((frame) => frame.startsWith('MESSAGE'))
      .map((frame) => JSON.parse(frame.slice(frame.indexOf('\n\n') + 2).replace(/\0$/, '')))
  /** Resolves once the server has read everything sent to it and its replies have arrived. */
  const caughtUp = async () => {
    const answered = once(socket, 'pong')
    socket.ping()
    await answered
  }
  return { socket, frames, bodies, caughtUp, leave: () => socket.close() }
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

test('joining gives a snapshot, changes come as patches in sequence, those of one moment together', async () => {
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
  await expect.poll(() => bodies().length).toBe(2)
  const { type, epoch, seq, objects } = ObjectMessage.parse(bodies()[1])
  expect([type, epoch, seq]).toEqual(['patch', snapshot.epoch, 2])
  expect(objects).toMatchObject([{ id: own.vehicleId, speed: 59, status: 1 }])
  leave()
})

test('a viewer sees only their departments', async () => {
  const { token } = await server.login('viewer')
  const { bodies, leave } = await join(token.access_token, '/live/vehicle')
  await expect.poll(() => bodies()[0]?.objects.map((one: { id: number }) => one.id)).toEqual([own.vehicleId])
  report(other.deviceId)
  report(own.deviceId, { speed: 77 })
  await expect.poll(() => bodies().length).toBe(2)
  expect(bodies()[1].objects.map((one: { id: number }) => one.id)).toEqual([own.vehicleId])
  leave()
})

test('an object that is added, changes department or is removed gives a patch; only viewers who saw it get its departure', async () => {
  const [admin, viewer] = [await server.login('admin'), await server.login('viewer')]
  const [all, own] = [
    await join(admin.token.access_token, '/live/vehicle'),
    await join(viewer.token.access_token, '/live/vehicle'),
  ]
  await expect.poll(() => [all.bodies().length, own.bodies().length]).toEqual([1, 1])
  const { vehicleId } = await addVehicle(server.db, { plateNumber: '川A00009', terminalNo: '13900000009' })
  /** Messages about the vehicle since the snapshot: `+` and `-`. */
  const changesIn = (bodies: object[]) =>
    bodies.slice(1).flatMap((body) => {
      const message = ObjectMessage.parse(body)
      if (message.type === 'snapshot') return 'snapshot'
      const isThere = message.objects.some(({ id }) => id === vehicleId)
      return [...(isThere ? ['+'] : []), ...(message.gone.includes(vehicleId) ? ['-'] : [])]
    })
  await expect.poll(() => [changesIn(all.bodies()), changesIn(own.bodies())]).toEqual([['+'], ['+']])
  const moved = `update vehicle set dept_id = (select dept_id from sys_dept where tenant_id = 1 and name = $2) where id = $1`
  await server.db.owner.query(moved, [vehicleId, '二部'])
  await expect
    .poll(() => [changesIn(all.bodies()), changesIn(own.bodies())])
    .toEqual([
      ['+', '+'],
      ['+', '-'],
    ])
  await server.db.owner.query('update vehicle set removed_time = now() where id = $1', [vehicleId])
  await expect.poll(() => changesIn(all.bodies())).toEqual(['+', '+', '-'])
  expect(changesIn(own.bodies())).toEqual(['+', '-'])
  all.leave()
  own.leave()
})

test('a lock closes the sockets of its own session, not those of another session of the same person', async () => {
  const [one, another] = [await server.login('viewer'), await server.login('viewer')]
  const [locked, open] = [
    await join(one.token.access_token, '/live/vehicle'),
    await join(another.token.access_token, '/live/vehicle'),
  ]
  await expect.poll(() => [locked.bodies().length, open.bodies().length]).toEqual([1, 1])
  await one.call('PUT', '/admin/session/lock', { password: '1234' })
  await expect.poll(() => locked.socket.readyState).toBe(WebSocket.CLOSED)
  report(own.deviceId, { speed: 51 })
  await expect.poll(() => open.bodies().length).toBe(2)
  expect(open.socket.readyState).toBe(WebSocket.OPEN)
  open.leave()
})

test('people and facilities have topics of their own, within the same scope, with the readings of sensors', async () => {
  const { facilityId, deviceId } = await addFacility(server.db)
  await addFacility(server.db, { department: '二部', name: '丙路公共厕所', terminalNo: '13900000005' })
  await vi.waitUntil(() => server.latest.facilities.of(1).size === 2)
  const { token, userId } = await server.login('viewer')
  await server.db.owner.query(
    `insert into device (terminal_no, tenant_id, object_type, object_id) values ('13900000006', 1, '0', ${userId})`,
  )
  await vi.waitUntil(() => server.latest.people.of(1).has(userId))
  const [people, places] = [await join(token.access_token, '/live/person'), await join(token.access_token, '/live/facility')]
  const seen = (bodies: object[]) => bodies.map((body) => ObjectMessage.parse(body).objects.map((one) => one.id))
  await expect.poll(() => seen(places.bodies())[0]).toEqual([facilityId])
  await expect.poll(() => seen(people.bodies())[0]).toContain(userId)
  const time = Date.now()
  const measured = (value: number, at: number) => ({ metric: 'ammonia', channel: 0, value, time: at }) as const
  server.latest.apply([{ deviceId, connected: true, seenAt: time, readings: [measured(3, time), measured(9, time - 1000)] }])
  await expect.poll(() => places.bodies().length).toBe(2)
  expect(ObjectMessage.parse(places.bodies()[1]).objects).toMatchObject([
    { id: facilityId, status: 0, lng: 104.07, lat: 30.66, readings: { ammonia: { value: 3, time } } },
  ])
  // The person who was new a moment ago may come once more, nobody else does.
  expect(new Set(seen(people.bodies()).flat())).toEqual(new Set(seen(people.bodies())[0]))
  people.leave()
  places.leave()
})

test('a client that shows a tree hears when the tree changes: an object’s name, a department, but not a status', async () => {
  const admin = await server.login('admin')
  const { bodies, leave } = await join((await server.login('viewer')).token.access_token, '/live/vehicle')
  const tree = () => ObjectMessage.parse(bodies().at(-1)).tree
  await expect.poll(() => bodies().length).toBe(1)
  const first = tree()
  report(own.deviceId, { speed: 66 })
  await expect.poll(() => bodies().length).toBe(2)
  expect(tree()).toBe(first)
  const fields = { id: own.vehicleId, plateNumber: own.plateNumber, vehicleType: '1', deptId: own.deptId }
  await admin.call('PUT', '/admin/vehicle', { ...fields, name: '洗扫03' })
  await expect.poll(tree).not.toBe(first)
  const second = tree()
  await admin.call('POST', '/admin/dept', { parentId: own.deptId, name: '三班' })
  await expect.poll(tree).not.toBe(second)
  leave()
})

test('a push reaches its recipient and nobody else', async () => {
  const [admin, handler] = [await server.login('admin'), await server.login('handler')]
  const [adminInbox, handlerInbox] = [
    await join(admin.token.access_token, '/live/message'),
    await join(handler.token.access_token, '/live/message'),
  ]
  await expect.poll(() => [adminInbox.bodies().length, handlerInbox.bodies().length]).toEqual([1, 1])
  const id = await addViolation(server.db, own, [handler.userId])
  await expect.poll(() => handlerInbox.bodies().length).toBe(2)
  const patch = InboxMessage.parse(handlerInbox.bodies()[1])
  expect(patch.summaries[0]).toMatchObject({ msgType: '1', unreadCount: 1, waitingCount: 1, msgDescribe: '川A00001 超速行驶' })
  expect(adminInbox.bodies()).toHaveLength(1)
  await admin.call('PUT', '/admin/violationEvent', { id, alarmType: 0 })
  await expect.poll(() => handlerInbox.bodies().length).toBe(3)
  const judged = InboxMessage.parse(handlerInbox.bodies()[2])
  expect(judged.summaries[0]).toMatchObject({ msgType: '1', unreadCount: 0, waitingCount: 0 })
  adminInbox.leave()
  handlerInbox.leave()
})

test('a bad token gets no answer and is disconnected; so is a session that ends', async () => {
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

test('garbage and unknown topics end the connection, not the server', async () => {
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

test('subscribing repeatedly gives no more snapshots than staying subscribed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const own = await startTestServer()
  const address = (await own.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  const { token } = await own.login('admin')
  const { socket, bodies, caughtUp } = await join(token.access_token, '/live/vehicle', address)
  const again = 'UNSUBSCRIBE\nid:sub-0\n\n\0SUBSCRIBE\nid:sub-0\ndestination:/live/vehicle\n\n\0'
  for (let i = 0; i < 20; i++) socket.send(again.repeat(100))
  await caughtUp()
  // One snapshot per topic before the first tick, and one with it.
  const share = Object.keys(Topic).length
  await expect.poll(() => bodies().length).toBe(share)
  vi.advanceTimersByTime(1000)
  await caughtUp()
  expect(bodies().map((body) => body.type)).toEqual(Array.from({ length: share + 1 }, () => 'snapshot'))
  vi.useRealTimers()
  await own.close()
})

test('a client has no voice: what it sends reaches nobody, and a second CONNECT changes nothing', async () => {
  const [listener, speaker] = [await server.login('admin'), await server.login('viewer')]
  const heard = await join(listener.token.access_token, '/live/message')
  const vehicles = await join(listener.token.access_token, '/live/vehicle')
  await expect.poll(() => [heard.bodies().length, vehicles.bodies().length]).toEqual([1, 1])
  const { socket, frames } = await join(speaker.token.access_token)
  for (const text of [
    'SEND\ndestination:/live/vehicle\ncontent-type:application/json\n\n{"type":"patch","objects":[]}\0',
    'SEND\ndestination:/task/admin-1/remind\n\nforged\0',
    'MESSAGE\ndestination:/live/message\nsubscription:sub-0\nmessage-id:1\n\n{}\0',
    'BEGIN\ntransaction:t\n\n\0COMMIT\ntransaction:t\n\n\0ACK\nid:1\n\n\0NACK\nid:1\n\n\0',
    `CONNECT\nAuthorization:Bearer ${listener.token.access_token}\naccept-version:1.2\n\n\0`,
    'SUBSCRIBE\nid:more\ndestination:/task/admin-1/remind\n\n\0',
  ])
    socket.send(text)
  await once(socket, 'close')
  expect(frames.map((frame) => frame.split('\n')[0])).toEqual(['CONNECTED', 'ERROR'])
  await heard.caughtUp()
  await vehicles.caughtUp()
  expect([...heard.frames, ...vehicles.frames].filter((frame) => frame.includes('forged'))).toEqual([])
  expect(vehicles.bodies().map(({ type }) => type)).toEqual(['snapshot'])
  heard.leave()
  vehicles.leave()
})

test('one account holds a hundred connections; the next is refused, without being logged out, and others have theirs', async () => {
  const { token } = await server.login('nobody')
  const sockets = await Promise.all(Array.from({ length: 100 }, () => join(token.access_token)))
  await expect.poll(() => sockets.filter(({ frames }) => frames[0]?.startsWith('CONNECTED')).length).toBe(100)
  const next = await join(token.access_token)
  expect((await once(next.socket, 'close'))[0]).toBe(1008)
  const other = await join((await server.login('viewer')).token.access_token)
  await expect.poll(() => other.frames[0]).toMatch(/^CONNECTED/)
  sockets[0]!.leave()
  await once(sockets[0]!.socket, 'close')
  await expect
    .poll(async () => {
      const again = await join(token.access_token)
      await again.caughtUp().catch(() => undefined)
      return again.frames[0]?.startsWith('CONNECTED')
    })
    .toBe(true)
  for (const { leave } of sockets) leave()
  other.leave()
})

test('an endless frame is not buffered, before or after log-in', async () => {
  const { token } = await server.login('admin')
  const stranger = new WebSocket(`${url}/act/ws`)
  await once(stranger, 'open')
  for (const socket of [stranger, (await join(token.access_token)).socket]) {
    const closed = once(socket, 'close')
    for (let i = 0; i < 20; i++) socket.send('x'.repeat(10_000))
    expect((await closed)[0]).toBe(1009)
  }
})

test('a connection that does not close does not delay a stop', async () => {
  const own = await startTestServer()
  const port = Number(new URL(await own.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const stuck = connect(port, '127.0.0.1')
  stuck.write(
    'GET /act/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(stuck, 'data')
  const cutOff = once(stuck, 'close')
  await own.close()
  await cutOff
})

test('permissions change on open sockets as soon as a role or the menu does', async () => {
  const { token } = await server.login('handler')
  const { bodies, leave } = await join(token.access_token, '/live/rights')
  await expect.poll(() => bodies().length).toBe(1)
  const rights = () => RightsMessage.parse(bodies().at(-1)).authorities
  expect(rights()).toContain('violation_handle')
  const taken = 'delete from sys_role_menu where menu_id in (select menu_id from sys_menu where permission = $1)'
  await server.db.owner.query(taken, ['violation_handle'])
  await expect.poll(rights).not.toContain('violation_handle')
  expect(rights()).toContain('admin_device_command')
  leave()
})

test('losing a role takes its permissions and scope away on open sockets; a locked user is disconnected', async () => {
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
  await expect.poll(authorities).toEqual([])
  await expect.poll(seen).toEqual([])
  // The patch that others get belongs to the same tick.
  const others = await join(admin.token.access_token, '/live/vehicle')
  await expect.poll(() => others.bodies().length).toBe(1)
  const before = sight.bodies().length
  report(own.deviceId, { speed: 41 })
  await expect.poll(() => others.bodies().length).toBe(2)
  await sight.caughtUp()
  expect(sight.bodies()).toHaveLength(before)
  others.leave()

  const { data: role } = await admin.call('POST', '/admin/role', { roleName: '看车', roleCode: 'ROLE_LOOK', dsType: 0 })
  await admin.call('PUT', '/admin/user', { ...fields, role: [role.roleId] })
  const seesAll = () => RightsMessage.parse(rights.bodies().at(-1)).seesAll
  await expect.poll(seesAll).toBe(true)
  await admin.call('PUT', '/admin/role', { ...role, dsType: 2 })
  await expect.poll(seesAll).toBe(false)
  await expect.poll(authorities).toEqual([`ROLE_${role.roleId}`])
  await expect.poll(seen).toEqual([own.vehicleId])
  await admin.call('PUT', '/admin/user', { ...fields, role: [role.roleId], lockFlag: '9' })
  await expect.poll(() => [rights.socket.readyState, sight.socket.readyState]).toEqual([3, 3])
})

test('a stop waits for no connection in any state: an upgrade request on another path, a request never completed', async () => {
  const own = await startTestServer()
  const port = Number(new URL(await own.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  const asked = [
    `GET /open/site HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`,
    'POST /auth/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Le',
  ]
  const accepted: Socket[] = []
  own.app.server.on('connection', (socket) => accepted.push(socket))
  const sockets = asked.map((text) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.write(text)
    return socket
  })
  const cutOff = Promise.all(sockets.map((socket) => once(socket, 'close')))
  await expect.poll(() => accepted.filter(({ bytesRead }) => bytesRead > 0).length).toBe(asked.length)
  await own.close()
  await cutOff
})
