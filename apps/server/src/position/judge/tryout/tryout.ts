import type { Shape } from '@huanwei/contract/areas/endpoints'
import { MonitoringRule } from '@huanwei/contract/rules/endpoints'
import { areaIdsOf, isByOwnAreas } from '@huanwei/contract/rules/rules'
import { dayMs } from '@huanwei/contract/time'
import { mostTried, type TriedEvent, type Tryout, triedDays, tryVehicleRule } from '@huanwei/contract/tryouts/endpoints'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { z } from 'zod'
import type { Database, Tx } from '../../../db/connect.ts'
import { findBoundSpans } from '../../../features/history/queries.ts'
import { findObjects } from '../../../features/objects/queries.ts'
import type { Span } from '../../../http/span.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { dayStart, dayText, timeText } from '../../../lib/time.ts'
import { lookBackOf, type RuleToEvaluate, ruleToEvaluate } from '../conditions.ts'
import { violationsOf } from '../evaluate.ts'
import type { Fix } from '../fix.ts'
import type { Occurrence } from '../occurrence.ts'
import { departmentsAbove, ownerAmong } from '../own-areas.ts'
import { loadCalendars } from '../rulebook.ts'
import { findParents, findRuleShifts } from '../rulebook-queries.ts'
import { readStoredFixes } from '../stored-fixes.ts'
import { sourceOf } from '../subject.ts'
import {
  type FixOrigin,
  findOverlapping,
  findReportedTurns,
  findShapes,
  findTenantShapes,
  type OverlappingViolation,
  type ReportedTurn,
} from './tryout-queries.ts'

/** The fields of a rule that decide about violations. */
export const RuleToTry = MonitoringRule.pick({
  objectType: true,
  objectIds: true,
  deptIds: true,
  condition: true,
  hours: true,
  shiftIds: true,
  calendar: true,
  minDuration: true,
  cooldown: true,
}).extend({ instead: tryVehicleRule.input.shape.instead })
export type RuleToTry = z.infer<typeof RuleToTry>

/** Objects of one transaction: at most this many, and fewer where their fixes would exceed `fixesAtOnce`. */
const mostAtOnce = 200
const fixesAtOnce = 50_000
/** Number of objects listed as those with the most events. */
const mostNamed = 10

/**
 * Evaluates the rule on the stored fixes of the last days, with the evaluation that judges live fixes, as if it had been in force since then.
 * Goes through the objects in the viewer's scope, some at a time, until `isOver`. `now` in epoch ms.
 */
