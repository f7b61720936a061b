import { dayMs, hourMs, minuteMs } from '@huanwei/contract/time'
import type pg from 'pg'
import type { NameOfPlace } from '../../lib/place-names.ts'
import { lookBackOf } from './conditions.ts'
import { emptyTrack, evaluate, nextDue, type RuleTrack, rereadFrom, withRules } from './evaluate.ts'
import { createFindings, type RuleCommand } from './findings.ts'
import type { Fix } from './fix.ts'
import { KeptRulebook } from './kept-rulebook.ts'
import { type ExpectedOccurrences, findRestartTime, reevaluate, trackBefore } from './reevaluate.ts'
import { findTrackStarts, saveTrackStarts } from './rule-state.ts'
import type { Rulebook } from './rulebook.ts'
import type { RulebookPart } from './rulebook-part.ts'
import { readStoredFixes } from './stored-fixes.ts'
import type { FixSource, WatchedTerminal } from './subject.ts'

/** Result of one transaction; `keep` makes it the state in memory once it is committed. */
export type JudgeOutcome = { keep(): void; commands: RuleCommand[] }

/** A fix that comes this much later than newer ones, ms, is stored but changes no violation. */
const latestMs = 7 * dayMs
/** A clock set back by this much or less, ms, soon shows the same time again: the tracks go on. */
const setBackMs = minuteMs
/** Spans before a late fix, ms, in which stored fixes are searched for a time from which the track can be evaluated again. */
const lookBack = [20 * minuteMs, 3 * hourMs, dayMs, latestMs]

type TerminalTrack = {
  subject: WatchedTerminal
  track: RuleTrack
  savedSince: number | null
  /** Time of the terminal's last message, or the start of its counted silence, by the platform's clock. Epoch ms. */
  heardAt: number
  /** Time of the last write of each violation in force, by key. */
  written: Map<string, number>
}
type LateFix = { subject: WatchedTerminal; known: TerminalTrack; late: number; clock: number }
type Reevaluated = { subject: WatchedTerminal; known: TerminalTrack; next: RuleTrack; wanted: ExpectedOccurrences }

/**
 * The terminal's clock, as far as it is known: its latest device time and the time since it was heard. So a terminal whose clock is
 * slow, or that still sends buffered fixes, does not count as silent.
 */
const clockOf = (last: number, heardAt: number, now: number) => last + Math.max(0, now - heardAt)

/** The state of every terminal's rules in memory, in front of the tables that hold it. One transaction at a time. */
export class Tracks {
  readonly #book = new KeptRulebook()
  readonly #nameOfPlace: NameOfPlace
  readonly #startedAt: number
  readonly #byTerminal = new Map<number, TerminalTrack>()
  /** Terminals whose rules are suspended, with the end of that. */
  readonly #suspended = new Map<number, number>()
  /** Latest time that the platform's clock showed, since it was last set back. Epoch ms. */
  #latestClock = 0

  constructor(book: Rulebook, nameOfPlace: NameOfPlace, startedAt: number) {
    this.#nameOfPlace = nameOfPlace
    this.#startedAt = startedAt
    this.#book.replace({}, book)
  }

  /**
   * Drops all tracks, to be read again, when the platform's clock `now` was set back: with the time that it had shown, violations would have ended,
   * and silences begun, until it shows that time again. Returns true then.
   */
  followClock(now: number): boolean {
    const isSetBack = now < this.#latestClock - setBackMs
    if (isSetBack) {
      this.#byTerminal.clear()
      this.#suspended.clear()
    }
    this.#latestClock = isSetBack ? now : Math.max(this.#latestClock, now)
    return isSetBack
  }

