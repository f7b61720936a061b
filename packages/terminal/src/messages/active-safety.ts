import { decodeTime } from '../wire/bcd.ts'
import { BodyReader, trimmedText } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'

/** Additions of the active-safety terminals, T/JSATL 12. Source: spec 4, IV.6. */
export const ActiveSafetyId = { adas: 0x64, dsm: 0x65, tyre: 0x66, blindSpot: 0x67 } as const
export type ActiveSafetyKind = keyof typeof ActiveSafetyId

/** Fields of all four kinds of alarm. */
type CommonFields = {
  alarmId: number
  /** 0 not available, 1 start, 2 end. */
  flag: number
  /** km/h */
  speed: number
  /** m */
  altitude: number
  /** Degrees without the hemisphere. */
  lat: number
  /** Degrees without the hemisphere. */
  lng: number
  /** Epoch ms. */
  time: number
  vehicleState: number
  /** Identification of the alarm's attachments: 16 bytes, hexadecimal; see `parseAlarmMark`. */
  mark: string
}

export type AdasAlarm = CommonFields & {
  kind: 'adas'
  type: number
  level: number
  /** km/h */
  frontSpeed: number
  /** Seconds to the vehicle in front; tenths of a second on the wire. */
  frontSeconds: number
  departureType: number
  roadSignType: number
  roadSignData: number
}

export type DsmAlarm = CommonFields & { kind: 'dsm'; type: number; level: number; fatigueDegree: number }

export type TyreAlarm = CommonFields & {
  kind: 'tyre'
  /** Pressure in kPa, temperature in °C, battery in percent. */
  tyres: { position: number; type: number; pressure: number; temperature: number; battery: number }[]
}

export type BlindSpotAlarm = CommonFields & { kind: 'blindSpot'; type: number }

export type ActiveSafetyAlarm = AdasAlarm | DsmAlarm | TyreAlarm | BlindSpotAlarm

const detailLength = 47
const blindSpotLength = 41
const tyreHeadLength = 41
const tyreLength = 9

/** True when an addition with this id has a supported length. */
function isSupported(id: number, data: Buffer): boolean {
  if (id === ActiveSafetyId.adas || id === ActiveSafetyId.dsm) return data.length === detailLength
  if (id === ActiveSafetyId.blindSpot) return data.length === blindSpotLength
  return id === ActiveSafetyId.tyre && data.length === tyreHeadLength + tyreLength * (data[tyreHeadLength - 1] ?? 0)
}

function readCommon(reader: BodyReader, alarmId: number, flag: number): CommonFields {
  return {
    alarmId,
    flag,
    speed: reader.u8(),
    altitude: reader.u16(),
    lat: reader.u32() / 1e6,
    lng: reader.u32() / 1e6,
    time: reader.time(),
    vehicleState: reader.u16(),
    mark: reader.hex(16),
  }
}

function readAdas(reader: BodyReader): AdasAlarm {
  const alarmId = reader.u32()
  const flag = reader.u8()
  const detail = {
    kind: 'adas',
    type: reader.u8(),
    level: reader.u8(),
    frontSpeed: reader.u8(),
    frontSeconds: reader.u8() / 10,
    departureType: reader.u8(),
    roadSignType: reader.u8(),
    roadSignData: reader.u8(),
  } as const
  return { ...detail, ...readCommon(reader, alarmId, flag) }
}

function readDsm(reader: BodyReader): DsmAlarm {
  const alarmId = reader.u32()
  const flag = reader.u8()
  const detail = { kind: 'dsm', type: reader.u8(), level: reader.u8(), fatigueDegree: reader.u8() } as const
  reader.bytes(4)
  return { ...detail, ...readCommon(reader, alarmId, flag) }
}

function readTyre(reader: BodyReader): TyreAlarm {
  const common = readCommon(reader, reader.u32(), reader.u8())
  const readTyreState = () => ({
    position: reader.u8(),
    type: reader.u16(),
    pressure: reader.u16(),
    temperature: reader.u16(),
    battery: reader.u16(),
  })
  return { kind: 'tyre', ...common, tyres: Array.from({ length: reader.u8() }, readTyreState) }
}

