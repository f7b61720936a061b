import { dateTime } from '@huanwei/contract/fields'
import { ObjectType } from '@huanwei/contract/objects'
import { z } from 'zod'
import { dayRange, formatTime } from '../../lib/time.ts'
import { useMenuPages } from '../../shell/menu/menu-pages.ts'

/** Number of tracks that can be told apart by colour, and that play in step. */
export const mostObjects = 6
export const rates = [1, 2, 4, 8, 16, 32, 64] as const

/** Moved object: its type and its id. */
export type MoverKey = `${typeof ObjectType.person | typeof ObjectType.vehicle}-${number}`
const key = `[${ObjectType.person}${ObjectType.vehicle}]-[1-9][0-9]{0,9}`
const isKey = (text: string): text is MoverKey => new RegExp(`^${key}$`).test(text)
const moverKey = z.custom<MoverKey>((value) => typeof value === 'string' && isKey(value))

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const HistorySearch = z.object({
  /** Keys with commas between them. */
  objects: z.string().max(100).optional().catch(undefined),
  /** The one whose speed, stops and figures are shown; the first unless given. */
  focus: moverKey.optional().catch(undefined),
  from: dateTime.optional().catch(undefined),
  to: dateTime.optional().catch(undefined),
  /** The moment shown. */
  at: dateTime.optional().catch(undefined),
  rate: z.coerce.number().pipe(z.literal(rates)).catch(4),
  view: z.enum(['map', 'chart', 'table']).catch('map'),
  /** What the colours of the trails say. */
  colour: z.enum(['speed', 'object']).catch('speed'),
  list: z.enum(['figures', 'bands', 'trips', 'stops', 'silences', 'overspeeds', 'events']).catch('figures'),
  current: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  size: z.coerce.number().int().min(1).max(3000).catch(20),
})
export type HistorySearch = z.infer<typeof HistorySearch>

/** Chosen values, each once. */
export const keysOf = (objects = ''): MoverKey[] => [...new Set(objects.split(',').filter(isKey))].slice(0, mostObjects)

/** The span shown: as chosen, else the day of the moment, else today. */
export function spanOf({ from, to, at }: Pick<HistorySearch, 'from' | 'to' | 'at'>, now: number) {
  if (from && to && from <= to) return { startTime: from, endTime: to }
  const day = (at ?? formatTime(now)).slice(0, 10)
  return dayRange(day, day)
}

export function moverOf(key: MoverKey) {
  const [type, number] = key.split('-')
  return { objectType: type === ObjectType.person ? ObjectType.person : ObjectType.vehicle, objectId: Number(number) }
}

const page = '/monitor/history/index'
/** True when the person's menu leads to this screen. */
export const useHistoryPage = () => useMenuPages(page)?.has(page) ?? false

/** Address of this screen around a moment, epoch ms; of many objects the first. */
export const historyAddress = (objects: readonly MoverKey[], at: number) =>
  `${page}?${new URLSearchParams({ objects: objects.slice(0, mostObjects).join(), at: formatTime(at) })}`
