import type pg from 'pg'
import type { NameOfPlace } from '../../lib/place-names.ts'
import type { OccurrenceChange } from './evaluate.ts'
import { lockAlarms, type MergeSpan, mergeAlarms } from './merge-alarms.ts'
import type { Occurrence } from './occurrence.ts'
import {
  deleteViolations,
  findByStart,
  findSince,
  insertViolations,
  type NewViolation,
  type StoredViolation,
  updateViolations,
  type ViolationUpdate,
} from './raise.ts'
import { type ExpectedOccurrences, reconcile } from './reevaluate.ts'
import type { RuleFacts } from './rulebook.ts'
import { formStorms, lockStorms, type StormSlot } from './storms.ts'
import { isCommanded, type WatchedTerminal } from './subject.ts'
import { callForHelp } from './telling/call-for-help.ts'
import { queueSms } from './telling/queue-sms.ts'

/** What a rule asks of a terminal as a violation begins: to read a text aloud, to take a picture. */
export type RuleCommand = {
  deviceId: number
  command: { kind: 'text'; text: string; urgent: true; display: true; speak: true } | { kind: 'takePhoto'; channel: number }
}

type Parts = {
  client: pg.ClientBase
  now: number
  facts: ReadonlyMap<number, RuleFacts>
  nameOfPlace: NameOfPlace
  /** Time at which a violation in force was last written, epoch ms; 0 when unknown. */
  writtenAt(deviceId: number, key: string): number
}

/** Minimum time between writes of a violation in force that only lasts longer, ms. */
const growEveryMs = 10_000
/** A violation that ended longer ago than this, ms, causes no voice message, no picture and no SMS. */
const freshMs = 60_000
/** Channel of the camera that looks ahead. */
const frontCamera = 1

const keyOf = ({ ruleId, start }: Pick<Occurrence, 'ruleId' | 'start'>) => `${ruleId} ${start}`

const spanOf = (
  { tenantId, objectType, objectId }: Pick<WatchedTerminal, 'tenantId' | 'objectType' | 'objectId'>,
  { start, end }: Pick<Occurrence, 'start' | 'end'>,
): MergeSpan => ({ tenantId, objectType, objectId, start, end })

const placeOf = ({ tenantId, ruleId, start }: StormSlot): StormSlot => ({ tenantId, ruleId, start })

/** Changes that a transaction writes. */
type Writes = { inserts: readonly NewViolation[]; rewrites: readonly ViolationUpdate[]; withdrawals: readonly StoredViolation[] }

/** Slots in which violations now begin, or no longer do. */
const touchedSlots = ({ inserts, rewrites, withdrawals }: Writes): StormSlot[] => [
  ...inserts.map(({ subject, occurrence }) => placeOf({ ...occurrence, tenantId: subject.tenantId })),
  ...withdrawals.map(placeOf),
  ...rewrites
    .filter(({ stored, occurrence }) => stored.start !== occurrence.start)
    .flatMap(({ stored, occurrence }) => [placeOf(stored), placeOf({ ...stored, start: occurrence.start })]),
]

/** Spans in which violations that something else may report, too, now hold, or no longer do. */
function touchedSpans({ inserts, rewrites, withdrawals }: Writes, facts: Parts['facts']): MergeSpan[] {
  const isReported = ({ cause, ruleId }: StoredViolation) => cause !== null || facts.get(ruleId)?.isAlarm
  const hasMoved = ({ stored, occurrence }: ViolationUpdate) => stored.start !== occurrence.start || stored.end !== occurrence.end
  return [
    ...inserts
      .filter(({ facts: { cause, isAlarm } }) => cause !== null || isAlarm)
      .map(({ subject, occurrence }) => spanOf(subject, occurrence)),
    ...withdrawals.filter(isReported).map((stored) => spanOf(stored, stored)),
    ...rewrites
      .filter((one) => isReported(one.stored) && hasMoved(one))
      .flatMap(({ stored, occurrence }) => [spanOf(stored, stored), spanOf(stored, occurrence)]),
  ]
}

