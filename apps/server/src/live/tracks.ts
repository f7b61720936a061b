import type pg from 'pg'
import type { NameOfPlace } from '../lib/place.ts'
import { adopt, begin, due, evaluate, since, type Track } from './evaluate.ts'
import { reevaluate, settled, trackBefore, type Wanted } from './evaluate-again.ts'
import { createFindings, type Speech } from './findings.ts'
import { type Fix, hourMs } from './fix.ts'
import { findBeginnings, keepSince } from './rule-state.ts'
import type { Rulebook, Source, Subject } from './rulebook.ts'
import { readFixes } from './stored-fixes.ts'

/** What a transaction did; `keep` makes it the state in memory once it is committed. */
export type Outcome = { keep(): void; speeches: Speech[] }

export type Tracks = {
  /** Reads the tracks of these terminals from the store, those that are not known; before their new fixes are stored. */
  load(client: pg.ClientBase, deviceIds: Iterable<number>, now: number): Promise<Outcome>
  /** Evaluates new fixes, stored before in the same transaction, and writes what they change. */
  take(client: pg.ClientBase, fixes: ReadonlyMap<number, readonly Fix[]>, now: number): Promise<Outcome>
  /** Terminals that the clock alone may concern by `now`. */
  dueBy(now: number): number[]
  /** Whether a terminal has rules that look at what it says there. */
  isWatched(deviceId: number, source: Source): boolean
  /** Terminals with rules whose track has not been read; of all, or of these. */
  unread(now: number, among?: Iterable<number>): number[]
  /** What is in memory may not be what is stored: read it again. */
  forget(deviceIds: Iterable<number>): void
  /** Leaves a terminal's rules alone until `until`, epoch ms: evaluating them failed. */
  rest(deviceId: number, until: number): void
  /** Goes on with other rules. */
  apply(book: Rulebook): void
}

/** A fix that comes later than this after newer ones, ms, is kept but changes no violation. */
const latestMs = 7 * 86_400_000
/** How far before a late fix the store is read, ms, in search of a moment when nothing was going on. */
const lookBack = [20 * 60_000, 3 * 3_600_000, 86_400_000, latestMs]

type Known = {
  subject: Subject
  track: Track
  savedSince: number | null
  /** When it was last heard, or when its silence began to count, by the platform's clock. Epoch ms. */
  heardAt: number
  /** When its violations in force were last written, by key. */
  written: Map<string, number>
}
type Late = { subject: Subject; known: Known; late: number; clock: number }

/**
 * The terminal's clock, as far as can be told: its latest device time and what has passed since it was heard. So a terminal whose clock
 * runs behind, or that is still sending what it buffered, is not silent.
 */
const clockOf = (last: number, heardAt: number, now: number) => last + Math.max(0, now - heardAt)

