import { shanghaiMs } from '@huanwei/contract/time'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { copyEscaped, unescapeContent } from '@huanwei/terminal/wire/frame'
import { headerLengthOf } from '@huanwei/terminal/wire/header'
import { framesOf, type Identity } from '../terminals/connection.ts'

const toBcd = (value: number) => ((value / 10) << 4) | (value % 10)

/** BCD times of some thousand seconds, each in the place of its second: terminals that send what they stored pass the same seconds one after the other. */
const cachedSeconds = new Float64Array(8192).fill(-1)
const cachedTimes = Buffer.alloc(6 * cachedSeconds.length)

/** Writes the BCD time of a second (epoch s) at `offset`. */
function writeTime(target: Buffer, offset: number, second: number) {
  const place = second % cachedSeconds.length
  if (cachedSeconds[place] !== second) {
    const date = new Date(second * 1000 + shanghaiMs)
    const parts = [date.getUTCFullYear() - 2000, date.getUTCMonth() + 1, date.getUTCDate()]
    parts.push(date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds())
    for (const [i, part] of parts.entries()) cachedTimes[6 * place + i] = toBcd(part)
    cachedSeconds[place] = second
  }
  for (let i = 0; i < 6; i++) target[offset + i] = cachedTimes[6 * place + i]!
}

export type FrameTemplate = {
  /** Greatest length of a frame, bytes. */
  longest: number
  /** Writes a frame at `offset` and returns the offset after it. `second`: epoch s. `lng`, `lat`: micro-degrees. */
  write(target: Buffer, offset: number, serial: number, second: number, lng: number, lat: number): number
}

/** A location frame that is encoded once; each write patches serial, time and coordinates. */
export function locationTemplate(identity: Identity): FrameTemplate {
  const additions = { mileageKm: 12_345.6, fuelLitres: 88.8, signalStrength: 25, satellites: 14, activeSafety: [], raw: [] }
  const location = { alarm: 0, status: 3, lat: 30, lng: 104, altitude: 500, speed: 36, direction: 90, time: 0, additions }
  const [frame] = framesOf(identity, { id: MessageId.location, location: { ...location, time: 1_700_000_000_000 } }, 0)
  if (!frame) throw new Error('no frame')
  const content = Buffer.from(unescapeContent(frame.subarray(1, -1)).content)
  const body = headerLengthOf({ ...identity, messageId: MessageId.location, serial: 0 })
  const checksumAt = content.length - 1

  function write(target: Buffer, offset: number, serial: number, second: number, lng: number, lat: number) {
    content.writeUInt16BE(serial, body - 2)
    content.writeUInt32BE(lat, body + 8)
    content.writeUInt32BE(lng, body + 12)
    writeTime(content, body + 22, second)
    let xor = 0
    for (let i = 0; i < checksumAt; i++) xor ^= content[i] ?? 0
    content[checksumAt] = xor
    target[offset] = 0x7e
    const end = copyEscaped(content, 0, content.length, target, offset + 1)
    target[end] = 0x7e
    return end + 1
  }
  return { longest: 2 * content.length + 2, write }
}
