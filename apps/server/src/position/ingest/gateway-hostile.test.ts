import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRateLimiter } from '../../lib/rate-limiter.ts'
import { gatewayKit, heartbeat, location, newNumber } from './gateway.test-kit.ts'

const { start, terminalOn } = gatewayKit()
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A connection that says nothing by itself; the platform may end it as abruptly as it likes. */
const callerOn = (port: number, options: { allowHalfOpen?: boolean; localAddress?: string } = {}) =>
  connect({ port, host: '127.0.0.1', ...options }).on('error', () => undefined)

/** Opens a socket, writes `bytes` in pieces, waits until all is read or the platform closes. `onWrite` is told the size of each piece. */
async function pour(port: number, bytes: Buffer, cuts: () => number, onWrite: (size: number) => void) {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => socket.destroy())
  socket.resume()
  for (let at = 0; at < bytes.length && !socket.destroyed; ) {
    const size = cuts()
    onWrite(size)
    if (!socket.write(bytes.subarray(at, at + size)) && !socket.destroyed)
      await Promise.race([new Promise((r) => socket.once('drain', r)), new Promise((r) => socket.once('close', r))])
    at += size
  }
  socket.destroySoon()
  if (!socket.closed) await Promise.race([new Promise((r) => socket.once('close', r)), pause(2000)])
  socket.destroy()
}

test('a million random bytes, split at random: no crash, no connection left behind, others are answered in between', async () => {
  const { gateway, reports } = await start({ limits: { tick: 50 } })
  const steady = await terminalOn(gateway.port)
  await steady.open()
  const own = await terminalOn(gateway.port)
  await own.open()
  /** Bytes of noise: written so far, and the most that went between a question and its answer. */
  let [noise, most] = [0, 0]
  const heard = (size: number) => {
    noise += size
  }
  let pouring = true
  const working = (async () => {
    let answered = 0
    while (pouring) {
      const before = noise
      expect(await steady.ask(location())).toBe(ReplyResult.ok)
      most = Math.max(most, noise - before)
      answered++
      await pause(2)
    }
    return answered
  })()
  // Unauthenticated, on many connections, because each is closed soon …
  const sizes = fc.sample(fc.integer({ min: 1, max: 5000 }), 5000)
  const cuts = () => sizes.pop() ?? 700
  for (let i = 0; i < 40; i++) await pour(gateway.port, randomBytes(25_000), cuts, heard)
  // … and from a terminal that has authenticated, whose connection stays.
  for (let sent = 0; sent < 1_000_000; ) {
    const piece = randomBytes(cuts())
    sent += piece.length
    heard(piece.length)
    own.socket.write(piece)
    await pause(0)
  }
  own.socket.write(Buffer.from([0x7e]))
  expect(await own.ask(heartbeat)).toBe(ReplyResult.ok)
  pouring = false
  expect(await working).toBeGreaterThan(20)
  expect(most).toBeLessThan(noise / 4)
  await expect.poll(() => gateway.connections()).toBe(2)
  expect(new Set(reports.map((one) => one.deviceId)).size).toBe(1)
})

test('thousands of connections, half of them silent, leave the others their say', async () => {
  const { gateway } = await start({ limits: { tick: 50, opening: 60_000 } })
  const silent = Array.from({ length: 1000 }, () => callerOn(gateway.port))
  const terminals = await Promise.all(Array.from({ length: 1000 }, () => terminalOn(gateway.port)))
  await expect.poll(() => gateway.connections()).toBe(2000)
  await Promise.all(terminals.map((one) => one.open()))
  const results = await Promise.all(terminals.map((one) => one.ask(location())))
  expect(results.every((one) => one === ReplyResult.ok)).toBe(true)
  for (const socket of silent) socket.destroy()
  for (const one of terminals) one.close()
  await expect.poll(() => gateway.connections()).toBe(0)
})

test('one address takes so many connections without authentication, and those of its terminals do not count', async () => {
  let clock = Date.now()
  const { gateway } = await start({ now: () => clock, limits: { unauthenticated: 3 } })
  const from = '127.0.0.2'
  const silent = Array.from({ length: 3 }, () => callerOn(gateway.port, { localAddress: from }))
  await expect.poll(() => gateway.connections()).toBe(3)
  const early = await terminalOn(gateway.port, newNumber(), { from })
  await early.closed()
  const other = await terminalOn(gateway.port, newNumber(), { from: '127.0.0.3' })
  await other.open()
  expect(gateway.connections()).toBe(4)
  // Those that had time to say who they are make room.
  clock += 5000
  const terminals = []
  for (let i = 0; i < 6; i++) {
    const terminal = await terminalOn(gateway.port, newNumber(), { from })
    await terminal.open()
    terminals.push(terminal)
  }
  for (const one of [other, ...terminals]) expect(await one.ask(heartbeat)).toBe(ReplyResult.ok)
  await expect.poll(() => gateway.connections()).toBe(9)
  // A terminal that logs out is not authenticated any more.
  for (const one of terminals) expect(await one.ask({ id: MessageId.logOut })).toBe(ReplyResult.ok)
  await expect.poll(() => gateway.connections()).toBe(4)
  expect(await other.ask(heartbeat)).toBe(ReplyResult.ok)
  for (const socket of silent) socket.destroy()
})

