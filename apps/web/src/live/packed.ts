import { Status } from '@huanwei/contract/live/codes'
import { type LiveObject, ObjectMessage } from '@huanwei/contract/live/messages'
import type { Head } from './sequence.ts'

/** Objects as plain numbers: moved between threads without copying, and nothing for the garbage collector to walk. */
export type Columns = Float64Array<ArrayBuffer>
/** Readings of sensors, by id of the object. */
export type Readings = Map<number, NonNullable<LiveObject['readings']>>
/** A message about objects as a worker hands it over. */
export type PackedObjects = Head & Pick<ObjectMessage, 'at' | 'tree'> & { gone: number[]; columns: Columns; readings: Readings }
/** A message as it came: its text, or what a worker made of it. */
export type Body = string | PackedObjects

/** Numbers per object: id, status, lng, lat, speed, direction, acc, time, seenAt; NaN is null. */
export const width = 9
const statuses = new Map<number, Status>(Object.values(Status).map((status) => [status, status]))

/** Reads and packs the text of a message. Throws when it is none. */
export const readPacked = (text: string) => packObjects(ObjectMessage.parse(JSON.parse(text)))

/** A message about objects, packed already or not. */
export const readObjects = (body: Body) => (typeof body === 'string' ? readPacked(body) : body)

export function packObjects(message: ObjectMessage): PackedObjects {
  const { epoch, seq, at, tree, type, objects } = message
  const columns = new Float64Array(objects.length * width)
  const unknown = Number.NaN
  let next = 0
  for (const { id, status, lng, lat, speed, direction, acc, time, seenAt } of objects)
    for (const number of [id, status, lng, lat, speed, direction, Number(acc), time, seenAt]) columns[next++] = number ?? unknown
  const readings: Readings = new Map(objects.flatMap(({ id, readings: known }) => (known ? [[id, known] as const] : [])))
  return { epoch, seq, type, at, tree, gone: message.type === 'patch' ? message.gone : [], columns, readings }
}

export const idAt = (columns: Columns, row: number) => columns[row * width]!
export const statusAt = (columns: Columns, row: number): Status => statuses.get(columns[row * width + 1]!) ?? Status.offline
/** NaN when it was never heard. */
export const seenAtOf = (columns: Columns, row: number) => columns[row * width + 8]!

/** One object out of the columns, without readings. */
export function objectAt(columns: Columns, row: number): LiveObject {
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
