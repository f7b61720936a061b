import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import type { Version } from '../wire/header.ts'
import { MessageId } from './ids.ts'

/** Source: spec 4, IV.3. */
export type Register = {
  id: typeof MessageId.register
  /** First two digits of the administrative division; `cityId` has the next four. */
  provinceId: number
  cityId: number
  manufacturer: string
  model: string
  terminalId: string
  /** 0 when there is no plate. */
  plateColour: number
  /** The plate, or the VIN when `plateColour` is 0. */
  plate: string
}

/** Answer to a registration; `result` as in `RegisterResult`, the code only with 0. */
export type Registered = { id: typeof MessageId.registered; replySerial: number; result: number; authCode?: string }

export type Authenticate = {
  id: typeof MessageId.authenticate
  authCode: string
  /** 2019, like `softwareVersion`. */
  imei?: string
  softwareVersion?: string
}

/** Length of a 2011 registration (whose model has 8 bytes) with the longest plate. */
const longest2011 = 36

/** Field widths of the manufacturer, model and terminal id. */
const widths = { '2011': [5, 8, 7], '2013': [5, 20, 7], '2019': [11, 30, 30] } as const

/** The edition of a registration; 2011 and 2013 differ only in its length. Source: spec 4, IV.3. */
export function registrationVersion(is2019: boolean, bodyLength: number): Version {
  if (is2019) return '2019'
  return bodyLength <= longest2011 ? '2011' : '2013'
}

export function decodeRegister(body: Buffer, is2019: boolean): Register {
  const [manufacturer, model, terminalId] = widths[registrationVersion(is2019, body.length)]
  const reader = new BodyReader(body)
  return {
    id: MessageId.register,
    provinceId: reader.u16(),
    cityId: reader.u16(),
    manufacturer: reader.text(manufacturer),
    model: reader.text(model),
    terminalId: reader.text(terminalId),
    plateColour: reader.u8(),
    plate: reader.text(reader.remaining),
  }
}

/** Throws RangeError when a text is too long; in 2011 also for a plate over 11 bytes, as it would be decoded as 2013. */
export function encodeRegister(message: Register, version: Version): Buffer {
  const [manufacturer, model, terminalId] = widths[version]
  const body = new BodyWriter()
    .u16(message.provinceId)
    .u16(message.cityId)
    .text(message.manufacturer, manufacturer)
    .text(message.model, model)
    .text(message.terminalId, terminalId)
    .u8(message.plateColour)
    .restText(message.plate)
    .done()
  if (version === '2011' && body.length > longest2011) throw new RangeError(`a 2011 registration of ${body.length} bytes`)
  return body
}

export function decodeRegistered(body: Buffer): Registered {
  const reader = new BodyReader(body)
  const answer = { id: MessageId.registered, replySerial: reader.u16(), result: reader.u8() }
  return answer.result === 0 ? { ...answer, authCode: reader.restText() } : answer
}

export function encodeRegistered({ replySerial, result, authCode = '' }: Registered): Buffer {
  const writer = new BodyWriter().u16(replySerial).u8(result)
  if (result === 0) writer.restText(authCode)
  return writer.done()
}

const imeiLength = 15
const softwareLength = 20

export function decodeAuthenticate(body: Buffer, is2019: boolean): Authenticate {
  const reader = new BodyReader(body)
  if (!is2019) return { id: MessageId.authenticate, authCode: reader.restText() }
  const authCode = reader.countedText()
  const imei = reader.text(imeiLength)
  return { id: MessageId.authenticate, authCode, imei, softwareVersion: reader.text(Math.min(softwareLength, reader.remaining)) }
}

export function encodeAuthenticate({ authCode, imei = '', softwareVersion = '' }: Authenticate, version: Version): Buffer {
  const writer = new BodyWriter()
  if (version !== '2019') return writer.restText(authCode).done()
  return writer.countedText(authCode).text(imei, imeiLength).text(softwareVersion, softwareLength).done()
}
