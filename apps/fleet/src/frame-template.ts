import { unescapeContent } from '@huanwei/terminal/frame'
import { headerLengthOf } from '@huanwei/terminal/header'
import { MessageId } from '@huanwei/terminal/ids'
import { framesOf, type Identity } from './link.ts'

const bcd = (value: number) => ((value / 10) << 4) | (value % 10)
const shanghaiMs = 8 * 3_600_000

/** The BCD of a second, kept as most frames of a second share it. */
let known = { second: -1, bytes: Buffer.alloc(6) }
function timeBytes(second: number): Buffer {
  if (known.second === second) return known.bytes
  const date = new Date(second * 1000 + shanghaiMs)
  const parts = [date.getUTCFullYear() - 2000, date.getUTCMonth() + 1, date.getUTCDate()]
  parts.push(date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds())
  known = { second, bytes: Buffer.from(parts.map(bcd)) }
  return known.bytes
}

/** Writes a frame at `at` and says where it ends; it takes at most `longest` bytes. */
export type FrameTemplate = {
  longest: number
  write(target: Buffer, at: number, serial: number, second: number, lng: number, lat: number): number
}

/** A location frame built once; each writing changes serial, time (epoch s) and place (micro-degrees) in it. */
export function locationTemplate(identity: Identity): FrameTemplate {
  const additions = { mileageKm: 12_345.6, fuelLitres: 88.8, signalStrength: 25, satellites: 14, activeSafety: [], raw: [] }
  const location = { alarm: 0, status: 3, lat: 30, lng: 104, altitude: 500, speed: 36, direction: 90, time: 0, additions }
  const [frame] = framesOf(identity, { id: MessageId.location, location: { ...location, time: 1_700_000_000_000 } }, 0)
  if (!frame) throw new Error('no frame')
  const content = Buffer.from(unescapeContent(frame.subarray(1, -1)).content)
  const body = headerLengthOf({ ...identity, messageId: MessageId.location, serial: 0 })
  const last = content.length - 1

  function write(target: Buffer, at: number, serial: number, second: number, lng: number, lat: number) {
    content.writeUInt16BE(serial, body - 2)
    content.writeUInt32BE(lat, body + 8)
    content.writeUInt32BE(lng, body + 12)
    timeBytes(second).copy(content, body + 22)
    let xor = 0
    for (let i = 0; i < last; i++) xor ^= content[i] ?? 0
    content[last] = xor
    let to = at
    target[to++] = 0x7e
    for (let i = 0; i <= last; i++) {
      const byte = content[i] ?? 0
      if (byte === 0x7e || byte === 0x7d) {
        target[to++] = 0x7d
        target[to++] = byte === 0x7e ? 2 : 1
      } else target[to++] = byte
    }
    target[to++] = 0x7e
    return to
  }
  return { longest: 2 * content.length + 2, write }
}
