import { BadMessage } from '../wire/bad-message.ts'
import { decodeDate, encodeDate } from '../wire/bcd.ts'
import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import type { Version } from '../wire/header.ts'
import { MessageId } from './ids.ts'

/** Content of the driver's card. */
export type DriverCard = {
  name: string
  /** Number of the professional certificate. */
  certificate: string
  authority: string
  /** `YYYY-MM-DD`; undefined when the card has no valid date. */
  validUntil?: string
  /** 2019 */
  idNumber?: string
}

/** The driver inserted or removed the card. Source: spec 4, IV.3. */
export type Driver = {
  id: typeof MessageId.driver
  /** 1 card in, 2 card out. */
  status: number
  /** Epoch ms. */
  time: number
  /** 0 read, 1 to 4 reasons why not; absent when nothing follows the time. */
  cardResult?: number
  card?: DriverCard
}

/** CAN frames from one moment on. Source: spec 4, IV.3. */
export type Can = {
  id: typeof MessageId.can
  /** Time of the first frame, ms from midnight in GMT+8; the body has no date. */
  timeOfDayMs: number
  /** `canId`: bit 31 channel, 30 extended, 29 averaged, 28-0 id. `data`: 8 bytes, hexadecimal. */
  items: { canId: number; data: string }[]
}

const certificateLength = 20
const idNumberLength = 20

function readCard(reader: BodyReader, is2019: boolean): DriverCard {
  const card: DriverCard = {
    name: reader.countedText(),
    certificate: reader.text(certificateLength),
    authority: reader.countedText(),
  }
  const validUntil = decodeDate(reader.bytes(4))
  if (validUntil !== undefined) card.validUntil = validUntil
  if (is2019 && reader.remaining > 0) card.idNumber = reader.text(Math.min(idNumberLength, reader.remaining))
  return card
}

export function decodeDriver(body: Buffer, is2019: boolean): Driver {
  const reader = new BodyReader(body)
  const driver: Driver = { id: MessageId.driver, status: reader.u8(), time: reader.time() }
  if (reader.remaining > 0) driver.cardResult = reader.u8()
  if (reader.remaining > 0) driver.card = readCard(reader, is2019)
  return driver
}

export function encodeDriver({ status, time, cardResult, card }: Driver, version: Version): Buffer {
  const writer = new BodyWriter().u8(status).time(time)
  if (cardResult === undefined) return writer.done()
  writer.u8(cardResult)
  if (card === undefined) return writer.done()
  writer.countedText(card.name).text(card.certificate, certificateLength).countedText(card.authority)
  writer.bytes(encodeDate(card.validUntil))
  if (version === '2019' && card.idNumber !== undefined) writer.text(card.idNumber, idNumberLength)
  return writer.done()
}

const clock = /^(\d{2})(\d{2})(\d{2})(\d{4})$/

function timeOfDay(digits: string): number {
  const match = clock.exec(digits)
  if (match === null) throw new BadMessage('time', digits)
  const [hours = 0, minutes = 0, seconds = 0, ms = 0] = match.slice(1).map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms
}

function clockDigits(timeOfDayMs: number): string {
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0')
  const [hours, minutes, seconds] = [timeOfDayMs / 3_600_000, (timeOfDayMs / 60_000) % 60, (timeOfDayMs / 1000) % 60]
  return part(hours, 2) + part(minutes, 2) + part(seconds, 2) + part(timeOfDayMs % 1000, 4)
}

export function decodeCan(body: Buffer): Can {
  const reader = new BodyReader(body)
  const count = reader.u16()
  const timeOfDayMs = timeOfDay(reader.hex(5))
  const items = Array.from({ length: count }, () => ({ canId: reader.u32(), data: reader.hex(8) }))
  return { id: MessageId.can, timeOfDayMs, items }
}

export function encodeCan({ timeOfDayMs, items }: Can): Buffer {
  const writer = new BodyWriter().u16(items.length).hex(clockDigits(timeOfDayMs), 5)
  for (const { canId, data } of items) writer.u32(canId).hex(data, 8)
  return writer.done()
}