test('connections without authentication take a share of all, wherever they come from', async () => {
  let clock = Date.now()
  const { gateway } = await start({ now: () => clock, limits: { connections: 8, unauthenticatedShare: 0.25 } })
  const silent = ['127.0.0.1', '127.0.0.2', '127.0.0.3'].map((localAddress) => callerOn(gateway.port, { localAddress }))
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  await expect.poll(() => silent.filter((socket) => socket.closed).length).toBe(1)
  clock += 5000
  const terminal = await terminalOn(gateway.port)
  await terminal.open()
  await expect.poll(() => gateway.connections()).toBe(2)
  for (const socket of silent) socket.destroy()
})

test('a terminal that sends and never reads is disconnected, not buffered', async () => {
  const { gateway } = await start({ limits: { outgoingBytes: 16 * 1024 } })
  const terminal = await terminalOn(gateway.port)
  await terminal.open()
  terminal.socket.pause()
  const deadline = Date.now() + 20_000
  while (gateway.connections() && Date.now() < deadline) {
    for (let i = 0; i < 5000; i++) terminal.send(heartbeat)
    await pause(5)
  }
  expect(gateway.connections()).toBe(0)
})

test('a connection that never says anything and one that ends half are let go', async () => {
  let clock = 1_760_000_000_000
  const { gateway } = await start({ now: () => clock, limits: { tick: 10 } })
  const half = callerOn(gateway.port, { allowHalfOpen: true })
  half.write(Buffer.from([0x7e, 1, 2, 3]))
  half.end()
  const mute = callerOn(gateway.port, { allowHalfOpen: true })
  await expect.poll(() => gateway.connections()).toBe(1)
  clock += 61_000
  await expect.poll(() => gateway.connections()).toBe(0)
  half.destroy()
  mute.destroy()
})

test('when nothing can be stored a terminal waits, and nothing is lost when it goes on', async () => {
  const { gateway, stream } = await start({ settles: false, capacity: 100 })
  const terminal = await terminalOn(gateway.port)
  await terminal.open()
  const count = 20_000
  for (let i = 0; i < count; i++) terminal.send(location(1_760_000_000_000 + i * 1000))
  await pause(300)
  // One chunk off the wire may go beyond the bound.
  expect(stream.waiting()).toBeLessThan(250)
  let next = 0
  while (next < count) {
    const batch = await stream.take(50, 2)
    expect(batch.length).toBeGreaterThan(0)
    for (const report of batch) {
      expect(report.locations[0]!.time).toBe(1_760_000_000_000 + next++ * 1000)
      report.settle(true)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await terminal.ask(heartbeat)).toBe(ReplyResult.ok)
})

test('the number of waiting reports stays within the bound, however many terminals send at once', async () => {
  const { gateway, stream } = await start({ settles: false, capacity: 1000 })
  const terminals = await Promise.all(Array.from({ length: 50 }, () => terminalOn(gateway.port)))
  await Promise.all(terminals.map((one) => one.open()))
  const each = 800
  for (const one of terminals) for (let i = 0; i < each; i++) one.send(location(1_760_000_000_000 + i * 1000))
  const next = new Map<number, number>()
  for (let taken = 0; taken < 50 * each; ) {
    await new Promise((resolve) => setImmediate(resolve))
    expect(stream.waiting()).toBeLessThan(1200)
    const batch = await stream.take(100, 2)
    expect(batch.length).toBeGreaterThan(0)
    taken += batch.length
    for (const report of batch) {
      const i = next.get(report.deviceId) ?? 0
      expect(report.locations[0]!.time).toBe(1_760_000_000_000 + i * 1000)
      next.set(report.deviceId, i + 1)
      report.settle(true)
    }
  }
  expect(await Promise.all(terminals.map((one) => one.ask(heartbeat)))).toEqual(terminals.map(() => ReplyResult.ok))
})

test('one address may enter so many new numbers, known ones as often as it likes', () => {
  const allow = createRateLimiter({ burst: 3, perSecond: 1, maxKeys: 2 })
  const tries = (key: string, now: number) => Array.from({ length: 5 }, () => allow(key, now)).filter(Boolean).length
  expect(tries('a', 0)).toBe(3)
  expect(tries('b', 0)).toBe(3)
  expect(tries('c', 0)).toBe(0)
  expect(tries('a', 2000)).toBe(2)
  expect(tries('c', 60_000)).toBe(3)
})
