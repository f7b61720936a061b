import type { BodyWriter } from '../wire/body-writer.ts'
import type { ActiveSafetyAlarm } from './active-safety.ts'
import { decodeActiveSafety, writeActiveSafety } from './active-safety.ts'

/** Kind of an area or route in an addition. Source: spec 4, IV.4. */
export const AreaType = { none: 0, circle: 1, rectangle: 2, polygon: 3, section: 4 } as const

/** An addition that is not decoded: a vendor's, one with a non-standard length, or the second one with its id. `data` is hexadecimal. */
export type RawAddition = { id: number; data: string }

/** Additions to a location. Source: spec 4, IV.4. */
export type Additions = {
  mileageKm?: number
  fuelLitres?: number
  /** Speed by the recorder, km/h. */
  recorderSpeed?: number
  manualAlarmId?: number
  /** Always 30 values in Pa, left to right, front to back; null where there is no tyre (2019). */
  tyrePressures?: (number | null)[]
  /** °C (2019) */
  carriageTemperature?: number
  /** `areaId` is absent when `areaType` is none. */
  overspeedArea?: { areaType: number; areaId?: number }
  /** `direction`: 0 in, 1 out. */
  areaCrossing?: { areaType: number; areaId: number; direction: number }
  /** `result`: 0 too short, 1 too long. */
  sectionTime?: { sectionId: number; seconds: number; result: number }
  /** Bits: 0 signal loss, 1 occlusion, 2 storage, 3 other device, 4 overcrowded, 5 abnormal driving, 6 storage threshold. */
  videoAlarm?: number
  /** Bit = channel - 1. */
  signalLostChannels?: number
  /** Bit = channel - 1. */
  occludedChannels?: number
  storageFaults?: number
  /** `behaviours` bits: 0 fatigue, 1 phone, 2 smoking. Some firmware omits the degree. */
  abnormalDriving?: { behaviours: number; fatigueDegree?: number }
  /** Bits: 0 low beam, 1 high beam, 2 right, 3 left, 4 brake, 5 reverse, 6 fog, 7 position, 8 horn, 9 air conditioner, 10 neutral,
   * 11 retarder, 12 ABS, 13 heater, 14 clutch. */
  vehicleSignals?: number
  /** Bits: 0 deep sleep, 1 sleep. */
  ioStatus?: number
  analog?: { ad0: number; ad1: number }
  signalStrength?: number
  satellites?: number
  activeSafety: ActiveSafetyAlarm[]
  raw: RawAddition[]
}

const noAlarms: ActiveSafetyAlarm[] = []
const noRaw: RawAddition[] = []
for (const shared of [noAlarms, noRaw]) Object.freeze(shared)
/**
 * Additions that are being read. There are a hundred thousand in a second: a class keeps its fields in the object itself, and the lists, which are
 * empty in almost all, are made with their first element.
 */
class ReadAdditions implements Additions {
  activeSafety = noAlarms
  raw = noRaw

  addAlarm(alarm: ActiveSafetyAlarm) {
    if (this.activeSafety === noAlarms) this.activeSafety = [alarm]
    else this.activeSafety.push(alarm)
  }

  addRaw(addition: RawAddition) {
    if (this.raw === noRaw) this.raw = [addition]
    else this.raw.push(addition)
  }
}

/** Reads and writes one kind of addition; `read` returns false when the length does not fit or the addition was read already. */
type Codec = {
  id: number
  read(bytes: Buffer, offset: number, length: number, into: ReadAdditions & Additions): boolean
  write(from: Additions, writer: BodyWriter): void
}

type NumberName = { [K in keyof Additions]-?: Additions[K] extends number | undefined ? K : never }[keyof Additions]

/** Codec of an addition that is one unsigned number; `scale` units on the wire are one unit here. */
const numeric = (id: number, name: NumberName, width: 1 | 2 | 4, scale = 1): Codec => ({
  id,
  read(bytes, offset, length, into) {
    if (length !== width || into[name] !== undefined) return false
    into[name] = bytes.readUIntBE(offset, width) / scale
    return true
  },
  write(from, writer) {
    const value = from[name]
    if (value === undefined) return
    const units = Math.round(value * scale)
    writer.u8(id).u8(width)
    if (width === 1) writer.u8(units)
    else if (width === 2) writer.u16(units)
    else writer.u32(units)
  },
})

const tyrePressures: Codec = {
  id: 0x05,
  read(bytes, offset, length, into) {
    if (length !== 30 || into.tyrePressures !== undefined) return false
    into.tyrePressures = Array.from(bytes.subarray(offset, offset + 30), (byte) => (byte === 0xff ? null : byte))
    return true
  },
  write({ tyrePressures }, writer) {
    if (tyrePressures === undefined) return
    writer.u8(0x05).u8(30)
    for (let i = 0; i < 30; i++) writer.u8(tyrePressures[i] ?? 0xff)
  },
}

const carriageTemperature: Codec = {
  id: 0x06,
  read(bytes, offset, length, into) {
    if (length !== 2 || into.carriageTemperature !== undefined) return false
    into.carriageTemperature = bytes.readInt16BE(offset)
    return true
  },
  write({ carriageTemperature }, writer) {
    if (carriageTemperature !== undefined)
      writer
        .u8(0x06)
        .u8(2)
        .u16(carriageTemperature & 0xffff)
  },
}

