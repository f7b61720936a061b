import { once } from 'node:events'
import { callsPanelId } from '@huanwei/contract/boards/codes'
import type { Figure, Panel } from '@huanwei/contract/boards/endpoints'
import { BoardMessage, type PanelChange } from '@huanwei/contract/boards/messages'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { addVehicle, startTestServer } from '../../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
let admin: Person
let url: string
let own: Awaited<ReturnType<typeof addVehicle>>
let other: Awaited<ReturnType<typeof addVehicle>>
const overview = '/screen/board_huayin/index'

beforeAll(async () => {
  server = await startTestServer()
  own = await addVehicle(server.db)
  other = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  await vi.waitUntil(() => server.latest.vehicles.of(1).size === 2)
  admin = await server.login('admin')
  url = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
})
afterAll(() => server.close())

const newToken = async (fields: object = {}) =>
  (await admin.call('POST', '/admin/board/token', { path: overview, ...fields })).data as { id: number; token: string }

/** A line on which nothing is said yet; `from` is the address that a proxy names. */
async function connect(from = '127.0.0.1') {
  const socket = new WebSocket(`${url}/live/board`, { headers: { 'x-forwarded-for': from } })
  await once(socket, 'open')
  return socket
}

/** A screen: opens the line and says what it wants. */
async function look(fields: object, from?: string) {
  const socket = await connect(from)
  const messages: BoardMessage[] = []
  let code: number | undefined
  socket.on('message', (data) => messages.push(BoardMessage.parse(JSON.parse(String(data)))))
  socket.on('close', (closed) => {
    code = closed
  })
  const say = (text: object) => socket.send(JSON.stringify(text))
  say({ path: overview, screen: 'one', language: 'zh-CN', ...fields })
  return { socket, messages, say, code: () => code, leave: () => socket.close() }
}
type Screen = Awaited<ReturnType<typeof look>>
const first = async ({ messages }: Screen) => {
  await expect.poll(() => messages.length).toBeGreaterThan(0)
  const [message] = messages
  if (message?.type !== 'snapshot') throw new Error('no snapshot')
  return message
}
const figuresOf = (panels: readonly (Panel | PanelChange)[]): Figure[] =>
  panels.flatMap((panel) => ('data' in panel && panel.data?.shape === 'figures' ? panel.data.figures : []))
const vehiclesIn = (message: BoardMessage | undefined) => {
  const panels = message?.type === 'snapshot' ? message.board?.panels : message?.type === 'patch' ? message.panels : undefined
  return figuresOf(panels ?? []).find(({ key }) => key === 'vehiclesOnline')
}
const report = ({ deviceId }: typeof own) => server.latest.apply([{ deviceId, connected: true, seenAt: Date.now() }])
const patchesOf = ({ messages }: Screen) => messages.filter(({ type }) => type === 'patch')

test('a screen gets the whole board, then what changes, numbered', async () => {
  const { token } = await newToken()
  const screen = await look({ token })
  const whole = await first(screen)
  expect([whole.seq, whole.board?.title, vehiclesIn(whole)]).toMatchObject([1, '华阴大屏', { value: 0, of: 2 }])
  report(own)
  await expect.poll(() => patchesOf(screen).map(vehiclesIn).at(-1)).toMatchObject({ value: 1, of: 2 })
  const [patch] = patchesOf(screen)
  expect(patch).toMatchObject({ epoch: whole.epoch, seq: 2 })
  expect(patch?.type === 'patch' && patch.panels.length).toBeLessThan(whole.board!.panels.length)
  const seqs = screen.messages.map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))

  // A screen that knows the version is not sent it again, and one that lost its place is.
  const last = screen.messages.findLast((one) => one.type === 'patch')
  const known = last?.type === 'patch' ? last.version : ''
  const second = await look({ token, known })
  expect(await first(second)).toMatchObject({ seq: last?.seq, version: known, board: null })
  second.say({ wants: 'whole' })
  await expect.poll(() => vehiclesIn(second.messages.at(-1))).toMatchObject({ value: 1, of: 2 })
  screen.leave()
  second.leave()
})

