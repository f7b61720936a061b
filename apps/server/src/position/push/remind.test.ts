import { once } from 'node:events'
import { Topic } from '@huanwei/contract/live/codes'
import { ReminderTask } from '@huanwei/contract/messages/codes'
import { Client } from '@stomp/stompjs'
import SockJS from 'sockjs-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { remind } from '../../features/messages/sending/queries.ts'
import { addVehicle, addViolation, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let url: string
const clients: Client[] = []
beforeAll(async () => {
  server = await startTestServer()
  url = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await Promise.all(clients.map((one) => one.deactivate({ force: true })))
  await server.close()
})

const plain = () => new WebSocket(`${url.replace('http', 'ws')}/act/ws`)
const family = () => new SockJS(`${url}/act/ws`, null, { transports: ['websocket'] })

/** A client of the family listening for `topic`'s tasks as `username`; resolves once it is connected. */
async function listen(username: string, open: typeof plain | typeof family, topic = `/task/${username}-1/remind`) {
  const { token, userId } = await server.login(username)
  const heard: { body: string; type: string | undefined }[] = []
  const errors: string[] = []
  const client = new Client({
    webSocketFactory: open,
    connectHeaders: { Authorization: `Bearer ${token.access_token}` },
    reconnectDelay: 0,
    heartbeatOutgoing: 0,
    onStompError: ({ headers }) => void errors.push(headers.message ?? ''),
  })
  const connected = new Promise<void>((resolve) => {
    client.onConnect = () => {
      client.subscribe(topic, ({ body, headers }) => heard.push({ body, type: headers['content-type'] }))
      // The client's heartbeat; its arrival also shows that the subscription before it was read.
      client.publish({ destination: 'test' })
      resolve()
    }
  })
  clients.push(client)
  client.activate()
  await connected
  await new Promise((resolve) => setTimeout(resolve, 100))
  return { userId, heard, errors, client }
}

/** An application to approve. */
const task = {
  tenantId: 1,
  task: ReminderTask.approval,
  eventId: 7,
  objectType: '0' as const,
  objectId: 1,
  deptId: 1,
}

test.each([
  ['plain WebSocket', plain],
  ['SockJS', family],
])('over %s people are reminded of their own tasks only', async (_, open) => {
  const [handler, viewer] = [await listen('handler', open), await listen('viewer', open)]
  await server.db.system((tx) => remind(tx, task, [handler.userId]))
  await expect.poll(() => handler.heard).toEqual([{ body: '请假审批', type: 'text/plain;charset=UTF-8' }])
  expect(viewer.heard).toEqual([])
})

test('a reminder is told once it is committed', async () => {
  const { heard, userId } = await listen('handler', family)
  await server.db
    .system(async (tx) => {
      await remind(tx, task, [userId])
      throw new Error('not stored')
    })
    .catch(() => undefined)
  await server.db.system((tx) => remind(tx, task, [userId]))
  await expect.poll(() => heard.map(({ body }) => body)).toEqual(['请假审批'])
})

test.each(['/task/admin-1/remind', '/task/handler-2/remind', '/task/remind'])('%s is not open to handler', async (topic) => {
  const { heard, errors } = await listen('handler', plain, topic)
  await expect.poll(() => errors).toEqual([expect.stringContaining('no such topic')])
  await server.db.system((tx) => remind(tx, task, [1, 2, 3]))
  expect(heard).toEqual([])
})

test('SockJS: info names the transports; frames are wrapped; anything else ends the connection', async () => {
  const info = await fetch(`${url}/act/ws/info`)
  expect(info.headers.get('access-control-allow-origin')).toBe('*')
  expect(await info.json()).toMatchObject({
    websocket: true,
    origins: ['*:*'],
    cookie_needed: false,
    entropy: expect.any(Number),
  })

  const socket = new WebSocket(`${url.replace('http', 'ws')}/act/ws/000/abc/websocket`)
  const frames: string[] = []
  socket.on('message', (data) => frames.push(String(data)))
  await once(socket, 'open')
  await expect.poll(() => frames).toEqual(['o'])
  const { token } = await server.login('viewer')
  socket.send(JSON.stringify([`CONNECT\nAuthorization:Bearer ${token.access_token}\naccept-version:1.1,1.0\n\n\0`]))
  await expect.poll(() => frames[1]).toMatch(/^a\["CONNECTED\\nversion:1\.1\\n/)
  socket.send('{"no":"array"}')
  expect((await once(socket, 'close'))[0]).toBe(1007)
})

test('who listens for dispatched work is told that it moved on, in their organisation alone', async () => {
  const listener = await listen('viewer', plain, Topic.work)
  await expect.poll(() => listener.heard.length).toBe(1)
  const tell = (tenant: number) => server.db.owner.query(`select send_change('dispatched_work', ${tenant}, null, null, null)`)
  await tell(2)
  await tell(1)
  await expect.poll(() => listener.heard.length).toBe(2)
})

test('the stream tells of what happens to objects in sight, and nothing of another organisation', async () => {
  const own = await addVehicle(server.db)
  const other = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  const [all, part] = [await listen('admin', plain, Topic.stream), await listen('viewer', plain, Topic.stream)]
  const counts = () => [all.heard.length, part.heard.length]
  await expect.poll(counts).toEqual([1, 1])
  await addViolation(server.db, other, [])
  await expect.poll(counts).toEqual([2, 1])
  // What comes next shows that it was not told.
  await server.db.owner.query(`select send_change('violation_event', 2, null, null, null)`)
  await addViolation(server.db, own, [])
  await expect.poll(counts).toEqual([3, 2])
})
