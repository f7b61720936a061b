import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { VideoStream } from '@huanwei/terminal/messages/video'
import { type Frame, FrameAssembly } from '@huanwei/terminal/pictures/frames'
import { unitsOf } from '@huanwei/terminal/pictures/h264'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import { PacketReader } from '@huanwei/terminal/pictures/packet-reader'
import { syntaxOf } from '@huanwei/terminal/pictures/syntax'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOrder } from '../terminals/fault-order.ts'
import { cameraFaults, LiveCameras } from './live-cameras.ts'
import { loopOf } from './picture-loop.ts'

const stream = VideoStream.sub
let cameras: LiveCameras
/** Pictures by the lines that they came on. */
let lines: Frame[][]
let close: () => Promise<unknown>

beforeEach(async () => {
  lines = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const [reader, assembly, frames] = [new PacketReader(), new FrameAssembly(), [] as Frame[]]
    lines.push(frames)
    sockets.add(socket)
    socket.on('data', (chunk) => {
      for (const packet of reader.push(chunk)) {
        const frame = assembly.add(packet)
        if (frame && frame.kind !== PacketKind.sound) frames.push(frame)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cameras = new LiveCameras({ terminalNo: '13900000001', version2019: false })
  const { port: tcpPort } = server.address() as AddressInfo
  cameras.obey({ id: MessageId.openVideo, host: '127.0.0.1', tcpPort, udpPort: 0, content: 1, channel: 1, stream })
  close = async () => {
    cameras.closeAll()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  await expect.poll(() => lines[0]?.length, { timeout: 20_000 }).toBeGreaterThan(2)
})
afterEach(() => close())

const hexOf = (frames: readonly { data: Buffer }[]) => frames.map(({ data }) => data.toString('hex'))
/** Pictures that come from now on, until there are some. */
async function next(line = 0) {
  const before = lines[line]?.length ?? 0
  await expect.poll(() => lines[line]?.length, { timeout: 20_000 }).toBeGreaterThan(before + 13)
  return lines[line]!.slice(before)
}
const isKey = ({ codec, data }: Frame) => {
  const syntax = syntaxOf(codec)!
  return unitsOf(data).some((unit) => syntax.isKey(syntax.typeOf(unit)))
}
/** What a decoder of H.264 needs before the pictures. */
const setsOf = (data: Buffer) =>
  unitsOf(data)
    .filter((unit) => syntaxOf(Codec.h264)!.parameterSets.includes(syntaxOf(Codec.h264)!.typeOf(unit)))
    .map((unit) => unit.toString('hex'))

test.each([
  ['black', 'black', Codec.h264],
  ['codec', 'hevc', Codec.h265],
] as const)(
  'a camera sends other pictures when it is told to (%s), and the street again, each from a key frame on',
  async (fault, look, codec) => {
    cameras.misbehave(fault)
    const other = loopOf(stream, look)
    const sent = await next()
    const begin = sent.findIndex((frame) => hexOf(other).includes(hexOf([frame])[0]!))
    expect(begin).toBeGreaterThanOrEqual(0)
    expect([isKey(sent[begin]!), sent[begin]!.codec]).toEqual([true, codec])
    for (const frame of sent.slice(begin)) expect(hexOf(other)).toContain(hexOf([frame])[0])
    cameras.misbehave(undefined)
    const back = (await next()).find((frame) => hexOf(loopOf(stream)).includes(hexOf([frame])[0]!))
    expect([isKey(back!), back!.codec]).toEqual([true, Codec.h264])
  },
)

test('a black picture is decoded as those before it: a recording goes on', () => {
  for (const one of [VideoStream.main, VideoStream.sub])
    expect(setsOf(loopOf(one, 'black')[0]!.data)).toEqual(setsOf(loopOf(one)[0]!.data))
})

test('a camera reconnects by itself, once, and goes on with a key frame', async () => {
  cameras.misbehave('reconnect')
  const again = await next(1)
  expect(isKey(lines[1]![0]!)).toBe(true)
  expect(again.length).toBeGreaterThan(13)
  expect([lines.length, cameras.count]).toEqual([2, 1])
})

test('a person’s line orders what the cameras of one vehicle or of all do wrong', () => {
  const told: unknown[] = []
  const fleet = {
    misbehave(terminalNo: string | undefined, fault: unknown) {
      told.push([terminalNo, fault])
      return terminalNo === '1' ? 0 : 1
    },
  }
  for (const fault of cameraFaults)
    expect(faultOrder(` 13900000001  ${fault} `, fleet)).toBe(`fleet: cameras of 1 vehicles: ${fault}`)
  faultOrder('all well', fleet)
  expect(told).toEqual([...cameraFaults.map((fault) => ['13900000001', fault]), [undefined, undefined]])
  expect(faultOrder('1 black', fleet)).toContain('no vehicle')
  told.length = 0
  for (const line of ['', 'all', 'all dance', 'all black now', 'black']) expect(faultOrder(line, fleet)).toContain('expected')
  expect(told).toEqual([])
})
