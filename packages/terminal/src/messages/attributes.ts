import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import type { Version } from '../wire/header.ts'
import { MessageId } from './ids.ts'

/** Attributes that a terminal reports of itself, 0x0107. Source: spec 4, IV.3. */
export type Attributes = {
  id: typeof MessageId.attributes
  terminalType: number
  manufacturer: string
  model: string
  terminalId: string
  /** 20 hexadecimal digits. */
  iccid: string
  hardwareVersion: string
  firmwareVersion: string
  /** Bits: 0 GPS, 1 BeiDou, 2 GLONASS, 3 Galileo. */
  gnss: number
  communication: number
}

/** Field widths of the manufacturer, model and terminal id. */
type Widths = readonly [manufacturer: number, model: number, terminalId: number]
const before2019: Widths = [5, 20, 7]
const since2019: Widths = [11, 30, 30]
/** Widths of some 2019 terminals that keep the short manufacturer; seen in public test frames. */
const shortManufacturer: Widths = [5, 30, 30]

/** True when with these widths the two counted texts end at the right place. */
function isWhole(body: Buffer, widths: Widths): boolean {
  const hardwareAt = 2 + widths[0] + widths[1] + widths[2] + 10
  const firmwareAt = hardwareAt + 1 + (body[hardwareAt] ?? 0)
  return firmwareAt + 1 + (body[firmwareAt] ?? 0) + 2 === body.length
}

function widthsOf(body: Buffer, is2019: boolean): Widths {
  if (!is2019) return before2019
  return !isWhole(body, since2019) && isWhole(body, shortManufacturer) ? shortManufacturer : since2019
}

export function decodeAttributes(body: Buffer, is2019: boolean): Attributes {
  const [manufacturer, model, terminalId] = widthsOf(body, is2019)
  const reader = new BodyReader(body)
  return {
    id: MessageId.attributes,
    terminalType: reader.u16(),
    manufacturer: reader.text(manufacturer),
    model: reader.text(model),
    terminalId: reader.text(terminalId),
    iccid: reader.hex(10),
    hardwareVersion: reader.countedText(),
    firmwareVersion: reader.countedText(),
    gnss: reader.u8(),
    communication: reader.u8(),
  }
}

export function encodeAttributes(message: Attributes, version: Version): Buffer {
  const [manufacturer, model, terminalId] = version === '2019' ? since2019 : before2019
  return new BodyWriter()
    .u16(message.terminalType)
    .text(message.manufacturer, manufacturer)
    .text(message.model, model)
    .text(message.terminalId, terminalId)
    .hex(message.iccid, 10)
    .countedText(message.hardwareVersion)
    .countedText(message.firmwareVersion)
    .u8(message.gnss)
    .u8(message.communication)
    .done()
}
