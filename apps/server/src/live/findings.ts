import type pg from 'pg'
import type { NameOfPlace } from '../lib/place.ts'
import type { Change } from './evaluate.ts'
import { reconcile, type Wanted } from './evaluate-again.ts'
import type { Occurrence } from './occurrence.ts'
import { findByStart, findSince, type Raised, type Rewrite, raise, rewrite, type Stored, withdraw } from './raise.ts'
import type { RuleFacts, Subject } from './rulebook.ts'
import { formStorms, lockStorms, type Place } from './storms.ts'
import { text } from './texts.ts'

/** What to say to a driver. */
export type Speech = { deviceId: number; text: string }

type Parts = {
  client: pg.ClientBase
  now: number
  facts: ReadonlyMap<number, RuleFacts>
  nameOfPlace: NameOfPlace
  /** When a violation in force was last written, epoch ms; 0 when that is not known. */
  writtenAt(deviceId: number, key: string): number
}

/** A violation in force is written at most this often, ms, while it only lasts. */
const growEveryMs = 10_000
/** Nobody is told by voice or message of what is over longer than this, ms. */
const freshMs = 60_000

const keyOf = ({ ruleId, start }: Pick<Occurrence, 'ruleId' | 'start'>) => `${ruleId} ${start}`

const placeOf = ({ tenantId, ruleId, start }: Place): Place => ({ tenantId, ruleId, start })

/** Gathers what a transaction finds out about violations, then writes it with few statements. */
export function createFindings({ client, now, facts, nameOfPlace, writtenAt }: Parts) {
  const inserts: Raised[] = []
  const changes: { subject: Subject; change: Change }[] = []
  const rewrites: Rewrite[] = []
  const withdrawals: Stored[] = []
  const speeches: Speech[] = []

  function start(subject: Subject, occurrence: Occurrence) {
    const rule = facts.get(occurrence.ruleId)
    if (!rule) return
    const isFresh = occurrence.end === null && now - occurrence.last <= freshMs
    inserts.push({ subject, facts: rule, occurrence, isFresh })
    if (rule.voiceText && isFresh) speeches.push({ deviceId: subject.deviceId, text: rule.voiceText })
  }

  /** Where violations begin that did not, or no longer. */
  const touched = () => [
    ...inserts.map(({ subject, occurrence }) => placeOf({ ...occurrence, tenantId: subject.tenantId })),
    ...withdrawals.map(placeOf),
    ...rewrites
      .filter(({ stored, occurrence }) => stored.start !== occurrence.start)
      .flatMap(({ stored, occurrence }) => [placeOf(stored), placeOf({ ...stored, start: occurrence.start })]),
  ]

  return {
    speeches,
    /** What evaluation found step by step. */
    add(subject: Subject, found: readonly Change[]) {
      for (const change of found) {
        const { kind, occurrence } = change
        if (kind === 'started') start(subject, occurrence)
        else if (kind !== 'grown' || now - writtenAt(subject.deviceId, keyOf(occurrence)) >= growEveryMs)
          changes.push({ subject, change })
      }
    },
    /** What reading tracks again found: makes the stored violations from the floors on the wanted ones. */
    async correct(again: readonly { subject: Subject; wanted: Wanted }[]) {
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
      const known = await findByStart(
        client,
        changes.map(({ subject, change }) => ({ subject, occurrence: change.occurrence })),
      )
      const byKey = new Map(known.map((stored) => [`${stored.deviceId} ${keyOf(stored)}`, stored]))
      for (const { subject, change } of changes) {
        const stored = byKey.get(`${subject.deviceId} ${keyOf(change.occurrence)}`)
        if (!stored) continue
        if (change.kind === 'withdrawn') withdrawals.push(stored)
        else rewrites.push({ stored, occurrence: change.occurrence })
      }
      const places = touched()
      await lockStorms(
        client,
        places.map(({ tenantId }) => tenantId),
      )
      await raise(client, inserts, nameOfPlace)
      await text(client, inserts, nameOfPlace)
      await rewrite(client, rewrites, nameOfPlace)
      await withdraw(client, withdrawals)
      await formStorms(client, places)
    },
    /** The violations this wrote, and whether they are in force now. */
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
