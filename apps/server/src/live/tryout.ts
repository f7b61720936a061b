import type { Parsed } from '@huanwei/contract/endpoint'
import { areaIdsOf } from '@huanwei/contract/rules/rules'
import { mostTried, type TriedEvent, type Tryout, triedDays, type tryVehicleRule } from '@huanwei/contract/tryouts/endpoints'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { Database, Tx } from '../db/connect.ts'
import { findSpoken } from '../features/history/queries.ts'
import type { Rule } from '../features/rules/queries.ts'
import { findObjects } from '../lib/objects.ts'
import type { Viewer } from '../lib/serve.ts'
import type { Span } from '../lib/span.ts'
import { dayMs, dayStart, dayText, timeText } from '../lib/time.ts'
import { type RuleToEvaluate, ruleToEvaluate } from './conditions.ts'
import { violationsOf } from './evaluate.ts'
import { type Fix, hourMs } from './fix.ts'
import type { Occurrence } from './occurrence.ts'
import { readCalendars, sourceOf } from './rulebook.ts'
import { findRuleShifts } from './rulebook-queries.ts'
import { readFixes } from './stored-fixes.ts'
import { findHeard, findMet, findShapes, type Heard, type Stored, type Where } from './tryout-queries.ts'

/** What a rule decides by. */
export type Tried = Pick<
  Rule,
  'objectType' | 'objectIds' | 'deptIds' | 'condition' | 'hours' | 'shiftIds' | 'calendar' | 'minDuration' | 'cooldown'
> &
  Pick<Parsed<typeof tryVehicleRule>, 'instead'>

/** Objects that are looked at together: as many as `fixesAtOnce` allows, to go by those before them. */
const mostAtOnce = 200
const fixesAtOnce = 50_000
/** Objects that are named as those with most events. */
const mostNamed = 10

/**
 * What the rule would have made of what is stored of the last days: the engine's own evaluation, as if the rule had begun with them. It looks
 * at a few objects after the others, as the viewer may see them, until it `isOver`. `now` in epoch ms.
 */
export async function tryRule(db: Database, viewer: Viewer, rule: Tried, now: number, isOver = () => false): Promise<Tryout> {
  const span = { from: dayStart(now) - (triedDays - 1) * dayMs, to: now }
  const { objects, ready } = await db.within(viewer, async (tx) => ({
    objects: await findObjects(tx, viewer, rule),
    ready: await readied(tx, viewer, rule, span.from),
  }))
  const events: TriedEvent[] = []
  let [lookedAt, size] = [0, 1]
  while (lookedAt < objects.length && !isOver()) {
    const some = objects.slice(lookedAt, lookedAt + size)
    const looked = await db.within(viewer, (tx) => lookAt(tx, viewer, { rule, ready, objects: some, span }))
    events.push(...looked.events)
    lookedAt += some.length
    size = Math.max(1, Math.min(mostAtOnce, 4 * size, Math.floor((fixesAtOnce * some.length) / Math.max(1, looked.fixes))))
  }
  return {
    startTime: timeText(span.from),
    endTime: timeText(now),
    objects: objects.length,
    lookedAt,
    ...figuresOf(events, span.from),
  }
}

async function readied(tx: Tx, viewer: Viewer, rule: Tried, from: number) {
  const { area, shift } = rule.instead
  const shapes = (await findShapes(tx, viewer, areaIdsOf(rule.condition))).map((one) =>
    one.id === area?.id ? area.shape : one.shape,
  )
  const shifts = (await findRuleShifts(tx))
    .filter(({ id }) => rule.shiftIds.includes(id))
    .map((one) => (one.id === shift?.id ? shift : one))
  const calendar = rule.calendar ? (await readCalendars(tx)).get(viewer.tenantId) : undefined
  return ruleToEvaluate({ ...rule, id: 0 }, shapes, from, shifts, calendar?.days)
}

type Look = { rule: Tried; ready: RuleToEvaluate; objects: Awaited<ReturnType<typeof findObjects>>; span: Span }

