import { framesPerSecond, loopOf } from '@huanwei/fleet/cameras/picture-loop'
import { VideoStream } from '@huanwei/terminal/messages/video'
import { packetsOf } from '@huanwei/terminal/pictures/frames'
import { Codec, encodePacket, PacketKind } from '@huanwei/terminal/pictures/packet'

/** Bytes after a picture that tell when it was sent, 7 bits each, none of them zero: they stay in its unit. */
const stampBytes = 8
const topBit = 0x80

/** Tenths of a millisecond since the process began. */
const clock = () => Math.round(performance.now() * 10)

function stampOf(time: number): Buffer {
  const stamp = Buffer.alloc(stampBytes)
  for (let i = 0, rest = time; i < stampBytes; i++, rest = Math.floor(rest / topBit)) stamp[i] = topBit | (rest % topBit)
  return stamp
}

/** Age of a picture whose last byte is before `end`, ms; sent by this process. */
export function pictureAge(bytes: Buffer, end: number): number {
  let time = 0
  for (let i = stampBytes - 1; i >= 0; i--) time = time * topBit + (bytes.readUInt8(end - stampBytes + i) & ~topBit)
  return (clock() - time) / 10
}

/** Calls `write` with the packets of each picture of a camera at its pace, until the returned function is called. */
export function sendPictures(deviceId: number, write: (bytes: Buffer) => void) {
  const loop = loopOf(VideoStream.sub)
  const head = { codec: Codec.h264, sim: `0${13_000_000_000 + deviceId}`, channel: 1, sinceKey: 0 }
  let [sent, sequence] = [0, 0]
  function send() {
    const { data, isKey } = loop[sent++ % loop.length]!
    const packets = packetsOf({
      ...head,
      sinceLast: Math.round(1000 / framesPerSecond),
      kind: isKey ? PacketKind.intra : PacketKind.predicted,
      sequence,
      timestamp: Math.round((sent * 1000) / framesPerSecond),
      data: Buffer.concat([data, stampOf(clock())]),
    })
    sequence = (sequence + packets.length) & 0xffff
    write(Buffer.concat(packets.map(encodePacket)))
  }
  send()
  let sending: NodeJS.Timeout | undefined
  // Cameras do not send at the same moment.
  const begin = setTimeout(
    () => {
      sending = setInterval(send, 1000 / framesPerSecond)
    },
    (Math.random() * 1000) / framesPerSecond,
  )
  return () => {
    clearTimeout(begin)
    clearInterval(sending)
  }
}
