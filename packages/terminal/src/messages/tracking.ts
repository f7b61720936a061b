import { BadMessage } from '../wire/bad-message.ts'
import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import { MessageId } from './ids.ts'
import type { Location } from './location.ts'
import { decodeLocation, encodeLocation } from './location.ts'

/** Answer to 0x8201. */
export type QueriedLocation = { id: typeof MessageId.queriedLocation; replySerial: number; location: Location }

/** Locations sent late or together. Source: spec 4, IV.3. */
export type BatchLocation = {
  id: typeof MessageId.batchLocation
  /** 0 normal, 1 from a blind area. */
  kind: number
  locations: Location[]
  /** Items that could not be decoded, hexadecimal; the other items are kept. */
  rejected: string[]
}

/** Command for temporary tracking, 0x8202. */
export type TemporaryTracking = {
  id: typeof MessageId.track
  /** 0 stops tracking; then `validSeconds` is 0. */
  intervalSeconds: number
  validSeconds: number
}

export type ConfirmAlarm = {
  id: typeof MessageId.confirmAlarm
  /** Serial of the message with the alarm; 0 for all alarms of these kinds. */
  alarmSerial: number
  /** Mask as in `alarmMask`. */
  alarms: number
}

/** Commands of 0x8105. Source: spec 4, IV.3. */
export const ControlCommand = {
  upgrade: 1,
  connect: 2,
  shutDown: 3,
  reset: 4,
  factoryReset: 5,
  closeData: 6,
  closeRadio: 7,
} as const

/** A control command to the terminal; `parameters` are values separated by `;`. */
export type Control = { id: typeof MessageId.control; command: number; parameters: string }

export function decodeQueriedLocation(body: Buffer): QueriedLocation {
  const reader = new BodyReader(body)
  return { id: MessageId.queriedLocation, replySerial: reader.u16(), location: decodeLocation(reader.rest()) }
}

export const encodeQueriedLocation = ({ replySerial, location }: QueriedLocation) =>
  new BodyWriter().u16(replySerial).bytes(encodeLocation(location)).done()

/** The location, or the bytes in hexadecimal when they are not a valid one. */
function readItem(bytes: Buffer): Location | string {
  try {
    return decodeLocation(bytes)
  } catch (error) {
    if (error instanceof BadMessage) return bytes.toString('hex')
    throw error
  }
}

/** Locations of a batch, at most: terminals send some dozens at a time of what they stored, and a few hundred in pieces. */
export const mostLocations = 2000

/** Reads a 0x0704 body. BadMessage when it is cut or has more than `mostLocations`. */
export function decodeBatchLocation(body: Buffer): BatchLocation {
  const reader = new BodyReader(body)
  const count = reader.u16()
  if (count > mostLocations) throw new BadMessage('too-many', `${count} locations`)
  const batch: BatchLocation = { id: MessageId.batchLocation, kind: reader.u8(), locations: [], rejected: [] }
  for (let i = 0; i < count; i++) {
    const item = readItem(reader.bytes(reader.u16()))
    if (typeof item === 'string') batch.rejected.push(item)
    else batch.locations.push(item)
  }
  return batch
}

export function encodeBatchLocation({ kind, locations, rejected }: BatchLocation): Buffer {
  const items = [...locations.map(encodeLocation), ...rejected.map((hex) => Buffer.from(hex, 'hex'))]
  const writer = new BodyWriter().u16(items.length).u8(kind)
  for (const item of items) writer.u16(item.length).bytes(item)
  return writer.done()
}

export function decodeTemporaryTracking(body: Buffer): TemporaryTracking {
  const reader = new BodyReader(body)
  const intervalSeconds = reader.u16()
  return { id: MessageId.track, intervalSeconds, validSeconds: intervalSeconds === 0 ? 0 : reader.u32() }
}

export function encodeTemporaryTracking({ intervalSeconds, validSeconds }: TemporaryTracking): Buffer {
  const writer = new BodyWriter().u16(intervalSeconds)
  if (intervalSeconds !== 0) writer.u32(validSeconds)
  return writer.done()
}

export function decodeConfirmAlarm(body: Buffer): ConfirmAlarm {
  const reader = new BodyReader(body)
  return { id: MessageId.confirmAlarm, alarmSerial: reader.u16(), alarms: reader.u32() }
}

export const encodeConfirmAlarm = ({ alarmSerial, alarms }: ConfirmAlarm) => new BodyWriter().u16(alarmSerial).u32(alarms).done()

export function decodeControl(body: Buffer): Control {
  const reader = new BodyReader(body)
  return { id: MessageId.control, command: reader.u8(), parameters: reader.restText() }
}

export const encodeControl = ({ command, parameters }: Control) => new BodyWriter().u8(command).restText(parameters).done()