function readBlindSpot(reader: BodyReader): BlindSpotAlarm {
  const alarmId = reader.u32()
  const flag = reader.u8()
  return { kind: 'blindSpot', type: reader.u8(), ...readCommon(reader, alarmId, flag) }
}

/** The alarm of an addition 0x64 to 0x67; undefined when its length or time is invalid, so that it stays raw. */
export function decodeActiveSafety(id: number, data: Buffer): ActiveSafetyAlarm | undefined {
  if (!isSupported(id, data)) return undefined
  const fromEnd = id === ActiveSafetyId.tyre ? data.length - 16 : 24
  if (Number.isNaN(decodeTime(data, data.length - fromEnd))) return undefined
  const reader = new BodyReader(data)
  if (id === ActiveSafetyId.adas) return readAdas(reader)
  if (id === ActiveSafetyId.dsm) return readDsm(reader)
  return id === ActiveSafetyId.tyre ? readTyre(reader) : readBlindSpot(reader)
}

function writeCommon(writer: BodyWriter, alarm: CommonFields): void {
  writer.u8(alarm.speed).u16(alarm.altitude)
  writer.u32(Math.round(alarm.lat * 1e6)).u32(Math.round(alarm.lng * 1e6))
  writer.time(alarm.time).u16(alarm.vehicleState).hex(alarm.mark, 16)
}

/** Writes the addition with its id and length. RangeError when a value does not fit. */
export function writeActiveSafety(writer: BodyWriter, alarm: ActiveSafetyAlarm): void {
  const tyresLength = alarm.kind === 'tyre' ? alarm.tyres.length * tyreLength : 0
  const fixedLength = alarm.kind === 'tyre' || alarm.kind === 'blindSpot' ? blindSpotLength : detailLength
  writer.u8(ActiveSafetyId[alarm.kind]).u8(fixedLength + tyresLength)
  writer.u32(alarm.alarmId).u8(alarm.flag)
  if (alarm.kind === 'adas') {
    writer
      .u8(alarm.type)
      .u8(alarm.level)
      .u8(alarm.frontSpeed)
      .u8(Math.round(alarm.frontSeconds * 10))
    writer.u8(alarm.departureType).u8(alarm.roadSignType).u8(alarm.roadSignData)
  } else if (alarm.kind === 'dsm') {
    writer.u8(alarm.type).u8(alarm.level).u8(alarm.fatigueDegree).u32(0)
  } else if (alarm.kind === 'blindSpot') writer.u8(alarm.type)
  writeCommon(writer, alarm)
  if (alarm.kind !== 'tyre') return
  writer.u8(alarm.tyres.length)
  for (const tyre of alarm.tyres) {
    writer.u8(tyre.position).u16(tyre.type).u16(tyre.pressure).u16(tyre.temperature).u16(tyre.battery)
  }
}

export type AlarmMark = { terminalId: string; time: number; serial: number; attachmentCount: number }

/** Makes the mark of an alarm: 16 bytes, hexadecimal. RangeError when a value does not fit. Source: spec 4, IV.6. */
export const alarmMark = ({ terminalId, time, serial, attachmentCount }: AlarmMark): string =>
  new BodyWriter().text(terminalId, 7).time(time).u8(serial).u8(attachmentCount).u8(0).done().toString('hex')

/** Parses the mark of an alarm; `time` is NaN when it is no valid date. Source: spec 4, IV.6. */
export function parseAlarmMark(mark: string): AlarmMark {
  const bytes = Buffer.from(mark, 'hex')
  return {
    terminalId: trimmedText(bytes.subarray(0, 7)),
    time: decodeTime(bytes, 7),
    serial: bytes.readUInt8(13),
    attachmentCount: bytes.readUInt8(14),
  }
}