/** The state of every terminal's rules in memory, over the tables that hold it. One transaction at a time. */
export function createTracks(first: Rulebook, nameOfPlace: NameOfPlace, startedAt: number): Tracks {
  let book = first
  const tracks = new Map<number, Known>()
  const resting = new Map<number, number>()

  const subjectOf = (deviceId: number, now: number) => {
    const subject = book.subjects.get(deviceId)
    return (resting.get(deviceId) ?? 0) > now ? undefined : subject
  }

  /** What one transaction changes: findings, and the tracks that led to them. */
  function gather(client: pg.ClientBase, now: number) {
    const next = new Map<number, Known>()
    const writtenAt = (deviceId: number, key: string) => tracks.get(deviceId)?.written.get(key) ?? 0
    const findings = createFindings({ client, now, facts: book.facts, nameOfPlace, writtenAt })
    return {
      ...findings,
      next,
      async write(): Promise<Outcome> {
        await findings.write()
        const moved = [...next.values()].filter(({ track, savedSince }) => since(track) !== savedSince)
        await keepSince(
          client,
          moved.map(({ subject, track }) => ({ subject, since: since(track) })),
        )
        return { keep, speeches: findings.speeches }
      },
    }

    function keep() {
      for (const [deviceId, known] of next) tracks.set(deviceId, { ...known, savedSince: since(known.track) })
      for (const { deviceId, key, inForce } of findings.written()) {
        const written = tracks.get(deviceId)?.written
        if (inForce) written?.set(key, now)
        else written?.delete(key)
      }
    }
  }

  /** Reads tracks again from before their late fixes; the late ones are stored already. */
  async function again(client: pg.ClientBase, lates: readonly Late[]) {
    const results: { subject: Subject; known: Known; next: Track; wanted: Wanted }[] = []
    let left = lates
    for (const [round, back] of lookBack.entries()) {
      if (!left.length) break
      const isLast = round === lookBack.length - 1
      const wishes = left.map(({ subject, known, late }) => ({
        ...subject,
        from: trackBefore(known.track, late)?.last?.time ?? late - back,
      }))
      const fixes = await readFixes(client, wishes)
      left = left.filter(({ subject, known, late, clock }) => {
        const stored = fixes.get(subject.deviceId) ?? []
        const marked = trackBefore(known.track, late)
        const from = marked ? null : settled(subject.rules, stored, late)
        if (!marked && from === null && !isLast) return true
        const { next, wanted } = reevaluate(marked ?? begin(subject.rules), stored, Math.max(clock, known.track.now), from ?? 0)
        results.push({ subject, known, next, wanted })
        return false
      })
    }
    return results
  }

  return {
    async load(client, deviceIds, now) {
      const subjects = [...new Set(deviceIds)].flatMap((id) => (tracks.has(id) ? [] : (subjectOf(id, now) ?? [])))
      const work = gather(client, now)
      if (!subjects.length) return { keep: () => undefined, speeches: [] }
      const beginnings = await findBeginnings(client, subjects)
      const fixes = await readFixes(
        client,
        subjects.flatMap((subject) => {
          const from = beginnings.get(subject.deviceId)?.from ?? null
          return from === null ? [] : { ...subject, from: from - (subject.rules.some(({ counts }) => counts) ? hourMs : 0) }
        }),
      )
      const read = subjects.map((subject) => {
        const { since = null, from: first = null, heardAt = null, inForce = false } = beginnings.get(subject.deviceId) ?? {}
        const stored = fixes.get(subject.deviceId) ?? []
        // Nobody could be heard while the platform was away: that silence counts only when it is a violation already.
        const from = inForce ? (heardAt ?? now) : Math.max(heardAt ?? now, Math.min(startedAt, now))
        const clock = clockOf(stored.at(-1)?.time ?? 0, from, now)
        return { subject, savedSince: since, heardAt: from, ...reevaluate(begin(subject.rules), stored, clock, first ?? 0) }
      })
      await work.correct(read)
      for (const { subject, next: track, savedSince, heardAt } of read)
        work.next.set(subject.deviceId, { subject, track, savedSince, heardAt, written: new Map() })
      return work.write()
    },

    async take(client, fixes, now) {
      const work = gather(client, now)
      const lates: Late[] = []
      for (const [deviceId, fresh] of fixes) {
        const known = tracks.get(deviceId)
        const subject = subjectOf(deviceId, now)
        if (!known || !subject) continue
        const last = known.track.last?.time ?? 0
        const heardAt = fresh.length ? now : known.heardAt
        const heard = fresh.filter(({ time }) => time >= last - latestMs)
        const clock = clockOf(Math.max(last, ...heard.map(({ time }) => time)), heardAt, now)
        const { next, changed, late } = evaluate(known.track, heard, clock)
        if (late !== null) lates.push({ subject, known: { ...known, heardAt }, late, clock })
        else {
          work.next.set(deviceId, { ...known, heardAt, track: next })
          work.add(subject, changed)
        }
      }
      const results = await again(client, lates)
      await work.correct(results)
      for (const { subject, known, next } of results) work.next.set(subject.deviceId, { ...known, track: next })
      return work.write()
    },

    dueBy: (now) =>
      [...tracks].flatMap(([deviceId, { track, heardAt }]) =>
        due(track) <= clockOf(track.last?.time ?? 0, heardAt, now) ? deviceId : [],
      ),
    isWatched: (deviceId, source) => book.subjects.get(deviceId)?.source === source,
    unread: (now, among = book.subjects.keys()) =>
      Array.from(among).filter((deviceId) => !tracks.has(deviceId) && subjectOf(deviceId, now)),
    forget: (deviceIds) => {
      for (const deviceId of deviceIds) tracks.delete(deviceId)
    },
    rest: (deviceId, until) => {
      tracks.delete(deviceId)
      resting.set(deviceId, until)
    },
    apply(fresh) {
      book = fresh
      for (const [deviceId, known] of tracks) {
        const subject = book.subjects.get(deviceId)
        const { tenantId, objectType, objectId } = known.subject
        if (subject?.tenantId !== tenantId || subject.objectType !== objectType || subject.objectId !== objectId)
          tracks.delete(deviceId)
        else
          tracks.set(deviceId, {
            ...known,
            subject,
            track: sameRules(subject, known) ? known.track : adopt(known.track, subject.rules),
          })
      }
    },
  }
}

const sameRules = (subject: Subject, { track }: Known) =>
  subject.rules.length === track.rules.length &&
  subject.rules.every(
    ({ id, validFrom, marks }, i) =>
      track.rules[i]?.id === id && track.rules[i]?.validFrom === validFrom && track.rules[i]?.marks === marks,
  )
