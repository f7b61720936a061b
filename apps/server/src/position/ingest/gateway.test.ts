import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { encodeLocation } from '@huanwei/terminal/messages/location'
import { encodeFrame } from '@huanwei/terminal/wire/frame'
import { expect, test } from 'vitest'
import { gatewayKit, heartbeat, location, newNumber } from './gateway.test-kit.ts'
import { fixAt } from './terminal.test-kit.ts'

const { start, terminalOn, query } = gatewayKit()

test('registers, authenticates, and has its location acknowledged after it is stored, not before', async () => {
  const { gateway, stream, updates } = await start({ settles: false })
  for (const version2019 of [false, true]) {
    const terminal = await terminalOn(gateway.port, newNumber(), { version2019 })
    const { authCode, result } = await terminal.register()
    expect(result).toBe(0)
    expect(authCode).toMatch(/^[\w-]{22}$/)
    expect(await terminal.authenticate(authCode!)).toBe(ReplyResult.ok)
    const sent = terminal.send(location(1_760_000_000_000))
    const [report] = await stream.take(10, 0)
    expect(report).toMatchObject({ messageId: 0x0200, serial: sent, locations: [{ time: 1_760_000_000_000, speed: 36.5 }] })
    expect(updates.at(-1)).toMatchObject({ deviceId: report!.deviceId, connected: true })
    await expect(terminal.resultOf(sent, 100)).rejects.toThrow('nothing came')
    report!.settle(true)
    expect(await terminal.resultOf(sent)).toBe(ReplyResult.ok)
  }
})

test('a report that could not be stored is not acknowledged, and is resent', async () => {
  const { gateway, stream } = await start({ settles: false })
  const terminal = await terminalOn(gateway.port)
  await terminal.open()
  const sent = terminal.send(location(), 77)
  const [report] = await stream.take(10, 0)
  report!.settle(false)
  await expect(terminal.resultOf(sent, 100)).rejects.toThrow('nothing came')
  terminal.send(location(), 77)
  const [again] = await stream.take(10, 0)
  again!.settle(true)
  expect(await terminal.resultOf(77)).toBe(ReplyResult.ok)
})

test('a connection without authentication gets only registration and authentication, and is closed after a while', async () => {
  const { gateway, stream } = await start({ settles: false })
  const terminal = await terminalOn(gateway.port)
  for (const message of [heartbeat, location(), { id: MessageId.queryTime } as const])
    expect(await terminal.ask(message)).toBe(ReplyResult.failed)
  expect(stream.waiting()).toBe(0)
  for (let i = 0; i < 6; i++) terminal.send(heartbeat)
  await terminal.authenticate('guess').catch(() => undefined)
  await terminal.closed()
})

test('a wrong code is refused, the right one still works', async () => {
  const { gateway } = await start()
  const terminal = await terminalOn(gateway.port)
  const { authCode } = await terminal.register()
  for (const wrong of ['', 'x', `${authCode}x`, authCode!.slice(1), authCode!.toUpperCase()])
    expect(await terminal.authenticate(wrong)).toBe(ReplyResult.failed)
  expect(await terminal.ask(heartbeat)).toBe(ReplyResult.failed)
  expect(await terminal.authenticate(authCode!)).toBe(ReplyResult.ok)
  expect(await terminal.ask(heartbeat)).toBe(ReplyResult.ok)
})

test('a code survives a restart and a second registration, but goes to no other terminal with that number', async () => {
  const terminalNo = newNumber()
  const first = await start()
  const before = await terminalOn(first.gateway.port, terminalNo)
  const authCode = await before.open()
  await first.stop()
  const { gateway } = await start()
  const after = await terminalOn(gateway.port, terminalNo)
  expect(await after.authenticate(authCode)).toBe(ReplyResult.ok)
  expect((await after.register()).authCode).toBe(authCode)
  const thief = await terminalOn(gateway.port, terminalNo)
  expect(await thief.register('HW-2')).toMatchObject({ result: 3 })
  expect(await after.ask(heartbeat)).toBe(ReplyResult.ok)
})

test('a terminal whose number is six raw bytes is served', async () => {
  const { gateway, registry } = await start()
  const terminal = await terminalOn(gateway.port, '4eb6fb4afd9e')
  await terminal.open()
  expect(await terminal.ask(location())).toBe(ReplyResult.ok)
  expect(registry.byNumber('4eb6fb4afd9e')).toBeDefined()
})

