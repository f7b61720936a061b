import { once } from 'node:events'
import { createServer } from 'node:net'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { VideoControl, VideoStream } from '@huanwei/terminal/messages/video'
import { type Frame, FrameAssembly } from '@huanwei/terminal/pictures/frames'
import { typeOf, UnitType, unitsOf } from '@huanwei/terminal/pictures/h264'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import { PacketReader } from '@huanwei/terminal/pictures/packet-reader'
import { expect, test } from 'vitest'
import { adpcmSound, type CameraSound, g726Sound, muLawSound, ofChip } from './camera-sounds.ts'
import { LiveCameras } from './live-cameras.ts'
import { pieceMs } from './sound.ts'

test.each([false, true])(
  'a camera sends its pictures, a key frame first, until it is told to stop (2019: %s)',
  async (version2019) => {
    const [frames, sounds, sims] = [[] as Frame[], [] as Frame[], new Set<string>()]
    const server = createServer((socket) => {
      const [reader, assembly] = [new PacketReader(), new FrameAssembly()]
      socket.on('data', (chunk) => {
        for (const packet of reader.push(chunk)) {
          sims.add(packet.sim)
          const frame = assembly.add(packet)
          if (frame) (frame.kind === PacketKind.sound ? sounds : frames).push(frame)
        }
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const tcpPort = typeof address === 'object' && address ? address.port : 0
    const cameras = new LiveCameras({ terminalNo: '13900000001', version2019 })
    const asked = { channel: 2, stream: VideoStream.sub }
    cameras.obey({ id: MessageId.openVideo, host: '127.0.0.1', tcpPort, udpPort: 0, content: 0, ...asked })
    await expect.poll(() => frames.length, { timeout: 20_000 }).toBeGreaterThan(14)
    expect([...sims]).toEqual([version2019 ? '00000000013900000001' : '013900000001'])
    const types = frames.map(({ data }) => unitsOf(data).map(typeOf))
    expect(types[0]).toContain(UnitType.sequenceParameters)
    expect(types.slice(0, 13).flatMap((units, i) => (units.includes(UnitType.keySlice) ? [i] : []))).toEqual([0, 12])
    // A second of pictures has 25 pieces of sound, one after the other.
    expect(sounds.length).toBeGreaterThan(20)
    const [{ timestamp: first } = { timestamp: 0 }] = sounds
    expect(sounds.map(({ codec, timestamp }) => [codec, timestamp - first])).toEqual(
      sounds.map((_, i) => [Codec.g711a, i * pieceMs]),
    )
    cameras.obey({ id: MessageId.controlVideo, command: VideoControl.close, closing: 0, ...asked })
    // Closed by the camera: otherwise this would wait for ever.
    await new Promise((resolve) => server.close(resolve))
  },
)

const sounds: [string, () => CameraSound, number, number][] = [
  ['G.711U', muLawSound, Codec.g711u, 320],
  ['G.726', () => g726Sound(4, 'lowFirst'), Codec.g726, 160],
  ['G.726 of a chip', () => ofChip(g726Sound(2, 'highFirst')), Codec.g726, 84],
  ['ADPCM', adpcmSound, Codec.adpcm, 164],
]

test.each(sounds)('a microphone sends %s when it is told to', async (_, sound, codec, bytes) => {
  const heard: Frame[] = []
  const server = createServer((socket) => {
    const [reader, assembly] = [new PacketReader(), new FrameAssembly()]
    socket.on('data', (chunk) => {
      for (const packet of reader.push(chunk)) {
        const frame = assembly.add(packet)
        if (frame?.kind === PacketKind.sound) heard.push(frame)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const tcpPort = typeof address === 'object' && address ? address.port : 0
  const cameras = new LiveCameras({ terminalNo: '13900000001', version2019: false })
  cameras.soundAs(sound())
  cameras.obey({ id: MessageId.openVideo, host: '127.0.0.1', tcpPort, udpPort: 0, content: 0, channel: 1, stream: 1 })
  await expect.poll(() => heard.length, { timeout: 20_000 }).toBeGreaterThan(5)
  for (const frame of heard) expect([frame.codec, frame.data.length]).toEqual([codec, bytes])
  cameras.closeAll()
  await new Promise((resolve) => server.close(resolve))
})