/** Writes violations with what they change around them: storms, merged alarms, SMS, emergencies. */
async function writeAll({ client, now, facts, nameOfPlace }: Parts, writes: Writes) {
  const { inserts, rewrites, withdrawals } = writes
  const [places, spans] = [touchedSlots(writes), touchedSpans(writes, facts)]
  await lockStorms(
    client,
    [...places, ...spans].map(({ tenantId }) => tenantId),
  )
  await lockAlarms(client, spans)
  await insertViolations(client, inserts, nameOfPlace)
  await updateViolations(client, rewrites, nameOfPlace)
  await deleteViolations(client, withdrawals)
  await formStorms(client, places)
  await mergeAlarms(client, spans)
  await queueSms(client, inserts, nameOfPlace)
  await callForHelp(client, inserts, now)
}

type Changed = { subject: WatchedTerminal; change: OccurrenceChange }

/** The changes of violations that are stored, each with what is stored. */
async function withStored(client: Parts['client'], changes: readonly Changed[]) {
  const known = await findByStart(
    client,
    changes.map(({ subject, change }) => ({ subject, occurrence: change.occurrence })),
  )
  const byKey = new Map(known.map((stored) => [`${stored.deviceId} ${keyOf(stored)}`, stored]))
  return changes.flatMap(({ subject, change }) => {
    const stored = byKey.get(`${subject.deviceId} ${keyOf(change.occurrence)}`)
    return stored ? [{ stored, change }] : []
  })
}

/** What a video server tells of is over for the rules at once. */
const isInForce = ({ source }: WatchedTerminal, { end }: Occurrence) => end === null || source === 'alarm'

/** Gathers the violations that a transaction finds and writes them with few statements. */
export function createFindings(parts: Parts) {
  const { client, now, facts, writtenAt } = parts
  const inserts: NewViolation[] = []
  const changes: Changed[] = []
  const rewrites: ViolationUpdate[] = []
  const withdrawals: StoredViolation[] = []
  const commands: RuleCommand[] = []

  function start(subject: WatchedTerminal, occurrence: Occurrence) {
    const rule = facts.get(occurrence.ruleId)
    if (!rule) return
    const isFresh = isInForce(subject, occurrence) && now - occurrence.last <= freshMs
    inserts.push({ subject, facts: rule, occurrence, isFresh })
    if (!isFresh || !isCommanded(subject)) return
    const { deviceId } = subject
    const { voiceText: text, photo } = rule
    if (text) commands.push({ deviceId, command: { kind: 'text', text, urgent: true, display: true, speak: true } })
    if (photo) commands.push({ deviceId, command: { kind: 'takePhoto', channel: frontCamera } })
  }

  return {
    commands,
    /** Adds changes from `evaluate`. */
    add(subject: WatchedTerminal, found: readonly OccurrenceChange[]) {
      for (const change of found) {
        const { kind, occurrence } = change
        if (kind === 'started') start(subject, occurrence)
        else if (kind !== 'grown' || now - writtenAt(subject.deviceId, keyOf(occurrence)) >= growEveryMs)
          changes.push({ subject, change })
      }
    },
    /** Adds results of `reevaluate`: from the floors on, the stored violations become the wanted ones. */
    async correct(again: readonly { subject: WatchedTerminal; wanted: ExpectedOccurrences }[]) {
      const since = again.map(({ subject, wanted }) => ({ subject, from: Math.min(...wanted.floors.values()) }))
      const stored = Map.groupBy(await findSince(client, since), ({ deviceId }) => deviceId)
      for (const { subject, wanted } of again) {
        const known = stored.get(subject.deviceId) ?? []
        const byId = new Map(known.map((one) => [one.id, one]))
        const { insert, update, remove } = reconcile(known, wanted)
        for (const occurrence of insert) start(subject, occurrence)
        for (const { id, occurrence } of update) rewrites.push({ stored: byId.get(id)!, occurrence })
        for (const id of remove) withdrawals.push(byId.get(id)!)
      }
    },
    async write() {
      for (const { stored, change } of await withStored(client, changes))
        if (change.kind === 'withdrawn') withdrawals.push(stored)
        else rewrites.push({ stored, occurrence: change.occurrence })
      await writeAll(parts, { inserts, rewrites, withdrawals })
    },
    /** Violations that were written, and whether they are in force now. */
    written: () =>
      [...inserts, ...changes.map(({ subject, change }) => ({ subject, occurrence: change.occurrence, kind: change.kind }))].map(
        ({ subject, occurrence, ...rest }) => ({
          deviceId: subject.deviceId,
          key: keyOf(occurrence),
          inForce: occurrence.end === null && !('kind' in rest && rest.kind === 'withdrawn'),
        }),
      ),
  }
}
