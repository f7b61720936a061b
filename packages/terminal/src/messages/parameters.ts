import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import { MessageId } from './ids.ts'

/** Ids of terminal parameters that are used by name. Source: spec 4, IV.3. */
export const ParameterId = {
  heartbeatSeconds: 0x0001,
  tcpReplySeconds: 0x0002,
  tcpRetries: 0x0003,
  udpReplySeconds: 0x0004,
  udpRetries: 0x0005,
  smsReplySeconds: 0x0006,
  smsRetries: 0x0007,
  mainApn: 0x0010,
  mainServer: 0x0013,
  backupServer: 0x0017,
  tcpPort: 0x0018,
  udpPort: 0x0019,
  /** 0 by time, 1 by distance, 2 both. */
  reportStrategy: 0x0020,
  reportScheme: 0x0021,
  noDriverIntervalSeconds: 0x0022,
  sleepIntervalSeconds: 0x0027,
  alarmIntervalSeconds: 0x0028,
  defaultIntervalSeconds: 0x0029,
  defaultDistanceMetres: 0x002c,
  turnAngleDegrees: 0x0030,
  displacementMetres: 0x0031,
  listenPhone: 0x0048,
  alarmMask: 0x0050,
  alarmSmsMask: 0x0051,
  alarmPictureMask: 0x0052,
  alarmStoreMask: 0x0053,
  alarmKeyMask: 0x0054,
  maxSpeed: 0x0055,
  overspeedSeconds: 0x0056,
  continuousDrivingSeconds: 0x0057,
  dayDrivingSeconds: 0x0058,
  restSeconds: 0x0059,
  parkingSeconds: 0x005a,
  /** 0.1 km/h */
  overspeedWarningMargin: 0x005b,
  fatigueWarningSeconds: 0x005c,
  collision: 0x005d,
  rolloverDegrees: 0x005e,
  timedPicture: 0x0064,
  distancePicture: 0x0065,
  pictureQuality: 0x0070,
  brightness: 0x0071,
  contrast: 0x0072,
  saturation: 0x0073,
  chroma: 0x0074,
  /** 0.1 km */
  odometer: 0x0080,
  provinceId: 0x0081,
  cityId: 0x0082,
  plate: 0x0083,
  plateColour: 0x0084,
} as const

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

const textIds = new Set([...range(0x10, 0x17), 0x1a, 0x1d, ...range(0x23, 0x26), ...range(0x40, 0x44), 0x48, 0x49, 0x83])
const u16Ids = new Set([0x31, 0x5b, 0x5c, 0x5d, 0x5e, 0x81, 0x82, 0x101, 0x103])
const u8Ids = new Set([0x84, 0x90, 0x91, 0x92, 0x94])
const u32Ids = new Set([
  ...range(0x01, 0x07),
  ...range(0x18, 0x19),
  0x1b,
  0x1c,
  ...range(0x20, 0x22),
  ...range(0x27, 0x29),
  ...range(0x2c, 0x30),
  ...range(0x45, 0x47),
  ...range(0x50, 0x5a),
  0x64,
  0x65,
  ...range(0x70, 0x74),
  0x80,
  0x93,
  0x95,
  0x100,
  0x102,
])

/** Width of a numeric parameter in bytes; undefined when it is not numeric or not in the standard's table. */
function widthOf(id: number): 1 | 2 | 4 | undefined {
  if (u32Ids.has(id)) return 4
  if (u16Ids.has(id)) return 2
  return u8Ids.has(id) ? 1 : undefined
}

/** A parameter: a number, GBK text, or hexadecimal when the standard has neither or the length is not the standard's. */
export type Parameter =
  | { id: number; type: 'number'; value: number }
  | { id: number; type: 'text'; value: string }
  | { id: number; type: 'hex'; value: string }

export type SetParameters = { id: typeof MessageId.setParameters; parameters: Parameter[] }
export type QueryParameters = { id: typeof MessageId.queryParameters; ids: number[] }
export type Parameters = { id: typeof MessageId.parameters; replySerial: number; parameters: Parameter[] }

function readParameter(reader: BodyReader): Parameter {
  const id = reader.u32()
  const length = reader.u8()
  if (textIds.has(id)) return { id, type: 'text', value: reader.text(length) }
  const bytes = reader.bytes(length)
  const width = widthOf(id)
  if (width !== length) return { id, type: 'hex', value: bytes.toString('hex') }
  return { id, type: 'number', value: bytes.readUIntBE(0, width) }
}

function writeParameter(writer: BodyWriter, parameter: Parameter): void {
  const { id, type, value } = parameter
  writer.u32(id)
  if (type === 'text') {
    writer.countedText(value)
    return
  }
  if (type === 'hex') {
    const bytes = Buffer.from(value, 'hex')
    writer.u8(bytes.length).bytes(bytes)
    return
  }
  const width = widthOf(id)
  if (width === undefined) throw new RangeError(`parameter 0x${id.toString(16)} is not numeric`)
  writer.u8(width)
  if (width === 4) writer.u32(value)
  else if (width === 2) writer.u16(value)
  else writer.u8(value)
}

const readParameters = (reader: BodyReader) => Array.from({ length: reader.u8() }, () => readParameter(reader))

function writeParameters(writer: BodyWriter, parameters: Parameter[]): Buffer {
  writer.u8(parameters.length)
  for (const parameter of parameters) writeParameter(writer, parameter)
  return writer.done()
}

export const decodeSetParameters = (body: Buffer): SetParameters => ({
  id: MessageId.setParameters,
  parameters: readParameters(new BodyReader(body)),
})

export const encodeSetParameters = ({ parameters }: SetParameters) => writeParameters(new BodyWriter(), parameters)

export function decodeParameters(body: Buffer): Parameters {
  const reader = new BodyReader(body)
  return { id: MessageId.parameters, replySerial: reader.u16(), parameters: readParameters(reader) }
}

export const encodeParameters = ({ replySerial, parameters }: Parameters) =>
  writeParameters(new BodyWriter().u16(replySerial), parameters)

export function decodeQueryParameters(body: Buffer): QueryParameters {
  const reader = new BodyReader(body)
  return { id: MessageId.queryParameters, ids: Array.from({ length: reader.u8() }, () => reader.u32()) }
}

export function encodeQueryParameters({ ids }: QueryParameters): Buffer {
  const writer = new BodyWriter().u8(ids.length)
  for (const id of ids) writer.u32(id)
  return writer.done()
}
