import { dayMs, hourMs } from '@huanwei/contract/time'
import { VideoResult } from '@huanwei/contract/video/codes'
import type { Changes } from '../../../db/changes.ts'
import type { Database } from '../../../db/connect.ts'
import { type ListedAlarms, listAlarms } from '../../../media/remote/remote-alarms.ts'
import type { RemoteDevice } from '../../../media/remote/remote-uploads.ts'
import { VideoServerRefused } from '../../../media/remote/video-server.ts'
import type { Latest } from '../../../position/latest/latest.ts'
import { type Jobs, stopAll } from '../../jobs/jobs.ts'
import { channelsOf } from '../../trees/leaves.ts'
import { addAlarms, countOfDay, dropOldAlarms, findAsked, findServedTenants, noteAsked } from './queries.ts'

const usualEveryMs = 30_000
/** Time that the vehicles of one organisation may take in one run, ms: the others come first in the next one. */
const longestRun = 20_000
/** Time after which what one organisation is still asked for then is broken off, ms: no run begins before the last one is over. */
const longestAsking = 30_000
/**
 * Span that is asked for, ms: of a vehicle that was never asked for, and of one that was, as far back and at once; and how much of what is known is asked for
 * again, as alarms may reach the server late.
 */
const span = { first: hourMs, back: 3 * dayMs, atOnce: dayMs, again: hourMs }
/** Rest of a server that is away or lets nobody in, ms: the first one, doubled up to the last one. */
const rest = { first: 30_000, last: 15 * 60_000 }
/** Alarms of an organisation within a day: a server that has more is wrong. What is beyond is asked for when there is room, three days back. */
const usualMostOfDay = 100_000

/** Refusals that are about one vehicle, which the server does not know or does not show us. */
const unknownThere: readonly unknown[] = [VideoResult.notInSight, VideoResult.noVehicle, VideoResult.noDevice]
/** Refusals that are about us. */
const aboutUs: readonly unknown[] = [
  VideoResult.unknownUser,
  VideoResult.wrongPassword,
  VideoResult.userDisabled,
  VideoResult.userExpired,
  VideoResult.noSession,
  VideoResult.noPermission,
  VideoResult.loggedInElsewhere,
  'other',
]

type ServerAlarmParts = {
  db: Database
  changes: Pick<Changes, 'on'>
  latest: Pick<Latest, 'vehicles'>
  /** The device that sends the pictures of a vehicle at its organisation's video server; undefined for none. */
  remoteOf(vehicle: { tenantId: number; vehicleId: number }): Promise<RemoteDevice | undefined>
  jobs: Jobs
  log: { info(what: object, text: string): void }
  everyMs?: number
  breakOffMs?: number
  mostOfDay?: number
}

/**
 * Asks the video servers of organisations for the alarms of their vehicles, which the rules then judge as those of terminals. Returns what stops it.
 * Record: docs/decisions/0102.
 */
export function startServerAlarmJobs({ jobs, everyMs = usualEveryMs, ...parts }: ServerAlarmParts) {
  const asking = new ServerAlarms(parts)
  const stop = stopAll(
    jobs.every('serverAlarms', everyMs, asking.askAll),
    jobs.every('oldServerAlarms', hourMs, () => parts.db.system(dropOldAlarms)),
  )
  return () => {
    asking.stop()
    return stop()
  }
}

type Rest = { until: number; ms: number; why: string }
/** `room`: alarms that the organisation may still have of this day. */
type Day = { room: number }

class ServerAlarms {
  readonly #parts: Omit<ServerAlarmParts, 'jobs' | 'everyMs'>
  /** Servers that are left alone for a while, by tenant. */
  readonly #resting = new Map<number, Rest>()
  /** Organisations that have all alarms of a day. */
  readonly #full = new Set<number>()
  readonly #over = new AbortController()

  constructor(parts: Omit<ServerAlarmParts, 'jobs' | 'everyMs'>) {
    this.#parts = parts
    // An organisation that names another server, or another password, does not wait.
    parts.changes.on(['unit_info'], ({ tenantId }) => {
      if (tenantId === undefined) this.#resting.clear()
      else this.#resting.delete(tenantId)
    })
  }

  /** Breaks off what is being asked. */
  stop() {
    this.#over.abort()
  }