test('while a terminal is connected, its code is not given to a registration from another address', async () => {
  let clock = Date.now()
  const { gateway, registry } = await start({ now: () => clock })
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  const authCode = await terminal.open()
  clock += 1000
  const thief = await terminalOn(gateway.port, terminalNo, { from: '127.0.0.2' })
  expect(await thief.register()).toMatchObject({ result: 3 })
  expect((await thief.register()).authCode).toBeUndefined()
  expect(await terminal.ask(heartbeat)).toBe(ReplyResult.ok)
  const refused = () =>
    query(`select address from device_connection where device_id = $1 and reason = 'refused'`, [
      registry.byNumber(terminalNo)!.id,
    ])
  await expect.poll(refused).toEqual([{ address: '127.0.0.2' }])
  // It may have lost its line and called again by another way.
  clock += 61_000
  const moved = await terminalOn(gateway.port, terminalNo, { from: '127.0.0.3' })
  expect((await moved.register()).authCode).toBe(authCode)
})

test('forgets a removed terminal at once', async () => {
  const { gateway } = await start({ limits: { tick: 20 } })
  const terminal = await terminalOn(gateway.port, '13999990000')
  await terminal.open()
  await query(`delete from device where terminal_no = '13999990000'`)
  await terminal.closed()
  const again = await terminalOn(gateway.port, '13999990000')
  expect(await again.register('HW-2')).toMatchObject({ result: 0 })
})

test('a new connection replaces the old one once it has authenticated', async () => {
  const { gateway, registry, updates } = await start()
  const terminalNo = newNumber()
  const old = await terminalOn(gateway.port, terminalNo)
  const authCode = await old.open()
  const fresh = await terminalOn(gateway.port, terminalNo)
  expect(await fresh.authenticate('wrong')).toBe(ReplyResult.failed)
  expect(await old.ask(heartbeat)).toBe(ReplyResult.ok)
  expect(await fresh.authenticate(authCode)).toBe(ReplyResult.ok)
  await old.closed()
  expect(await fresh.ask(heartbeat)).toBe(ReplyResult.ok)
  const deviceId = registry.byNumber(terminalNo)!.id
  expect(updates.filter((one) => one.deviceId === deviceId && !one.connected)).toEqual([])
  fresh.close()
  await expect.poll(() => updates.at(-1)).toMatchObject({ deviceId, connected: false })
})

test('a terminal speaks for itself only', async () => {
  const { gateway, stream } = await start({ settles: false })
  const terminal = await terminalOn(gateway.port)
  await terminal.open()
  const header = { messageId: MessageId.location, version2019: false, terminalNo: newNumber(), serial: 500 }
  terminal.socket.write(encodeFrame(header, encodeLocation(fixAt(Date.now()))))
  expect(await terminal.resultOf(500)).toBe(ReplyResult.failed)
  expect(stream.waiting()).toBe(0)
  expect(await terminal.ask(heartbeat)).toBe(ReplyResult.ok)
})

test('an idle terminal is closed after 180 s, an unauthenticated connection after 60 s', async () => {
  let clock = 1_760_000_000_000
  const { gateway } = await start({ now: () => clock, limits: { tick: 10 } })
  const terminal = await terminalOn(gateway.port)
  await terminal.open()
  const silent = await terminalOn(gateway.port)
  const ticked = () => new Promise((resolve) => setTimeout(resolve, 60))
  clock += 59_000
  await ticked()
  expect(gateway.connections()).toBe(2)
  clock += 2000
  await silent.closed()
  clock += 118_000
  await ticked()
  expect(await terminal.ask(heartbeat)).toBe(ReplyResult.ok)
  clock += 179_000
  await ticked()
  expect(gateway.connections()).toBe(1)
  clock += 2000
  await terminal.closed()
})

test('a clock that is set forward closes no connection, and one that is set back keeps none', async () => {
  let [clock, elapsed, looks] = [1_760_000_000_000, 0, 0]
  const look = () => {
    looks++
    return elapsed
  }
  const ticked = () => {
    const before = looks
    return expect.poll(() => looks).toBeGreaterThan(before + 1)
  }
  const pass = (ms: number) => {
    clock += ms
    elapsed += ms
  }
  const { gateway } = await start({ now: () => clock, elapsed: look, limits: { tick: 10 } })
  const terminal = await terminalOn(gateway.port)
  await terminal.open()
  const silent = await terminalOn(gateway.port)
  await expect.poll(() => gateway.connections()).toBe(2)
  clock += 3 * 3_600_000
  await ticked()
  expect(await terminal.ask(heartbeat)).toBe(ReplyResult.ok)
  expect(gateway.connections()).toBe(2)
  clock -= 5 * 3_600_000
  await ticked()
  pass(61_000)
  await silent.closed()
  pass(120_000)
  await terminal.closed()
})

test('last heard is written down', async () => {
  const { gateway, stop } = await start({ now: () => Date.parse('2026-03-01T00:00:00Z') })
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  await terminal.open()
  await stop()
  const rows = await query('select last_seen from device where terminal_no = $1', [terminalNo])
  expect(rows).toEqual([{ last_seen: '2026-03-01 08:00:00+08' }])
})
