import { ObjectType } from '@huanwei/contract/objects'
import type pg from 'pg'
import type { Changes } from '../../db/changes.ts'
import type { Database } from '../../db/connect.ts'
import type { NameOfPlace } from '../../lib/place-names.ts'
import type { Log } from '../log.ts'
import { objectsTouchedBy } from '../objects-touched.ts'
import { readTouched } from '../read-touched.ts'
import { NotOwned, type Ownership } from '../store/ownership.ts'
import { inTransaction, isTransient } from '../store/transaction.ts'
import type { RuleCommand } from './findings.ts'
import type { Fix } from './fix.ts'
import { endUnwatched } from './raise.ts'
import { findNewlyCalibrated, takeNewCalibrations } from './rule-state.ts'
import { loadRulebook, ownAreasSince, rulebookTables } from './rulebook.ts'
import { type ObjectKey, objectKey, type RulebookPart } from './rulebook-part.ts'
import { type Alarmed, findNewlyAlarmed, takeNewAlarms } from './server-alarms.ts'
import { type JudgeOutcome, Tracks } from './tracks.ts'

type Options = {
  db: Database
  changes: Changes
  log: Log
  nameOfPlace: NameOfPlace
  /** Sends what a rule asks of a terminal. */
  send(command: RuleCommand): void
  /** Where several processes share the terminals. */
  ownership?: Pick<Ownership, 'owns' | 'check'> | undefined
  clock?: () => number
  /** Interval of checking violations that change by time alone, ms. */
  tickMs?: number
}

/** Tracks that are loaded or checked in one transaction. */
const chunkSize = 500
/** Vehicles whose alarms of a video server are judged in one transaction, and those of one organisation before all are looked for again. */
const [alarmedAtOnce, alarmedOfTenant] = [4, 20]
/** Suspension of a terminal's rules after a failed evaluation, ms. */
const suspendMs = 60_000

/** The rules in force, in step with changes of the rules, with time, and with the reports of terminals. */
export class Rules {
  readonly #options: Options
  readonly #clock: () => number
  readonly #tracks: Tracks
  readonly #ticking: NodeJS.Timeout
  readonly #reading: ReturnType<typeof readTouched<ObjectKey>>
  #isClosed = false
  /** Calibrations may have been added or taken back. */
  #isCalibrated = true
  /** Video servers may have told of alarms. */
  #isAlarmed = true
  #isChecking = false
  #isHearing = false
  #hearing: Promise<void> = Promise.resolve()
  /** Resolves when the work on tracks that was given to `inTurn` is done. */
  #turn: Promise<void> = Promise.resolve()

