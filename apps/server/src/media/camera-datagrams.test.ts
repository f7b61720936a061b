import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { LiveCameras } from '@huanwei/fleet/cameras/live-cameras'
import type { Radio } from '@huanwei/fleet/cameras/picture-line'
import { VideoContent } from '@huanwei/terminal/messages/video'
import { packetsOf } from '@huanwei/terminal/pictures/frames'
import { Codec, encodePacket, PacketKind } from '@huanwei/terminal/pictures/packet'
import { afterEach, expect, test, vi } from 'vitest'
import { commandMessage } from '../position/ingest/command-message.ts'
import type { Command } from '../position/link.ts'
import type { CameraConnection, CameraListener } from './camera-listener.ts'
import { type CameraLimits, startCameraPort } from './camera-port.ts'
import { startMedia } from './media.ts'
import type { PictureTag } from './picture-tags.ts'
import { createStrays } from './strays.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error }
const camera = { deviceId: 1, terminalNo: '13900000001', channel: 1, stream: 1 }

/** A media server, and the cameras of one terminal. */
async function startWith(radio: Radio, isAway = false) {
  const cameras = new LiveCameras({ terminalNo: camera.terminalNo, version2019: false }, { radio })
  const asked: Command[] = []
  const media = await startMedia<true>({
    host: '127.0.0.1',
    port: 0,
    publicHost: '127.0.0.1',
    async send(_, command) {
      asked.push(command)
      if (!isAway) cameras.obey(commandMessage(command, '127.0.0.1'))
      return { outcome: 'confirmed', result: 0 }
    },
    viewersOf: async () => new Map(),
    terminalHere: async (terminalNo) => (terminalNo === camera.terminalNo ? camera.deviceId : undefined),
    log,
    times: { arrival: 300, linger: 100, retry: 50, stray: 500 },
  })
  closing.push(media.close, () => cameras.closeAll())
  return { media, cameras, asked }
}

test.each(['udp', 'scattered'] as const)(
  'a terminal that does not come over TCP is asked over UDP, and seen (%s)',
  async (radio) => {
    const { media, cameras, asked } = await startWith(radio)
    const seen: PictureTag[] = []
    const sounds: number[] = []
    const leave = media.record(
      camera,
      { show: (tag) => void seen.push(tag), hear: (tag) => void sounds.push(tag.readUIntBE(4, 3)), isListening: true },
      0,
    )
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBeGreaterThan(36)
    expect(seen.filter(({ isKey }) => isKey).length).toBeGreaterThan(2)
    // No picture is missing: the camera sends twelve a second.
    const steps = seen.slice(1).map(({ time }, i) => time - (seen[i]?.time ?? 0))
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...steps)).toBeLessThan(1000)
    expect(sounds.length).toBeGreaterThan(20)
    const opened = asked.filter(({ kind }) => kind === 'openVideo')
    expect(opened.map((one) => 'udpPort' in one)).toEqual([false, true])
    expect(media.cameras()).toBe(1)
    leave()
    await expect.poll(() => [media.cameras(), media.upstreams(), cameras.count]).toEqual([0, 0, 0])
  },
)

