import { dateTime } from '@huanwei/contract/fields'
import { ObjectType } from '@huanwei/contract/objects'
import { z } from 'zod'
import { dayRange, formatTime } from '../../lib/time.ts'

/** So many ways can be told apart by their colours. */
export const mostObjects = 6
export const rates = [1, 2, 4, 8, 16, 32, 64] as const

/** What moves: its type and its number. */
export type ObjectKey = `${typeof ObjectType.person | typeof ObjectType.vehicle}-${number}`
const key = `[${ObjectType.person}${ObjectType.vehicle}]-[1-9][0-9]{0,9}`
const isKey = (text: string): text is ObjectKey => new RegExp(`^${key}$`).test(text)
const objectKey = z.custom<ObjectKey>((value) => typeof value === 'string' && isKey(value))

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const HistorySearch = z.object({
  /** Keys with commas between them. */
  objects: z.string().max(100).optional().catch(undefined),
  /** The one whose speed, stops and figures are shown; the first unless given. */
  focus: objectKey.optional().catch(undefined),
  from: dateTime.optional().catch(undefined),
  to: dateTime.optional().catch(undefined),
  /** The moment shown. */
  at: dateTime.optional().catch(undefined),
  rate: z.coerce.number().pipe(z.literal(rates)).catch(4),
  view: z.enum(['map', 'chart', 'table']).catch('map'),
  list: z.enum(['figures', 'trips', 'stops', 'overspeeds', 'events']).catch('figures'),
  current: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  size: z.coerce.number().int().min(1).max(3000).catch(20),
})
export type HistorySearch = z.infer<typeof HistorySearch>

/** What was chosen, each once. */
export const keysOf = (objects = ''): ObjectKey[] => [...new Set(objects.split(',').filter(isKey))].slice(0, mostObjects)

/** The span shown: as chosen, else the day of the moment, else today. */
export function spanOf({ from, to, at }: Pick<HistorySearch, 'from' | 'to' | 'at'>, now: number) {
  if (from && to && from <= to) return { startTime: from, endTime: to }
  const day = (at ?? formatTime(now)).slice(0, 10)
  return dayRange(day, day)
}

export function moverOf(key: ObjectKey) {
  const [type, number] = key.split('-')
  return { objectType: type === ObjectType.person ? ObjectType.person : ObjectType.vehicle, objectId: Number(number) }
}

/** Where this screen shows what moves around a moment, epoch ms; of many the first. */
export const historyAddress = (objects: readonly ObjectKey[], at: number) =>
  `/monitor/history/index?${new URLSearchParams({ objects: objects.slice(0, mostObjects).join(), at: formatTime(at) })}`
