import { Status } from '@huanwei/contract/live/codes'
import { type LiveObject, ObjectMessage } from '@huanwei/contract/live/messages'
import type { Body } from './channel.ts'
import type { Head } from './sequence.ts'

/** Vehicles as plain numbers: moved between threads without copying, and nothing for the garbage collector to walk. */
export type Columns = Float64Array<ArrayBuffer>
/** A message about vehicles as a worker hands it over. */
export type PackedVehicles = Head & { at: number; gone: number[]; columns: Columns }

/** Numbers per vehicle: id, status, lng, lat, speed, direction, acc, time, seenAt; NaN is null. */
export const width = 9
const statuses = new Map<number, Status>(Object.values(Status).map((status) => [status, status]))

/** Reads and packs the text of a message. Throws when it is none. */
export const readPacked = (text: string) => packVehicles(ObjectMessage.parse(JSON.parse(text)))

/** A message about vehicles, packed already or not. */
export const readVehicles = (body: Body) => (typeof body === 'string' ? readPacked(body) : body)

export function packVehicles(message: ObjectMessage): PackedVehicles {
  const { epoch, seq, at, type, objects } = message
  const columns = new Float64Array(objects.length * width)
  const unknown = Number.NaN
  let next = 0
  for (const { id, status, lng, lat, speed, direction, acc, time, seenAt } of objects)
    for (const number of [id, status, lng, lat, speed, direction, Number(acc), time, seenAt]) columns[next++] = number ?? unknown
  return { epoch, seq, type, at, gone: message.type === 'patch' ? message.gone : [], columns }
}

export const idAt = (columns: Columns, row: number) => columns[row * width]!
export const statusAt = (columns: Columns, row: number): Status => statuses.get(columns[row * width + 1]!) ?? Status.offline
/** NaN when it was never heard. */
export const seenAtOf = (columns: Columns, row: number) => columns[row * width + 8]!

/** One vehicle out of the columns. */
export function vehicleAt(columns: Columns, row: number): LiveObject {
  const number = (column: number) => columns[row * width + column]!
  const known = (column: number) => (Number.isNaN(number(column)) ? null : number(column))
  return {
    id: number(0),
    status: statusAt(columns, row),
    lng: known(2),
    lat: known(3),
    speed: number(4),
    direction: number(5),
    acc: number(6) === 1,
    time: known(7),
    seenAt: known(8),
  }
}
