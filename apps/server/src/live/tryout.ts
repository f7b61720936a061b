import { areaIdsOf } from '@huanwei/contract/rules/rules'
import { mostTried, type TriedEvent, type Tryout, triedDays } from '@huanwei/contract/tryouts/endpoints'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { Database, Tx } from '../db/connect.ts'
import { findSpoken, type Spoken } from '../features/history/queries.ts'
import type { Rule } from '../features/rules/queries.ts'
import { findObjects } from '../lib/objects.ts'
import type { Viewer } from '../lib/serve.ts'
import { dayMs, dayStart, dayText, timeText } from '../lib/time.ts'
import { type RuleToEvaluate, ruleToEvaluate } from './conditions.ts'
import { violationsOf } from './evaluate.ts'
import { hourMs } from './fix.ts'
import type { Occurrence } from './occurrence.ts'
import { readCalendars, type Source, sourceOf } from './rulebook.ts'
import { findRuleShifts } from './rulebook-queries.ts'
import { readFixes } from './stored-fixes.ts'
import { findEdges, findMet, findShapes, type Stored } from './tryout-queries.ts'

/** What a rule decides by. */
export type Tried = Pick<
  Rule,
  'objectType' | 'objectIds' | 'deptIds' | 'condition' | 'hours' | 'shiftIds' | 'calendar' | 'minDuration' | 'cooldown'
>

/** Objects whose terminals are looked up at a time. */
const atOnce = 100
/** Objects that are named as those with most events. */
const mostNamed = 10

/**
 * What the rule would have made of what is stored of the last days: the engine's own evaluation, as if the rule had begun with them. It looks
 * at one object after the other, as the viewer may see them, until it `isOver`. `now` in epoch ms.
 */
export async function tryRule(db: Database, viewer: Viewer, rule: Tried, now: number, isOver = () => false): Promise<Tryout> {
  const span = { from: dayStart(now) - (triedDays - 1) * dayMs, to: now }
  const { objects, ready } = await db.within(viewer, async (tx) => ({
    objects: await findObjects(tx, viewer, rule),
    ready: await readied(tx, viewer, rule, span.from),
  }))
  const source = sourceOf(rule.objectType)
  const events: TriedEvent[] = []
  let lookedAt = 0
  for (let at = 0; at < objects.length && !isOver(); at += atOnce) {
    const some = objects.slice(at, at + atOnce)
    await db.within(viewer, async (tx) => {
      const ids = some.map(({ id }) => id)
      const spoken = await findSpoken(tx, viewer.tenantId, rule.objectType, ids, span)
      for (const { id: objectId, name: objectName } of some) {
        if (isOver()) break
        const occurrences = await occurrencesOf(tx, { tenantId: viewer.tenantId, source }, ready, spoken.get(objectId) ?? [], now)
        const stored = occurrences.length ? await findMet(tx, viewer, rule.objectType, objectId, span) : []
        events.push(...occurrences.map((one) => ({ objectId, objectName, ...eventOf(one, now), met: metBy(one, stored) })))
        lookedAt++
      }
    })
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
  const shapes = await findShapes(tx, viewer, areaIdsOf(rule.condition))
  const shifts = (await findRuleShifts(tx)).filter(({ id }) => rule.shiftIds.includes(id))
  const calendar = rule.calendar ? (await readCalendars(tx)).get(viewer.tenantId) : undefined
  return ruleToEvaluate({ ...rule, id: 0 }, shapes, from, shifts, calendar?.days)
}

/** What the terminals that spoke for an object reported, as the rule sees it. */
async function occurrencesOf(
  tx: Tx,
  where: { tenantId: number; source: Source },
  rule: RuleToEvaluate,
  spoken: readonly Spoken[],
  now: number,
) {
  const { tenantId, source } = where
  const found: Occurrence[] = []
  for (const { deviceId, from, to } of spoken) {
    const { before, heardAt } = await findEdges(tx, tenantId, deviceId, source, from, to)
    const since = Math.min(before ?? from, from - (rule.counts ? hourMs : 0))
    const fixes = await readFixes(tx.$client, [{ tenantId, deviceId, source, from: since }])
    const heard = fixes.get(deviceId)?.filter(({ time }) => time < to) ?? []
    const last = heard.at(-1)
    if (!last) continue
    const isOver = to < now
    const clock = isOver ? to : last.time + Math.max(0, now - (heardAt ?? now))
    const occurrences = violationsOf({ ...rule, validFrom: from }, heard, clock)
    // What is in force when a terminal is taken off ends with that.
    found.push(...occurrences.map((one) => (isOver && one.end === null ? { ...one, end: to } : one)))
  }
  return found
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