  #subjectOf(deviceId: number, now: number): WatchedTerminal | undefined {
    return this.isSuspended(deviceId, now) ? undefined : this.#book.subjects.get(deviceId)
  }

  /** Gathers the changes of one transaction: findings, and the tracks that led to them. */
  #begin(client: pg.ClientBase, now: number) {
    this.#latestClock = Math.max(this.#latestClock, now)
    const next = new Map<number, TerminalTrack>()
    const writtenAt = (deviceId: number, key: string) => this.#byTerminal.get(deviceId)?.written.get(key) ?? 0
    const findings = createFindings({ client, now, facts: this.#book.facts, nameOfPlace: this.#nameOfPlace, writtenAt })
    const keep = () => {
      for (const [deviceId, known] of next) this.#byTerminal.set(deviceId, { ...known, savedSince: rereadFrom(known.track) })
      for (const { deviceId, key, inForce } of findings.written()) {
        const written = this.#byTerminal.get(deviceId)?.written
        if (inForce) written?.set(key, now)
        else written?.delete(key)
      }
    }
    const write = async (): Promise<JudgeOutcome> => {
      await findings.write()
      const moved = [...next.values()].filter(({ track, savedSince }) => rereadFrom(track) !== savedSince)
      await saveTrackStarts(
        client,
        moved.map(({ subject, track }) => ({ subject, since: rereadFrom(track) })),
      )
      return { keep, commands: findings.commands }
    }
    return { findings, next, write }
  }

  /** Reads the tracks of those of these terminals that are not in memory; to be called before their new fixes are stored. */
  async load(client: pg.ClientBase, deviceIds: Iterable<number>, now: number): Promise<JudgeOutcome> {
    const subjects = [...new Set(deviceIds)].flatMap((id) => (this.#byTerminal.has(id) ? [] : (this.#subjectOf(id, now) ?? [])))
    if (!subjects.length) return { keep: () => undefined, commands: [] }
    const { findings, next, write } = this.#begin(client, now)
    const read = await this.#readTracks(client, subjects, now)
    await findings.correct(read)
    for (const { subject, next: track, savedSince, heardAt } of read)
      next.set(subject.deviceId, { subject, track, savedSince, heardAt, written: new Map() })
    return write()
  }

  async #readTracks(client: pg.ClientBase, subjects: readonly WatchedTerminal[], now: number) {
    const starts = await findTrackStarts(client, subjects, now)
    const fixes = await readStoredFixes(
      client,
      subjects.flatMap((subject) => {
        const from = starts.get(subject.deviceId)?.from ?? null
        return from === null ? [] : { ...subject, from: from - Math.max(0, ...subject.rules.map(lookBackOf)) }
      }),
      now,
    )
    return subjects.map((subject) => {
      const { since = null, from: first = null, heardAt, inForce = false } = starts.get(subject.deviceId) ?? {}
      const stored = fixes.get(subject.deviceId) ?? []
      const heard = Math.min(heardAt ?? now, now)
      // No terminal could be heard while the platform was stopped: that silence counts only when it is a violation already.
      const from = inForce ? heard : Math.max(heard, Math.min(this.#startedAt, now))
      const clock = clockOf(stored.at(-1)?.time ?? 0, from, now)
      return { subject, savedSince: since, heardAt: from, ...reevaluate(emptyTrack(subject.rules), stored, clock, first ?? 0) }
    })
  }

  /** Evaluates new fixes, stored before in the same transaction, and writes the changes. */
  async take(client: pg.ClientBase, fixes: ReadonlyMap<number, readonly Fix[]>, now: number): Promise<JudgeOutcome> {
    const { findings, next, write } = this.#begin(client, now)
    const lateFixes: LateFix[] = []
    for (const [deviceId, fresh] of fixes) {
      const known = this.#byTerminal.get(deviceId)
      const subject = this.#subjectOf(deviceId, now)
      if (!known || !subject) continue
      const last = known.track.last?.time ?? 0
      const heardAt = fresh.length ? now : known.heardAt
      const recent = fresh.filter(({ time }) => time >= last - latestMs)
      const clock = clockOf(Math.max(last, ...recent.map(({ time }) => time)), heardAt, now)
      const evaluated = evaluate(known.track, recent, clock)
      if (evaluated.late !== null) lateFixes.push({ subject, known: { ...known, heardAt }, late: evaluated.late, clock })
      else {
        next.set(deviceId, { ...known, heardAt, track: evaluated.next })
        findings.add(subject, evaluated.changed)
      }
    }
    const reevaluated = await reevaluateLate(client, lateFixes, now)
    await findings.correct(reevaluated)
    for (const { subject, known, next: track } of reevaluated) next.set(subject.deviceId, { ...known, track })
    return write()
  }

  /** Evaluates the fixes of these terminals from `since` on again, epoch ms: their calibration has changed. */
  async reread(client: pg.ClientBase, deviceIds: Iterable<number>, since: number, now: number): Promise<JudgeOutcome> {
    const { findings, next, write } = this.#begin(client, now)
    const from = Math.max(since, now - latestMs)
    const asked = Array.from(deviceIds).flatMap((deviceId): LateFix[] => {
      const known = this.#byTerminal.get(deviceId)
      const subject = this.#subjectOf(deviceId, now)
      const last = known?.track.last?.time ?? 0
      return known && subject && last >= from ? [{ subject, known, late: from, clock: clockOf(last, known.heardAt, now) }] : []
    })
    const reevaluated = await reevaluateLate(client, asked, now)
    await findings.correct(reevaluated)
    for (const { subject, known, next: track } of reevaluated) next.set(subject.deviceId, { ...known, track })
    return write()
  }

  /** Terminals, of all or of these, whose violations time alone may change by `now`. */
  dueBy(now: number, among: Iterable<number> = this.#byTerminal.keys()): number[] {
    return Array.from(among).filter((deviceId) => {
      const known = this.#byTerminal.get(deviceId)
      return known && nextDue(known.track) <= clockOf(known.track.last?.time ?? 0, known.heardAt, now)
    })
  }

  /** True when a terminal has rules that look at this kind of fixes. */
  isWatched(deviceId: number, source: FixSource): boolean {
    return this.#book.subjects.get(deviceId)?.source === source
  }

  /** Terminals with rules whose track is not in memory, of all or of these. */
  unread(now: number, among: Iterable<number> = this.#book.subjects.keys()): number[] {
    return Array.from(among).filter((deviceId) => !this.#byTerminal.has(deviceId) && this.#subjectOf(deviceId, now))
  }

  /** Terminals whose track is in memory. */
  known = (): number[] => [...this.#byTerminal.keys()]

  /** Drops tracks whose state in memory may differ from the stored one; they are read again. */
  forget(deviceIds: Iterable<number>) {
    for (const deviceId of deviceIds) this.#byTerminal.delete(deviceId)
  }

  /** Suspends the rules of a terminal until `until`, epoch ms: evaluating them failed. */
  suspend(deviceId: number, until: number) {
    this.#byTerminal.delete(deviceId)
    this.#suspended.set(deviceId, until)
  }

  isSuspended(deviceId: number, now: number): boolean {
    return (this.#suspended.get(deviceId) ?? 0) > now
  }

  /** Terminals with the rules that apply to them. */
  get watched(): Rulebook['subjects'] {
    return this.#book.subjects
  }

  /** Terminals with rules on the objects of a part of the rulebook. */
  watchedIn: KeptRulebook['watchedIn'] = (part) => this.#book.watchedIn(part)

  /** Replaces a part of the rulebook. */
  apply(part: RulebookPart, book: Rulebook) {
    for (const deviceId of this.#book.replace(part, book)) this.#follow(deviceId)
  }

  /** Gives the track of a terminal the rules that apply to it now. */
  #follow(deviceId: number) {
    const known = this.#byTerminal.get(deviceId)
    if (!known) return
    const subject = this.#book.subjects.get(deviceId)
    const { tenantId, objectType, objectId } = known.subject
    if (subject?.tenantId !== tenantId || subject.objectType !== objectType || subject.objectId !== objectId)
      this.#byTerminal.delete(deviceId)
    else {
      const track = hasSameRules(subject, known) ? known.track : withRules(known.track, subject.rules)
      this.#byTerminal.set(deviceId, { ...known, subject, track })
    }
  }
}

/** Evaluates tracks again from before their late fixes, which are stored already. */
async function reevaluateLate(client: pg.ClientBase, lateFixes: readonly LateFix[], now: number): Promise<Reevaluated[]> {
  const results: Reevaluated[] = []
  let left = lateFixes
  for (const [round, back] of lookBack.entries()) {
    if (!left.length) break
    const isLast = round === lookBack.length - 1
    const requests = left.map(({ subject, known, late }) => ({
      ...subject,
      from: trackBefore(known.track, late)?.last?.time ?? late - back,
    }))
    const fixes = await readStoredFixes(client, requests, now)
    left = left.filter(({ subject, known, late, clock }) => {
      const stored = fixes.get(subject.deviceId) ?? []
      const checkpoint = trackBefore(known.track, late)
      const from = checkpoint ? null : findRestartTime(subject.rules, stored, late)
      if (!checkpoint && from === null && !isLast) return true
      const latest = Math.max(clock, known.track.now)
      results.push({ subject, known, ...reevaluate(checkpoint ?? emptyTrack(subject.rules), stored, latest, from ?? 0) })
      return false
    })
  }
  return results
}

const hasSameRules = (subject: WatchedTerminal, { track }: TerminalTrack) =>
  subject.rules.length === track.rules.length &&
  subject.rules.every(
    ({ id, validFrom, marks }, i) =>
      track.rules[i]?.id === id && track.rules[i]?.validFrom === validFrom && track.rules[i]?.marks === marks,
  )