const overspeedArea: Codec = {
  id: 0x11,
  read(bytes, offset, length, into) {
    if ((length !== 1 && length !== 5) || into.overspeedArea !== undefined) return false
    const areaType = bytes.readUInt8(offset)
    into.overspeedArea = length === 1 ? { areaType } : { areaType, areaId: bytes.readUInt32BE(offset + 1) }
    return true
  },
  write({ overspeedArea }, writer) {
    if (overspeedArea === undefined) return
    const { areaType, areaId } = overspeedArea
    writer.u8(0x11)
    if (areaId === undefined) writer.u8(1).u8(areaType)
    else writer.u8(5).u8(areaType).u32(areaId)
  },
}

const areaCrossing: Codec = {
  id: 0x12,
  read(bytes, offset, length, into) {
    if (length !== 6 || into.areaCrossing !== undefined) return false
    into.areaCrossing = {
      areaType: bytes.readUInt8(offset),
      areaId: bytes.readUInt32BE(offset + 1),
      direction: bytes.readUInt8(offset + 5),
    }
    return true
  },
  write({ areaCrossing }, writer) {
    if (areaCrossing === undefined) return
    writer.u8(0x12).u8(6).u8(areaCrossing.areaType).u32(areaCrossing.areaId).u8(areaCrossing.direction)
  },
}

const sectionTime: Codec = {
  id: 0x13,
  read(bytes, offset, length, into) {
    if (length !== 7 || into.sectionTime !== undefined) return false
    into.sectionTime = {
      sectionId: bytes.readUInt32BE(offset),
      seconds: bytes.readUInt16BE(offset + 4),
      result: bytes.readUInt8(offset + 6),
    }
    return true
  },
  write({ sectionTime }, writer) {
    if (sectionTime !== undefined) {
      writer.u8(0x13).u8(7).u32(sectionTime.sectionId).u16(sectionTime.seconds).u8(sectionTime.result)
    }
  },
}

const abnormalDriving: Codec = {
  id: 0x18,
  read(bytes, offset, length, into) {
    if ((length !== 2 && length !== 3) || into.abnormalDriving !== undefined) return false
    const behaviours = bytes.readUInt16BE(offset)
    into.abnormalDriving = length === 2 ? { behaviours } : { behaviours, fatigueDegree: bytes.readUInt8(offset + 2) }
    return true
  },
  write({ abnormalDriving }, writer) {
    if (abnormalDriving === undefined) return
    const { behaviours, fatigueDegree } = abnormalDriving
    writer.u8(0x18)
    if (fatigueDegree === undefined) writer.u8(2).u16(behaviours)
    else writer.u8(3).u16(behaviours).u8(fatigueDegree)
  },
}

const analog: Codec = {
  id: 0x2b,
  read(bytes, offset, length, into) {
    if (length !== 4 || into.analog !== undefined) return false
    into.analog = { ad0: bytes.readUInt16BE(offset + 2), ad1: bytes.readUInt16BE(offset) }
    return true
  },
  write({ analog }, writer) {
    if (analog !== undefined) writer.u8(0x2b).u8(4).u16(analog.ad1).u16(analog.ad0)
  },
}

const activeSafety = (id: number): Codec => ({
  id,
  read(bytes, offset, length, into) {
    const alarm = decodeActiveSafety(id, bytes.subarray(offset, offset + length))
    if (alarm !== undefined) into.addAlarm(alarm)
    return alarm !== undefined
  },
  write: () => undefined,
})

const codecs: Codec[] = [
  numeric(0x01, 'mileageKm', 4, 10),
  numeric(0x02, 'fuelLitres', 2, 10),
  numeric(0x03, 'recorderSpeed', 2, 10),
  numeric(0x04, 'manualAlarmId', 2),
  tyrePressures,
  carriageTemperature,
  overspeedArea,
  areaCrossing,
  sectionTime,
  numeric(0x14, 'videoAlarm', 4),
  numeric(0x15, 'signalLostChannels', 4),
  numeric(0x16, 'occludedChannels', 4),
  numeric(0x17, 'storageFaults', 2),
  abnormalDriving,
  numeric(0x25, 'vehicleSignals', 4),
  numeric(0x2a, 'ioStatus', 2),
  analog,
  numeric(0x30, 'signalStrength', 1),
  numeric(0x31, 'satellites', 1),
  activeSafety(0x64),
  activeSafety(0x65),
  activeSafety(0x66),
  activeSafety(0x67),
]
const codecById: (Codec | undefined)[] = new Array(256).fill(undefined)
for (const codec of codecs) codecById[codec.id] = codec

/** Reads the additions from `offset` on. Never throws: an invalid addition stays raw, a truncated one with the bytes it has. */
export function decodeAdditions(bytes: Buffer, offset: number): Additions {
  const additions: ReadAdditions & Additions = new ReadAdditions()
  let position = offset
  while (position + 2 <= bytes.length) {
    const id = bytes[position] ?? 0
    const length = bytes[position + 1] ?? 0
    const start = position + 2
    const end = Math.min(start + length, bytes.length)
    const isDecoded = start + length === end && (codecById[id]?.read(bytes, start, length, additions) ?? false)
    if (!isDecoded) additions.addRaw({ id, data: bytes.toString('hex', start, end) })
    position = end
  }
  return additions
}

/** Writes the additions in order of their ids, then the raw ones. RangeError when a value does not fit. */
export function writeAdditions(writer: BodyWriter, additions: Additions): void {
  for (const codec of codecs) codec.write(additions, writer)
  for (const alarm of additions.activeSafety) writeActiveSafety(writer, alarm)
  for (const { id, data } of additions.raw) {
    const bytes = Buffer.from(data, 'hex')
    writer.u8(id).u8(bytes.length).bytes(bytes)
  }
}