test('who is logged in sees their departments, in their language, and a person of another organisation theirs', async () => {
  const session = async (name: string, tenant = 1) => (await server.login(name, tenant)).token.access_token
  const all = await look({ session: await session('admin') })
  const part = await look({ session: await session('viewer'), language: 'en-US' })
  const foreign = await look({ session: await session('admin', 2) })
  const [seen, less, none] = [await first(all), await first(part), await first(foreign)]
  expect([vehiclesIn(seen)?.of, vehiclesIn(less)?.of, vehiclesIn(none)?.of]).toEqual([2, 1, 0])
  expect(less.board?.panels.map(({ title }) => title)).toContain('Newest events')
  for (const one of [all, part, foreign]) one.leave()
})

test('thirty screens cost no more computations than one', async () => {
  const { token } = await newToken()
  const screens = [await look({ token })]
  await first(screens[0]!)
  const before = server.app.boardComputations()
  for (let n = 0; n < 29; n++) screens.push(await look({ token, screen: `s${n}` }))
  for (const one of screens) await first(one)
  // Nothing is due but what one screen's next reading takes.
  expect(server.app.boardComputations() - before).toBeLessThan(30)
  report(other)
  await expect.poll(() => screens.every((one) => patchesOf(one).map(vehiclesIn).at(-1)?.value === 2)).toBe(true)
  const texts = screens.map((one) => JSON.stringify(patchesOf(one).at(-1)))
  expect(new Set(texts).size).toBe(1)
  for (const one of screens) one.leave()
})

test('a revoked token, a lock and a log-out end what they opened, and nothing else', async () => {
  const [{ id, token }, kept] = [await newToken(), await newToken()]
  const [locked, out] = [await server.login('viewer'), await server.login('viewer')]
  const screens = {
    revoked: await look({ token }),
    kept: await look({ token: kept.token }),
    locked: await look({ session: locked.token.access_token }),
    out: await look({ session: out.token.access_token }),
  }
  for (const one of Object.values(screens)) await first(one)
  await admin.call('PUT', '/admin/board/token/revoke', { id })
  await expect.poll(screens.revoked.code).toBe(4401)
  await locked.call('PUT', '/admin/session/lock', { password: '1234' })
  await expect.poll(screens.locked.code).toBe(4401)
  await out.call('DELETE', '/auth/token/logout')
  await expect.poll(screens.out.code).toBe(4401)
  expect(screens.kept.socket.readyState).toBe(WebSocket.OPEN)
  screens.kept.leave()
})

test('a screen of a department has its name, and is told of calls for help there, and of no others', async () => {
  const { rows } = await server.db.owner.query(
    `select dept_id id, name from sys_dept where tenant_id = 1 and name in ('一部', '二部') order by name`,
  )
  const [there, elsewhere] = rows
  const screen = await look({ token: (await newToken({ deptId: there.id })).token })
  const whole = await first(screen)
  expect(whole.board?.about).toBe(there.name)
  const call = ({ id, name }: typeof there, who: string) =>
    server.db.owner.query(
      `insert into emergency (tenant_id, object_type, object_id, object_name, dept_id, dept_name, position, time, last_time)
       select 1, '0', user_id, '求助人', $1, $2, '建设路', now(), now() from sys_user where tenant_id = 1 and username = $3`,
      [id, name, who],
    )
  const calls = () =>
    patchesOf(screen)
      .flatMap((one) => (one.type === 'patch' ? one.panels : []))
      .findLast(({ id }) => id === callsPanelId)
  await call(elsewhere, 'handler')
  await call(there, 'viewer')
  await expect.poll(calls).toMatchObject({ data: { rows: [{ cells: [expect.any(String), '人员', there.name, '建设路'] }] } })
  screen.leave()
})

test('another scope ends the line, so that the screen asks for its board anew', async () => {
  const person = await server.login('handler')
  const screen = await look({ session: person.token.access_token })
  expect(vehiclesIn(await first(screen))?.of).toBe(1)
  await server.db.owner.query("update sys_role set ds_type = 0 where role_code = 'ROLE_HANDLER'")
  await expect.poll(screen.code).toBe(4404)
  const again = await look({ session: person.token.access_token })
  expect(vehiclesIn(await first(again))?.of).toBe(2)
  again.leave()
})

