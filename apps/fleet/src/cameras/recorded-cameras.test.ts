import { once } from 'node:events'
import { createServer } from 'node:net'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { PlaybackControl, PlayMode, playSpeeds } from '@huanwei/terminal/messages/playback'
import { type Frame, FrameAssembly } from '@huanwei/terminal/pictures/frames'
import { PacketKind } from '@huanwei/terminal/pictures/packet'
import { PacketReader } from '@huanwei/terminal/pictures/packet-reader'
import { expect, test } from 'vitest'
import { RecordedCameras } from './recorded-cameras.ts'
import { recordingsOf } from './recordings.ts'

/** 2026-11-27 and 10:10 in Shanghai. */
const day = Date.UTC(2026, 10, 26, 16)
const now = day + 10 * 3_600_000 + 600_000
const minutes = (n: number) => day + n * 60_000

test('a camera keeps files of half an hour of the days before, and the one it writes', () => {
  const files = recordingsOf(1, { start: day, end: day + 86_400_000 }, now)
  expect([files[0]?.start, files.at(-1)?.start, files.at(-1)?.end]).toEqual([minutes(300), minutes(600), now])
  expect(files.length).toBe(11)
  expect(recordingsOf(1, { start: minutes(400), end: minutes(410) }, now).map(({ start }) => start)).toEqual([minutes(390)])
  const yesterday = recordingsOf(2, { start: day - 86_400_000, end: day }, now)
  expect([yesterday[0]?.start, yesterday.length]).toEqual([minutes(360 - 1440), 30])
  expect(recordingsOf(1, { start: day - 30 * 86_400_000, end: day - 20 * 86_400_000 }, now)).toEqual([])
  expect(recordingsOf(1, {}, now).length).toBeGreaterThan(150)
})

test('a disk plays, pauses, jumps, plays key frames faster, and stops', async () => {
  const frames: Frame[] = []
  const server = createServer((socket) => {
    const [reader, assembly] = [new PacketReader(), new FrameAssembly()]
    socket.on('data', (chunk) => {
      for (const packet of reader.push(chunk)) frames.push(...[assembly.add(packet)].filter((frame) => frame !== undefined))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const tcpPort = typeof address === 'object' && address ? address.port : 0
  const cameras = new RecordedCameras({ terminalNo: '13900000001', version2019: false })
  // Yesterday's morning, whenever the test runs.
  const start = recordingsOf(1, {}, Date.now() - 86_400_000).at(-9)?.start ?? 0
  const asked = { channel: 1, content: 0, stream: 0, storage: 0, mode: PlayMode.normal, speed: 0 }
  const to = { host: '127.0.0.1', tcpPort, udpPort: 0 }
  cameras.obey({ id: MessageId.playVideo, ...to, ...asked, start: start + 500, end: start + 1_800_000 })
  await expect.poll(() => frames.length).toBeGreaterThan(5)
  expect(frames[0]).toMatchObject({ kind: PacketKind.intra, timestamp: start })
  const control = { id: MessageId.controlPlayback, channel: 1, speed: 0, time: undefined } as const

  cameras.obey({ ...control, command: PlaybackControl.jump, time: start + 600_000 })
  await expect.poll(() => frames.at(-1)?.timestamp ?? 0).toBeGreaterThan(start + 600_000)
  cameras.obey({ ...control, command: PlaybackControl.fastForward, speed: playSpeeds.indexOf(16) })
  await expect.poll(() => frames.at(-1)?.timestamp ?? 0).toBeGreaterThan(start + 620_000)
  expect(frames.slice(-8).every(({ kind }) => kind === PacketKind.intra)).toBe(true)

  cameras.obey({ ...control, command: PlaybackControl.pause })
  cameras.obey({ ...control, command: PlaybackControl.jump, time: start + 1_797_000 })
  // Closed by the camera at the end of what was asked for: otherwise this would wait for ever.
  await new Promise((resolve) => server.close(resolve))
  expect(frames.at(-1)?.timestamp).toBe(start + 1_799_000)
})