export async function tryRule(db: Database, viewer: Viewer, rule: RuleToTry, now: number, isOver = () => false): Promise<Tryout> {
  const span = { from: dayStart(now) - (triedDays - 1) * dayMs, to: now }
  const { objects, readyFor } = await db.within(viewer, async (tx) => ({
    objects: await findObjects(tx, viewer, rule),
    readyFor: await readied(tx, viewer, rule, span.from),
  }))
  const events: TriedEvent[] = []
  let [lookedAt, size] = [0, 1]
  while (lookedAt < objects.length && !isOver()) {
    const some = objects.slice(lookedAt, lookedAt + size)
    const looked = await db.within(viewer, (tx) => lookAt(tx, viewer, { rule, readyFor, objects: some, span }))
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

/** The rule ready for the objects of a department; undefined where it decides by their own areas and there are none. */
type ReadyFor = (deptId: number) => RuleToEvaluate | undefined

async function readied(tx: Tx, viewer: Viewer, rule: RuleToTry, from: number): Promise<ReadyFor> {
  const { area, shift } = rule.instead
  const shifts = (await findRuleShifts(tx))
    .filter(({ id }) => rule.shiftIds.includes(id))
    .map((one) => (one.id === shift?.id ? shift : one))
  const calendar = rule.calendar ? (await loadCalendars(tx)).get(viewer.tenantId) : undefined
  const readyBy = (shapes: readonly Shape[]) => ruleToEvaluate({ ...rule, id: 0 }, shapes, from, shifts, calendar?.days)
  if (!isByOwnAreas(rule.condition)) {
    const named = await findShapes(tx, viewer, areaIdsOf(rule.condition))
    const ready = readyBy(named.map((one) => (one.id === area?.id ? area.shape : one.shape)))
    return () => ready
  }
  // Those of a department above may be out of the viewer's scope: they count for the viewer's objects all the same.
  const all = (await findTenantShapes(tx, viewer.tenantId)).map((one) => (one.id === area?.id ? { ...one, ...area } : one))
  const readyOf = new Map(
    Array.from(
      Map.groupBy(all, ({ deptId }) => deptId),
      ([deptId, own]) => [deptId, readyBy(own.map(({ shape }) => shape))],
    ),
  )
  const parents = new Map((await findParents(tx)).map(({ id, parentId }) => [id, parentId]))
  return (deptId) =>
    readyOf.get(
      ownerAmong(
        departmentsAbove((id) => parents.get(id), deptId),
        readyOf,
      ) ?? 0,
    )
}

type Look = { rule: RuleToTry; readyFor: ReadyFor; objects: Awaited<ReturnType<typeof findObjects>>; span: Span }

/** Violations of the rule by these objects, and the number of `fixes` that were evaluated. */
async function lookAt(tx: Tx, viewer: Viewer, { rule, readyFor, objects, span }: Look) {
  const where = { tenantId: viewer.tenantId, source: sourceOf(rule.objectType) }
  const names = new Map(objects.map(({ id, name }) => [id, name]))
  const readyOf = new Map(
    objects.flatMap(({ id, deptId }): [number, RuleToEvaluate][] => {
      const ready = readyFor(deptId)
      return ready ? [[id, ready]] : []
    }),
  )
  const lookBack = Math.max(0, ...readyOf.values().map(lookBackOf))
  const bindings = await findBoundSpans(tx, viewer.tenantId, rule.objectType, [...readyOf.keys()], span)
  const turns = [...bindings].flatMap(([objectId, own]) => own.map((turn) => ({ ...turn, objectId })))
  const heard = await findReportedTurns(tx, where, turns)
  const fixes = await readHeard(tx, where, heard, { lookBack, now: span.to })
  const found = heard.flatMap((turn) => {
    const ready = readyOf.get(turn.objectId)
    const own = fixes.get(turn.deviceId) ?? []
    return ready ? occurrencesOf(ready, turn, own, span.to).map((one) => ({ objectId: turn.objectId, one })) : []
  })
  const stored = found.length ? await findOverlapping(tx, viewer, rule.objectType, [...names.keys()], span) : []
  const met = Map.groupBy(stored, ({ objectId }) => objectId)
  return {
    fixes: fixes.values().reduce((sum, { length }) => sum + length, 0),
    events: found.map(({ objectId, one }) => ({
      objectId,
      objectName: names.get(objectId) ?? '',
      ...eventOf(one, span.to),
      met: metBy(one, met.get(objectId) ?? []),
    })),
  }
}

/** Fixes of the terminals, with the earlier ones that the rule needs, of `lookBack` ms; by terminal, which may have been on several objects. */
function readHeard(
  tx: Tx,
  where: FixOrigin,
  heard: readonly ReportedTurn[],
  { lookBack, now }: { lookBack: number; now: number },
) {
  const since = new Map<number, number>()
  for (const { deviceId, from, before } of heard)
    since.set(deviceId, Math.min(since.get(deviceId) ?? from, before ?? from, from - lookBack))
  return readStoredFixes(
    tx.$client,
    Array.from(since, ([deviceId, from]) => ({ ...where, deviceId, from })),
    now,
  )
}

/** Violations of the rule by a terminal while it was on an object. */
function occurrencesOf(
  rule: RuleToEvaluate,
  { from, to, before, heardAt }: ReportedTurn,
  fixes: readonly Fix[],
  now: number,
): Occurrence[] {
  const since = Math.min(before ?? from, from - lookBackOf(rule))
  const heard = fixes.filter(({ time }) => time >= since && time < to)
  const last = heard.at(-1)
  if (!last) return []
  const isOver = to < now
  const clock = isOver ? to : last.time + Math.max(0, now - heardAt)
  const occurrences = violationsOf({ ...rule, validFrom: from }, heard, clock)
  // A violation in force ends when the terminal is removed from the object.
  return occurrences.map((one) => (isOver && one.end === null ? { ...one, end: to } : one))
}

const eventOf = ({ start, end, lng, lat, peak }: Occurrence, now: number) => ({
  startTime: timeText(start),
  endTime: end === null ? null : timeText(end),
  seconds: Math.max(0, Math.floor(((end ?? now) - start) / 1000)),
  lng,
  lat,
  peak,
})

/** Verdicts by how much they tell about a rule. */
const telling: readonly AlarmType[] = [AlarmType.real, AlarmType.falseSystem, AlarmType.falseDispatch, AlarmType.pending]

function metBy({ start, end }: Occurrence, stored: readonly OverlappingViolation[]) {
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