test('who says over UDP to be a terminal that was told TCP alone gets no stream', async () => {
  const { media, asked } = await startWith('udp', true)
  const radio = await radioTo(media.udpPort)
  closing.push(media.record(camera, { show: () => undefined }, 0))
  const opened = () => asked.filter(({ kind }) => kind === 'openVideo')
  await expect
    .poll(
      () => {
        radio.send(Date.now())
        return media.cameras()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  expect(opened().map((one) => 'udpPort' in one)).toEqual([false, true])
})

test('a terminal that goes on sending although nobody has its pictures is told to stop', async () => {
  const { media, asked } = await startWith('udp', true)
  const [radio, unknown] = [await radioTo(media.udpPort), await radioTo(media.udpPort)]
  const stops = () => asked.filter(({ kind }) => kind === 'closeVideo')
  const sending = setInterval(() => {
    radio.send(Date.now())
    unknown.send(Date.now(), 1, '013900000009')
  }, 50)
  await expect.poll(stops).toEqual([
    { kind: 'closeVideo', channel: 1, stream: 0 },
    { kind: 'closeVideo', channel: 1, stream: 1 },
  ])
  clearInterval(sending)
})

test('of a channel that somebody watches no stray ends anything, nor does one that is soon over', async () => {
  vi.useFakeTimers()
  closing.push(() => vi.useRealTimers())
  const sent: Command[] = []
  let isOn = true
  const stray = createStrays({
    async send(_, command) {
      sent.push(command)
      return { outcome: 'confirmed', result: 0 }
    },
    terminalHere: async () => 1,
    isOn: () => isOn,
    patience: 1000,
    log,
  })
  const hear = async (times: number) => {
    for (let i = 0; i < times; i++) {
      stray('139', 1)
      await vi.advanceTimersByTimeAsync(100)
    }
  }
  await hear(50)
  isOn = false
  await hear(9)
  await vi.advanceTimersByTimeAsync(1500)
  await hear(9)
  expect(sent).toEqual([])
  await hear(20)
  expect(sent.map(({ kind }) => kind)).toEqual(['closeVideo', 'closeVideo', 'closeTalk'])
  await hear(100)
  expect(sent).toHaveLength(3)
})

test('while somebody speaks with a channel no stray ends it; afterwards the terminal is told to stop', async () => {
  const { media, asked } = await startWith('udp', true)
  const radio = await radioTo(media.udpPort)
  const speech = { content: VideoContent.talk, by: 'a', heard: () => undefined, changed: () => undefined }
  const line = media.terminals.open(camera, speech)
  const closed = (channel: number) =>
    asked.filter((one) => one.kind !== 'openTalk' && 'channel' in one && one.channel === channel)
  const sending = setInterval(() => {
    radio.send(Date.now())
    radio.send(Date.now(), 2)
  }, 50)
  closing.push(() => clearInterval(sending))
  await expect.poll(() => closed(2).map(({ kind }) => kind)).toEqual(['closeVideo', 'closeVideo', 'closeTalk'])
  expect(closed(1)).toEqual([])
  line.end()
  await expect.poll(() => closed(1)[0]).toEqual({ kind: 'closeTalk', channel: 1 })
  await expect
    .poll(() =>
      closed(1)
        .slice(1)
        .map(({ kind }) => kind),
    )
    .toEqual(['closeVideo', 'closeVideo', 'closeTalk'])
})

/** Time of a frame at which listeners fail. */
const unreadable = 99

/** A camera port and a socket towards it; what a listener there is told. */
async function startPort(limits: Partial<CameraLimits> = {}) {
  const waiting = new Map<string, CameraListener>()
  const told: string[] = []
  const connections: CameraConnection[] = []
  const listenerOf = (name: string, stream: object = {}): CameraListener => ({
    stream,
    opened(connection) {
      connections.push(connection)
      waiting.clear()
      told.push(`${name} opened`)
    },
    heard: () => undefined,
    frame({ timestamp }) {
      if (timestamp === unreadable) throw new RangeError('out of range')
      told.push(`${name} ${timestamp}`)
    },
    closed: () => void told.push(`${name} closed`),
  })
  const port = await startCameraPort({
    host: '127.0.0.1',
    port: 0,
    expected: (terminalNo, channel) => waiting.get(`${terminalNo} ${channel}`),
    log,
    limits,
  })
  closing.push(port.close)
  return { port, told, connections, listenerOf, expect: (key: string, listener: CameraListener) => waiting.set(key, listener) }
}

async function radioTo(port: number) {
  const socket = createSocket('udp4')
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const sequences = new Map<number, number>()
  closing.push(() => socket.close())
  return {
    socket,
    send(timestamp: number, channel = 1, sim = '013900000001') {
      const sequence = sequences.get(channel) ?? 0
      sequences.set(channel, sequence + 1)
      for (const bytes of sentOf(timestamp, channel, sim, sequence)) socket.send(bytes)
    },
  }
}

function sentOf(timestamp: number, channel: number, sim: string, sequence: number) {
  const head = { codec: Codec.h264, sim, channel, sinceKey: 0, sinceLast: 80, kind: PacketKind.intra }
  return packetsOf({ ...head, timestamp, sequence, data: Buffer.alloc(40, 1) }).map(encodePacket)
}

test('datagrams that nobody asked for open nothing, nor do any after the end, and other senders do not get into a stream', async () => {
  const { port, told, connections, listenerOf, expect: expectStream } = await startPort()
  const [radio, stranger] = [await radioTo(port.udpPort), await radioTo(port.udpPort)]
  radio.send(1)
  stranger.socket.send(Buffer.alloc(1400, 0x30))
  expectStream('13900000001 1', listenerOf('a'))
  // The first one may have come before it was expected.
  await expect
    .poll(() => {
      radio.send(2)
      return told.includes('a 2')
    })
    .toBe(true)
  stranger.send(3)
  radio.send(4, 2)
  radio.send(5)
  await expect.poll(() => told.at(-1)).toBe('a 5')
  expect([told.includes('a 3'), told.includes('a 4'), port.connections()]).toEqual([false, false, 1])
  connections[0]?.close()
  await expect.poll(() => told.at(-1)).toBe('a closed')
  radio.send(6)
  expectStream('13900000001 2', listenerOf('b'))
  await expect
    .poll(() => {
      radio.send(7, 2)
      return told.includes('b 7')
    })
    .toBe(true)
  expect(told).not.toContain('a 6')
})

test('who asks again for the own stream gets what goes on; another stream of the channel waits for its own sender', async () => {
  const { port, told, listenerOf, expect: expectStream } = await startPort()
  const [radio, second] = [await radioTo(port.udpPort), await radioTo(port.udpPort)]
  const stream = {}
  expectStream('13900000001 1', listenerOf('a', stream))
  radio.send(1)
  await expect.poll(() => told).toEqual(['a opened', 'a 1'])
  expectStream('13900000001 1', listenerOf('other'))
  radio.send(2)
  await expect.poll(() => told.at(-1)).toBe('a 2')
  second.send(3)
  await expect.poll(() => told.at(-1)).toBe('other 3')
  expectStream('13900000001 1', listenerOf('again', stream))
  radio.send(4)
  await expect.poll(() => told.slice(-3).sort()).toEqual(['a closed', 'again 4', 'again opened'])
  expect(port.connections()).toBe(2)
})

test('one address has so many streams, and all together so many', async () => {
  const { port, told, listenerOf, expect: expectStream } = await startPort({ ofAddress: 1 })
  const [radio, second] = [await radioTo(port.udpPort), await radioTo(port.udpPort)]
  expectStream('13900000001 1', listenerOf('a'))
  radio.send(1)
  await expect.poll(() => told.at(-1)).toBe('a 1')
  expectStream('13900000001 2', listenerOf('b'))
  second.send(2, 2)
  radio.send(3)
  await expect.poll(() => told.at(-1)).toBe('a 3')
  expect([told, port.connections()]).toEqual([['a opened', 'a 1', 'a 3'], 1])
})

test('a frame that cannot be read ends its own connection and no other, over UDP and TCP', async () => {
  const { port, told, listenerOf, expect: expectStream } = await startPort()
  const radio = await radioTo(port.udpPort)
  expectStream('13900000001 1', listenerOf('a'))
  radio.send(1)
  await expect.poll(() => told.at(-1)).toBe('a 1')
  expectStream('13900000001 2', listenerOf('b'))
  radio.send(unreadable, 2)
  await expect.poll(() => told.slice(2)).toEqual(['b opened', 'b closed'])
  expectStream('13900000001 3', listenerOf('c'))
  const socket = connect(port.port, '127.0.0.1')
  closing.push(() => socket.destroy())
  for (const bytes of sentOf(unreadable, 3, '013900000001', 0)) socket.write(bytes)
  await once(socket, 'close')
  expect(told.slice(4)).toEqual(['c opened', 'c closed'])
  radio.send(2)
  await expect.poll(() => told.at(-1)).toBe('a 2')
})