/** What the rule would have made of what these objects' terminals reported, and of how many `fixes`. */
async function lookAt(tx: Tx, viewer: Viewer, { rule, ready, objects, span }: Look) {
  const where = { tenantId: viewer.tenantId, source: sourceOf(rule.objectType) }
  const names = new Map(objects.map(({ id, name }) => [id, name]))
  const spoken = await findSpoken(tx, viewer.tenantId, rule.objectType, [...names.keys()], span)
  const turns = [...spoken].flatMap(([objectId, own]) => own.map((turn) => ({ ...turn, objectId })))
  const heard = await findHeard(tx, where, turns)
  const fixes = await readHeard(tx, where, ready, heard)
  const found = heard.flatMap((turn) =>
    occurrencesOf(ready, turn, fixes.get(turn.deviceId) ?? [], span.to).map((one) => ({ objectId: turn.objectId, one })),
  )
  const stored = found.length ? await findMet(tx, viewer, rule.objectType, [...names.keys()], span) : []
  const met = Map.groupBy(stored, ({ objectId }) => objectId)
  return {
    fixes: fixes.values().reduce((sum, { length }) => sum + length, 0),
    events: found.map(({ objectId, one }) => ({
      ...{ objectId, objectName: names.get(objectId) ?? '', ...eventOf(one, span.to) },
      met: metBy(one, met.get(objectId) ?? []),
    })),
  }
}

/** What the terminals reported, with what was before that the rule looks at; by terminal, which may have spoken for several. */
function readHeard(tx: Tx, where: Where, { counts }: RuleToEvaluate, heard: readonly Heard[]) {
  const since = new Map<number, number>()
  for (const { deviceId, from, before } of heard)
    since.set(deviceId, Math.min(since.get(deviceId) ?? from, before ?? from, from - (counts ? hourMs : 0)))
  return readFixes(
    tx.$client,
    Array.from(since, ([deviceId, from]) => ({ ...where, deviceId, from })),
  )
}

/** What a terminal reported while it spoke for an object, as the rule sees it. */
function occurrencesOf(
  rule: RuleToEvaluate,
  { from, to, before, heardAt }: Heard,
  fixes: readonly Fix[],
  now: number,
): Occurrence[] {
  const since = Math.min(before ?? from, from - (rule.counts ? hourMs : 0))
  const heard = fixes.filter(({ time }) => time >= since && time < to)
  const last = heard.at(-1)
  if (!last) return []
  const isOver = to < now
  const clock = isOver ? to : last.time + Math.max(0, now - heardAt)
  const occurrences = violationsOf({ ...rule, validFrom: from }, heard, clock)
  // What is in force when a terminal is taken off ends with that.
  return occurrences.map((one) => (isOver && one.end === null ? { ...one, end: to } : one))
}

const eventOf = ({ start, end, lng, lat, peak }: Occurrence, now: number) => ({
  ...{ startTime: timeText(start), endTime: end === null ? null : timeText(end) },
  ...{ seconds: Math.max(0, Math.floor(((end ?? now) - start) / 1000)), lng, lat, peak },
})

/** What says most about a rule comes first. */
const telling: readonly AlarmType[] = [AlarmType.real, AlarmType.falseSystem, AlarmType.falseDispatch, AlarmType.pending]

function metBy({ start, end }: Occurrence, stored: readonly Stored[]) {
  const [met] = stored
    .filter((one) => (end === null || one.start <= end) && (one.end === null || one.end >= start))
    .sort((a, b) => telling.indexOf(a.alarmType) - telling.indexOf(b.alarmType))
  return met ? { id: met.id, violationEvent: met.violationEvent, alarmType: met.alarmType } : null
}

function figuresOf(events: readonly TriedEvent[], from: number) {
  const byDay = Map.groupBy(events, ({ startTime }) => startTime.slice(0, 10))
  const byObject = [...Map.groupBy(events, ({ objectId }) => objectId).values()]
  const metAs = (...types: AlarmType[]) => events.filter(({ met }) => met && types.includes(met.alarmType)).length
  const [longest = null] = events.toSorted((a, b) => b.seconds - a.seconds)
  return {
    total: events.length,
    days: Array.from({ length: triedDays }, (_, i) => dayText(from + i * dayMs)).map((day) => ({
      day,
      count: byDay.get(day)?.length ?? 0,
    })),
    longest,
    most: byObject
      .map((own) => ({ objectId: own[0]!.objectId, objectName: own[0]!.objectName, count: own.length }))
      .sort((a, b) => b.count - a.count || a.objectId - b.objectId)
      .slice(0, mostNamed),
    met: {
      real: metAs(AlarmType.real),
      false: metAs(AlarmType.falseSystem, AlarmType.falseDispatch),
      pending: metAs(AlarmType.pending),
    },
    events: events.toSorted((a, b) => b.startTime.localeCompare(a.startTime)).slice(0, mostTried),
  }
}