  /** Asks every server, and fails with the reasons of those that refuse or rest. */
  askAll = async () => {
    const { db, mostOfDay = usualMostOfDay } = this.#parts
    const [tenantIds, ofDay] = await db.system(async (tx) => [await findServedTenants(tx), await countOfDay(tx)] as const)
    // A server that hangs makes none of the others wait.
    const reasons = await Promise.all(
      tenantIds.map((tenantId) => this.#askTenant(tenantId, { room: mostOfDay - (ofDay.get(tenantId) ?? 0) })),
    )
    const failures = tenantIds.flatMap((tenantId, i) => (reasons[i] === undefined ? [] : [`tenant ${tenantId}: ${reasons[i]}`]))
    if (failures.length) throw new Error(failures.join('; '))
  }

  /** Asks for the alarms of an organisation's vehicles, those first that were asked for least recently; returns why that failed. */
  async #askTenant(tenantId: number, day: Day): Promise<string | undefined> {
    const resting = this.#resting.get(tenantId)
    if (resting && resting.until > Date.now()) return resting.why
    const end = Date.now() + longestRun
    const signal = AbortSignal.any([this.#over.signal, AbortSignal.timeout(this.#parts.breakOffMs ?? longestAsking)])
    let [reason, hasAnswered]: [string | undefined, boolean] = [undefined, false]
    try {
      for (const { vehicleId, until } of await this.#vehiclesOf(tenantId)) {
        if (this.#over.signal.aborted || Date.now() > end || day.room <= 0) break
        const why = await this.#askVehicle({ tenantId, vehicleId }, { until, hasAnswered, day, signal })
        hasAnswered ||= why === undefined
        reason = why ?? reason
      }
      this.#resting.delete(tenantId)
      return this.#fullness(tenantId, day) ?? reason
    } catch (error) {
      if (this.#over.signal.aborted) return undefined
      const why = error instanceof Error ? error.message : String(error)
      const ms = Math.min(rest.last, resting ? 2 * resting.ms : rest.first)
      this.#resting.set(tenantId, { until: Date.now() + ms, ms, why })
      return why
    }
  }

  /** Says, once in the log and as long as it is so with the job, that an organisation may have no more alarms of this day. */
  #fullness(tenantId: number, { room }: Day): string | undefined {
    if (room > 0) {
      this.#full.delete(tenantId)
      return undefined
    }
    const words = 'the video server has told too many alarms within a day: more are asked for when there is room'
    if (!this.#full.has(tenantId)) this.#parts.log.info({ tenantId }, words)
    this.#full.add(tenantId)
    return words
  }

  /** Vehicles with cameras, and until when their alarms are known, epoch ms. */
  async #vehiclesOf(tenantId: number) {
    const { db, latest } = this.#parts
    const known = await db.within({ tenantId }, (tx) => findAsked(tx, tenantId))
    return [...latest.vehicles.of(tenantId).values()]
      .filter((vehicle) => channelsOf(vehicle).length)
      .map(({ id: vehicleId }) => ({ vehicleId, until: null, asked: 0, ...known.get(vehicleId) }))
      .sort((a, b) => a.asked - b.asked)
  }

  /**
   * Asks for the alarms of one vehicle; returns why the server refused that. Throws where it refuses everything: a strange answer is about one vehicle
   * only where the server `hasAnswered` about another.
   */
  async #askVehicle(
    vehicle: { tenantId: number; vehicleId: number },
    { until: known, hasAnswered, day, signal }: { until: number | null; hasAnswered: boolean; day: Day; signal: AbortSignal },
  ): Promise<string | undefined> {
    const { db, remoteOf, log } = this.#parts
    const device = await remoteOf(vehicle)
    if (!device) return undefined
    try {
      const { alarms, until, meaningless } = await listSince(device, known, Date.now(), signal)
      const { added, leftOut, waiting } = await db.within(vehicle, async (tx) => {
        const result = await addAlarms(tx, vehicle, alarms, day.room)
        const first = Math.min(...result.waiting.map(({ time }) => time))
        await noteAsked(tx, vehicle, result.waiting.length ? Math.max(known ?? 0, first) : until)
        return result
      })
      day.room -= added + waiting.length
      if (meaningless || leftOut) log.info({ ...vehicle, added, leftOut, meaningless }, 'alarms of a video server were left out')
      return undefined
    } catch (error) {
      if (!(error instanceof VideoServerRefused) || this.#over.signal.aborted) throw error
      await db.within(vehicle, (tx) => noteAsked(tx, vehicle, null))
      if (aboutUs.includes(error.result) && !(hasAnswered && error.result === 'other')) throw error
      return unknownThere.includes(error.result) ? undefined : error.message
    }
  }
}

/** Alarms since the moment until which they are known, and again those of shortly before it. Times in epoch ms. */
async function listSince(device: RemoteDevice, known: number | null, now: number, signal: AbortSignal): Promise<ListedAlarms> {
  const list = (since: number) => {
    const from = Math.max(now - span.back, since)
    return listAlarms(device, { from, to: Math.min(now, from + span.atOnce) }, signal)
  }
  if (known === null) return list(now - span.first)
  const last = Math.min(known, now)
  const listed = await list(last - span.again)
  // Too many are known already to come to the new ones.
  return listed.until > last || last === now ? listed : list(last)
}