  constructor(options: Options, tracks: Tracks, clock: () => number) {
    this.#options = options
    this.#clock = clock
    this.#tracks = tracks
    this.#reading = readTouched<ObjectKey>({
      some: (objects) => this.#reload({ objects }),
      whole: (tenantIds) => this.#reload({ tenantIds }),
      inTurn: (reading) => this.inTurn(reading),
      failed: (error) => options.log.error({ error }, 'rules could not be read'),
    })
    options.changes.on(rulebookTables, (change) => {
      const touched = objectsTouchedBy(change)
      if (!touched) return
      const { tenantId, objectType, id } = touched
      this.#reading.ask({ tenantId, id: objectType && id !== undefined ? objectKey(objectType, id) : undefined })
    })
    options.changes.on(['box_calibration'], () => {
      this.#isCalibrated = true
      void this.#check()
    })
    options.changes.on(['server_alarm'], () => this.#hear())
    this.#ticking = setInterval(() => {
      void this.#check()
      // Some may have waited.
      this.#hear()
    }, options.tickMs ?? 10_000)
    this.#reading.ask({})
  }

  /** Runs `work` after all earlier work on tracks. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(work)
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  /** Brings the tracks of these terminals into memory; to be called in turn, before their reports are stored. */
  async load(deviceIds: Iterable<number>) {
    this.#followClock()
    const unread = this.#tracks.unread(this.#clock(), deviceIds)
    if (unread.length) await this.#loadTracks(unread)
  }

  isWatched: Tracks['isWatched'] = (deviceId, source) => this.#tracks.isWatched(deviceId, source)

  /** Evaluates new fixes and writes the violations, in the transaction that stores the fixes. Call `keep` after its commit. */
  async judge(client: pg.ClientBase, fixes: ReadonlyMap<number, readonly Fix[]>) {
    const outcome = await this.#tracks.take(client, fixes, this.#clock())
    return { keep: () => this.#keep(outcome) }
  }

  forget(deviceIds: Iterable<number>) {
    this.#tracks.forget(deviceIds)
  }

  /** These terminals became this process's, or another's: what was in memory of them may be old. */
  async handOver(isTheirs: (deviceId: number) => boolean) {
    await this.inTurn(async () => this.#tracks.forget(this.#tracks.known().filter(isTheirs)))
    this.#isCalibrated = true
    void this.#check()
    this.#hear()
  }

  /** Suspends the rules of a terminal for a while, as evaluating them failed with `error`. */
  suspend(deviceId: number, error: unknown) {
    this.#tracks.suspend(deviceId, this.#clock() + suspendMs)
    this.#options.log.error({ deviceId, error }, 'the rules of a terminal cannot be evaluated')
  }

  async close() {
    this.#isClosed = true
    clearInterval(this.#ticking)
    await this.#reading.stop()
    await this.#hearing
    await this.#turn
  }

  #keep({ keep, commands }: JudgeOutcome) {
    keep()
    for (const command of commands) this.#options.send(command)
  }

  /** Ends violations that are no longer watched, then goes on with the current rules. */
  async #reload(part: RulebookPart) {
    const { db, log } = this.#options
    const now = this.#clock()
    const read = await db.system((tx) => loadRulebook(tx, log, part))
    const book = ownAreasSince(read, this.#tracks.watched, now)
    const before = this.#tracks.watchedIn(part)
    await inTransaction(db, (client) => endUnwatched(client, { part, subjects: book.subjects, before }, this.#clock()))
    this.#tracks.apply(part, book)
    // Its work has its own turns.
    void this.#check(part.objects && [...book.subjects.keys()])
    this.#hear()
  }

  /** Makes the rules go on by the present time when the clock was set back; to be called in turn. */
  #followClock() {
    if (this.#tracks.followClock(this.#clock()))
      this.#options.log.warn({}, 'the clock was set back: the rules are evaluated again')
  }

  #loadTracks(deviceIds: readonly number[]) {
    return this.#write(deviceIds, (client) => this.#tracks.load(client, deviceIds, this.#clock()))
  }

  #checkByTime(deviceIds: readonly number[]) {
    const noFixes = new Map<number, Fix[]>(deviceIds.map((deviceId) => [deviceId, []]))
    return this.#write(deviceIds, (client) => this.#tracks.take(client, noFixes, this.#clock()))
  }

  /** Does `work` in a transaction of its own, as long as the terminals are this process's. */
  async #write(deviceIds: Iterable<number>, work: (client: pg.ClientBase) => Promise<JudgeOutcome | undefined>) {
    const { db, ownership } = this.#options
    const outcome = await inTransaction(db, async (client) => {
      const outcome = await work(client)
      await ownership?.check(client, deviceIds)
      return outcome
    })
    if (outcome) this.#keep(outcome)
  }

  #isOwn = (deviceId: number) => this.#options.ownership?.owns(deviceId) ?? true

  /** Loads the tracks that are not in memory and checks those that time has changed, all or of these terminals. Never rejects. */
  async #check(deviceIds?: readonly number[]) {
    if (this.#isChecking || this.#isClosed) return
    this.#isChecking = true
    try {
      await this.inTurn(async () => this.#followClock())
      const unread = this.#tracks.unread(this.#clock(), deviceIds).filter(this.#isOwn)
      await this.#inChunks(unread, (chunk) => this.#loadTracks(chunk))
      const due = this.#tracks.dueBy(this.#clock(), deviceIds).filter(this.#isOwn)
      await this.#inChunks(due, (chunk) => this.#checkByTime(chunk))
      while (this.#isCalibrated && !this.#isClosed) await this.#takeCalibrations()
    } catch (error) {
      this.#options.log.warn({ error }, 'rules wait for the database')
    } finally {
      this.#isChecking = false
    }
  }

  /** Judges readings again that a calibration has given another meaning. */
  async #takeCalibrations() {
    const { db } = this.#options
    this.#isCalibrated = false
    try {
      for (const place of await db.system(findNewlyCalibrated)) await this.inTurn(() => this.#reread(place))
    } catch (error) {
      this.#isCalibrated = true
      throw error
    }
  }

  async #reread(place: Awaited<ReturnType<typeof findNewlyCalibrated>>[number]) {
    const key = objectKey(ObjectType.facility, place.facilityId)
    const deviceIds = [...this.#tracks.watchedIn({ objects: new Map([[place.tenantId, new Set([key])]]) })]
    // A facility has one terminal: the worker that has it does this.
    if (!deviceIds.every(this.#isOwn)) return
    await this.load(deviceIds)
    await this.#write(deviceIds, async (client) => {
      const since = await takeNewCalibrations(client, place)
      return since === null ? undefined : this.#tracks.reread(client, deviceIds, since, this.#clock())
    })
  }

  /** Judges the new alarms of video servers, soon: neither reports nor what time changes wait until all of them are. */
  #hear() {
    this.#isAlarmed = true
    if (!this.#isHearing && !this.#isClosed) this.#hearing = this.#takeAlarms()
  }

  /** Never rejects. */
  async #takeAlarms() {
    this.#isHearing = true
    try {
      while (this.#isAlarmed && !this.#isClosed) {
        this.#isAlarmed = false
        const alarmed = await this.#options.db.system(findNewlyAlarmed)
        const ready = alarmed.filter((one) => this.#isOwn(one.deviceId) && this.#isReady(one))
        if (await this.#judgeAlarms(firstOfEach(ready))) this.#isAlarmed = true
      }
    } catch (error) {
      this.#options.log.warn({ error }, 'alarms of video servers wait for the database')
    } finally {
      this.#isHearing = false
    }
  }

  /** True unless the alarms of a device wait: for the end of its suspension, or until the rules on it are read. */
  #isReady = ({ tenantId, deviceId }: Alarmed) =>
    !this.#reading.isBehind(tenantId) && !this.#tracks.isSuspended(deviceId, this.#clock())

  /** Judges the first alarms of devices; returns false when there were none to be looked at yet. */
  async #judgeAlarms(alarmed: readonly Alarmed[]): Promise<boolean> {
    const tenants = new Map(alarmed.map(({ tenantId, deviceId }) => [deviceId, tenantId]))
    let isJudged = false
    const judge = async (chunk: readonly number[]) => {
      await this.load(chunk)
      const ready = chunk.filter((deviceId) => this.#isReady({ tenantId: tenants.get(deviceId)!, deviceId }))
      if (!ready.length) return
      let fixes: Awaited<ReturnType<typeof takeNewAlarms>> = new Map()
      await this.#write(ready, async (client) => {
        const devices = ready.map((deviceId) => ({ deviceId, isWatched: this.#tracks.watched.has(deviceId) }))
        fixes = await takeNewAlarms(client, devices)
        return this.#tracks.take(client, fixes, this.#clock())
      })
      isJudged ||= fixes.size > 0
    }
    // Reports have their turns between.
    await this.#inChunks([...tenants.keys()], judge, alarmedAtOnce)
    return isJudged
  }

  /** Works on terminals chunk by chunk; one that fails by itself is suspended, so that it does not hold up the others. */
  async #inChunks(deviceIds: readonly number[], work: (chunk: readonly number[]) => Promise<void>, size = chunkSize) {
    for (let start = 0; start < deviceIds.length && !this.#isClosed; start += size) {
      const chunk = deviceIds.slice(start, start + size)
      try {
        await this.inTurn(() => work(chunk))
      } catch (error) {
        this.#tracks.forget(chunk)
        if (isTransient(error)) throw error
        if (error instanceof NotOwned) continue
        if (chunk.length > 1) await this.#inChunks(chunk, work, Math.ceil(chunk.length / 2))
        else for (const deviceId of chunk) this.suspend(deviceId, error)
      }
    }
  }
}

/** The first so many vehicles of each organisation. */
function firstOfEach(alarmed: readonly Alarmed[]): Alarmed[] {
  const counts = new Map<number, number>()
  return alarmed.filter(({ tenantId }) => {
    const count = (counts.get(tenantId) ?? 0) + 1
    counts.set(tenantId, count)
    return count <= alarmedOfTenant
  })
}

/** Reads the rulebook and starts judging. */
export async function startRules(options: Options): Promise<Rules> {
  const { db, log, nameOfPlace, clock = Date.now } = options
  const book = await db.system((tx) => loadRulebook(tx, log))
  return new Rules(options, new Tracks(book, nameOfPlace, clock()), clock)
}
