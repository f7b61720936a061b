import { BadMessage } from '../wire/bad-message.ts'
import { decodeTime } from '../wire/bcd.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import type { Additions } from './additions.ts'
import { decodeAdditions, writeAdditions } from './additions.ts'
import { hasBit, StatusBit } from './alarm.ts'

/** A report of a terminal's position and state. Source: spec 4, IV.4. */
export type Location = {
  /** Bits as in `AlarmBit`, u32. */
  alarm: number
  /** Bits as in `StatusBit`, u32. */
  status: number
  /** Degrees WGS-84, south negative. Unchecked, see `isPlausible`. */
  lat: number
  /** Degrees WGS-84, west negative. Unchecked, see `isPlausible`. */
  lng: number
  /** m */
  altitude: number
  /** km/h, to a tenth. */
  speed: number
  /** Degrees clockwise from north. */
  direction: number
  /** Epoch ms. */
  time: number
  additions: Additions
}

/** Number of bytes before the additions. */
export const baseLength = 28

const signed = (degrees: number, isNegative: boolean) => (isNegative && degrees !== 0 ? -degrees : degrees)

/** Reads a 0x0200 body. BadMessage when it is too short or its time is no valid date; additions never make it fail. */
export function decodeLocation(body: Buffer): Location {
  if (body.length < baseLength) throw new BadMessage('too-short', `${body.length} bytes of location`)
  const status = body.readUInt32BE(4)
  const time = decodeTime(body, 22)
  if (Number.isNaN(time)) throw new BadMessage('time', body.toString('hex', 22, 28))
  return {
    alarm: body.readUInt32BE(0),
    status,
    lat: signed(body.readUInt32BE(8) / 1e6, hasBit(status, StatusBit.south)),
    lng: signed(body.readUInt32BE(12) / 1e6, hasBit(status, StatusBit.west)),
    altitude: body.readUInt16BE(16),
    speed: body.readUInt16BE(18) / 10,
    direction: body.readUInt16BE(20),
    time,
    additions: decodeAdditions(body, baseLength),
  }
}

/** The status with its south or west bit set by the sign; at 0 degrees the bit is unchanged. */
function withSign(status: number, degrees: number, bit: number): number {
  if (degrees === 0) return status
  return (degrees < 0 ? status | (1 << bit) : status & ~(1 << bit)) >>> 0
}

/** Writes the 28 bytes before the additions; south and west bits follow the signs. RangeError when a value does not fit. */
export function writeBase(writer: BodyWriter, location: Location): void {
  const { alarm, lat, lng, altitude, speed, direction, time } = location
  const status = withSign(withSign(location.status, lat, StatusBit.south), lng, StatusBit.west)
  writer.u32(alarm).u32(status)
  writer.u32(Math.round(Math.abs(lat) * 1e6)).u32(Math.round(Math.abs(lng) * 1e6))
  writer
    .u16(altitude)
    .u16(Math.round(speed * 10))
    .u16(direction)
    .time(time)
}

export function encodeLocation(location: Location): Buffer {
  const writer = new BodyWriter()
  writeBase(writer, location)
  writeAdditions(writer, location.additions)
  return writer.done()
}

/** True when the coordinates exist on Earth and are not the 0, 0 of a terminal without a fix. */
export const isPlausible = ({ lat, lng }: { lat: number; lng: number }) =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0)