test('a wrong token, one of another board or of elsewhere, an ended session and what is no question get nothing', async () => {
  const { token } = await newToken()
  const elsewhere = await newToken({ addressRange: '10.9.0.0/16' })
  const refused = [
    await look({ token: 'wrong' }),
    await look({ token, path: '/work_plan/board/index' }),
    await look({ token: elsewhere.token }),
    await look({ session: 'gone' }),
    await look({}),
  ]
  for (const one of refused) await expect.poll(one.code).toBe(4401)
  const garbled = await look({ token, language: 'la' })
  await expect.poll(garbled.code).toBe(1007)
  expect([...refused, garbled].flatMap(({ messages }) => messages)).toEqual([])
})

test('an own board changes with what is published, and ends when it is taken back', async () => {
  const { data: made } = await admin.call('POST', '/admin/board/own', { path: overview })
  const path = `/board/own/${made.id}`
  await admin.call('PUT', '/admin/board/own/publish', { id: made.id })
  const { token } = await newToken({ path })
  const screen = await look({ path, token })
  const { board, seq } = await first(screen)
  expect(board?.theme).toBe('blue')
  await admin.call('PUT', '/admin/board/own', { id: made.id, definition: { ...made.definition, theme: 'green' } })
  await admin.call('PUT', '/admin/board/own/publish', { id: made.id })
  const green = () => screen.messages.find((one) => one.type === 'snapshot' && one.board?.theme === 'green')
  await expect.poll(green).toBeTruthy()
  expect(green()!.seq).toBeGreaterThan(seq)
  await admin.call('PUT', '/admin/board/own/takeBack', { id: made.id })
  await expect.poll(screen.code).toBe(4404)
})

test('of one token a hundred lines are open and no more', async () => {
  const { token } = await newToken()
  const screens: Screen[] = []
  for (let n = 0; n < 101; n++) screens.push(await look({ token, screen: `s${n}` }))
  await expect.poll(() => screens.filter((one) => one.code() === 4429).length).toBe(1)
  for (const one of screens) one.leave()
})

test('a screen is listed with the age of what it shows', async () => {
  const { id, token } = await newToken({ place: '三楼' })
  const screen = await look({ token, screen: 'lobby', build: 'b7', dataAge: 3 })
  await first(screen)
  const screensOf = async () =>
    (await admin.call('GET', '/admin/board/token/list')).data.find((one: { id: number }) => one.id === id).screens
  await expect.poll(screensOf).toMatchObject([{ screen: 'lobby', build: 'b7', dataAge: 3, address: '127.0.0.1' }])
  screen.leave()
})

test('a standing screen shows the new names of its department and organisation', async () => {
  const { rows } = await server.db.owner.query(
    "select dept_id id, name from sys_dept where tenant_id = 1 and name = '一部' union all select id, name from sys_tenant where id = 1",
  )
  const [department, organisation] = rows
  const report = '/work_plan/pdf/index'
  const screens = [
    [await look({ token: (await newToken({ deptId: department.id })).token }), department],
    [await look({ path: report, token: (await newToken({ path: report })).token }), organisation],
  ] as const
  for (const [screen, { name }] of screens) expect((await first(screen)).board?.about).toBe(name)
  const rename = async (deptName: string, tenantName: string) => {
    await server.db.owner.query('update sys_dept set name = $1 where dept_id = $2', [deptName, department.id])
    await server.db.owner.query('update sys_tenant set name = $1 where id = $2', [tenantName, organisation.id])
  }
  await rename('东区一部', '丙公司')
  const about = ({ messages }: Screen) => messages.findLast((one) => one.type === 'snapshot')?.board?.about
  await expect.poll(() => screens.map(([screen]) => about(screen))).toEqual(['东区一部', '丙公司'])
  await rename(department.name, organisation.name)
  for (const [screen] of screens) screen.leave()
})

test('of one sender two hundred lines wait for their first text and no more; screens and others have their places', async () => {
  const { token } = await newToken()
  const from = (n: number) => `2001:db8:7:7::${n.toString(16)}`
  const waiting: WebSocket[] = []
  for (let n = 1; n <= 200; n++) waiting.push(await connect(from(n)))
  const late = await look({ token }, from(999))
  await expect.poll(late.code).toBe(4429)
  const other = await look({ token }, '2001:db8:7:8::1')
  await first(other)
  waiting[0]!.send(JSON.stringify({ path: overview, token, screen: 'one', language: 'zh-CN' }))
  await once(waiting[0]!, 'message')
  const next = await look({ token }, from(1000))
  await first(next)
  for (const socket of [...waiting, next.socket, other.socket]) socket.close()
})
