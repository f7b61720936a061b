import { createHash } from 'node:crypto'
import { VideoResult } from '@huanwei/contract/video/codes'
import { z } from 'zod'
import { timeText } from '../../lib/time.ts'
import { type AlarmMeaning, meaningOf, meantNumbers } from './alarm-numbers.ts'
import type { RemoteDevice } from './remote-uploads.ts'
import { VideoServerRefused } from './video-server.ts'

/** Alarms of one page, and pages of one span: a span with more is halved. */
const [pageRecords, mostPages] = [100, 20]
const mostAlarms = pageRecords * mostPages
/** Pages that are asked for at once, those of spans that proved too long among them. */
const mostCalls = 100
/** Time within which they have to be told, ms. */
const longestListing = 30_000
/** Shortest span that is halved, ms. */
const shortestSpan = 60_000
/** 2100, epoch ms. */
const latest = 4_102_444_800_000
/** Of degrees in an integer. Source: spec 4, III.4. */
const perDegree = 1e6

const whole = z.coerce.number().int().nonnegative()
const name = z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(200)).catch('')
const degrees = z.coerce.number().int().catch(0)
/** An alarm as servers list it; times in epoch ms, degrees × 10⁶. Source: spec 4, III.4, queryAlarmDetail. */
const Listed = z.object({
  guid: name,
  did: name,
  atp: whole,
  stm: whole.min(1).max(latest),
  etm: whole.max(latest).catch(0),
  slng: degrees,
  slat: degrees,
})
const Page = z.object({
  alarms: z.array(z.unknown()).catch([]),
  pagination: z
    .object({ totalPages: whole.optional().catch(undefined), hasNextPage: z.boolean().optional().catch(undefined) })
    .catch({}),
})

/**
 * An alarm of a device: a key of its own, 32 hexadecimal digits, and what it is to rules. Times in epoch ms; `end` is null where the server tells none,
 * `lng` and `lat` (WGS-84) where it tells no place.
 */
export type RemoteAlarm = AlarmMeaning & {
  key: string
  time: number
  end: number | null
  lng: number | null
  lat: number | null
}

/** Epoch ms. */
type Span = { from: number; to: number }
/** `until`: end of the part of the span that was asked for; `meaningless`: alarms that mean nothing here or cannot be read. */
export type ListedAlarms = { alarms: RemoteAlarm[]; until: number; meaningless: number }

/**
 * Alarms of a device that began within a span, or within a first part of it where there are too many. A server may repeat them, in any order: each is
 * listed once, as it comes first. Throws `VideoServerRefused`, also where the pages have no end or `signal` breaks it off.
 */
export async function listAlarms(device: RemoteDevice, { from, to }: Span, signal?: AbortSignal): Promise<ListedAlarms> {
  const late = AbortSignal.timeout(longestListing)
  const bounds = { left: mostCalls, signal: signal ? AbortSignal.any([signal, late]) : late }
  for (let until = to; ; until = from + Math.max(shortestSpan, Math.floor((until - from) / 2))) {
    const span = { from, to: until }
    const listed = await listPages(device, span, bounds)
    if (listed) return { ...readAlarms(listed, device.number, span), until }
  }
}

/** What the server lists, page after page; undefined for too many pages, unless the span cannot be halved: then the first ones. */
async function listPages({ server, number: devIdno }: RemoteDevice, span: Span, bounds: { left: number; signal: AbortSignal }) {
  const isShortest = span.to - span.from <= shortestSpan
  const found: unknown[] = []
  for (let currentPage = 1; currentPage <= mostPages; currentPage++) {
    if (bounds.left-- <= 0) throw new VideoServerRefused('other')
    const asked = {
      devIdno,
      begintime: timeText(span.from),
      endtime: timeText(span.to),
      armType: meantNumbers.join(','),
      toMap: 0,
      currentPage,
      pageRecords,
    }
    const { success, data } = Page.safeParse(await server.call('queryAlarmDetail', asked, bounds.signal).catch(noneFound))
    if (!success) throw new VideoServerRefused('other')
    const { alarms, pagination } = data
    if (found.length + alarms.length > mostAlarms)
      return isShortest ? found.concat(alarms.slice(0, mostAlarms - found.length)) : undefined
    found.push(...alarms)
    const { totalPages, hasNextPage } = pagination
    if (!isShortest && totalPages !== undefined && totalPages > mostPages) return undefined
    // Older servers may leave one of them out, and some list all on one page.
    if (!(hasNextPage ?? (totalPages === undefined ? alarms.length === pageRecords : currentPage < totalPages))) return found
  }
  return isShortest ? found : undefined
}

function readAlarms(listed: readonly unknown[], number: string, span: Span) {
  const alarms = new Map<string, RemoteAlarm>()
  let meaningless = 0
  for (const one of listed) {
    const alarm = readAlarm(one, number, span)
    if (!alarm) meaningless++
    else if (!alarms.has(alarm.key)) alarms.set(alarm.key, alarm)
  }
  return { alarms: [...alarms.values()], meaningless }
}

/** An alarm, unless it is one of another device or time, or means nothing here. */
function readAlarm(listed: unknown, number: string, { from, to }: Span): RemoteAlarm | undefined {
  const { success, data } = Listed.safeParse(listed)
  const meaning = data && meaningOf(data.atp)
  // Times are asked for in whole seconds.
  if (!success || !meaning || data.stm < from - 1000 || data.stm >= to + 1000 || (data.did && data.did !== number))
    return undefined
  const { guid, atp, stm: time, etm, slng, slat } = data
  // Without a name it is known by what it says.
  const identity = JSON.stringify(guid ? [guid] : [atp, time])
  const key = createHash('sha256').update(identity).digest('hex').slice(0, 32)
  const [lng, lat] = [slng / perDegree, slat / perDegree]
  const isPlaced = Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && (lng !== 0 || lat !== 0)
  // What is not over has no end yet.
  const end = etm > time && etm < to + 1000 ? etm : null
  return { ...meaning, key, time, end, lng: isPlaced ? lng : null, lat: isPlaced ? lat : null }
}

/** No alarm is a code of its own. */
function noneFound(error: unknown) {
  if (error instanceof VideoServerRefused && error.result === VideoResult.noInformation) return { alarms: [] }
  throw error
}
