import { isOnline } from '@huanwei/contract/live/rules'
import { minuteMs } from '@huanwei/contract/time'
import { longestRecording, type RecordingEnd } from '@huanwei/contract/video/codes'
import type { Database } from '../../../db/connect.ts'
import { Refused } from '../../../http/refuse.ts'
import type { MediaShare } from '../../../media/share.ts'
import { isWithinHours, nextChange, ruleHours } from '../../../position/judge/hours.ts'
import type { Latest } from '../../../position/latest/latest.ts'
import { type ActiveSchedule, findActiveSchedules, findSchedulingTenants } from '../../recordings/queries.ts'
import { channelsOf } from '../../trees/leaves.ts'
import type { camerasFor } from '../cameras.ts'
import type { Recordings, Wish } from './running.ts'

/** Interval of looks at what is due, ms. */
const tickMs = 5000
/** A last piece shorter than this becomes part of the one before, s. */
const shortestPiece = 60
/** A camera that sent no picture for the first time is left alone for the second, ms. */
const [patienceMs, restMs] = [minuteMs, 5 * minuteMs]
/** A camera whose pictures change sooner is left alone as well, ms: it would be begun again and again. */
const shortestMs = 10_000

export type ScheduleParts = {
  db: Database
  latest: Pick<Latest, 'vehicles'>
  terminalOf: ReturnType<typeof camerasFor>['terminalOf']
  recordings: Pick<Recordings, 'start' | 'stop' | 'ofSchedules'>
  share: Pick<MediaShare, 'isHere'>
  log: { error(what: object, text: string): void }
  now?: () => number
}

/** A camera that is to be recorded now; `number` of the terminal that sends its pictures. */
type Due = { schedule: ActiveSchedule; vehicleId: number; channel: number; number: string; until: number }

const keyOf = ({ tenantId, vehicleId, channel }: Pick<Wish, 'tenantId' | 'vehicleId' | 'channel'>) =>
  `${tenantId} ${vehicleId} ${channel}`

/** What the schedules of the organisations that are this process's name at `now`, by camera. */
async function findDue(
  { db, latest, share }: Pick<ScheduleParts, 'db' | 'latest' | 'share'>,
  now: number,
): Promise<Map<string, Due>> {
  const due = new Map<string, Due>()
  const here = (await db.system(findSchedulingTenants)).filter(share.isHere)
  const schedules = here.length ? await db.system((tx) => findActiveSchedules(tx, here)) : []
  for (const schedule of schedules) {
    const hours = ruleHours([schedule])
    if (!isWithinHours(hours, now)) continue
    const until = nextChange(hours, now)
    for (const vehicleId of schedule.vehicleIds) {
      const vehicle = latest.vehicles.of(schedule.tenantId).get(vehicleId)
      if (!vehicle) continue
      for (const { passageway: channel, deviceId: number } of channelsOf(vehicle)) {
        const key = keyOf({ tenantId: schedule.tenantId, vehicleId, channel })
        const isNamed = !schedule.channels.length || schedule.channels.includes(channel)
        if (isNamed && !due.has(key)) due.set(key, { schedule, vehicleId, channel, number, until })
      }
    }
  }
  return due
}

/** Ends recordings without waiting until they are kept, which may take minutes. */
function createEndings({ recordings, log }: Pick<ScheduleParts, 'recordings' | 'log'>) {
  const underWay = new Set<Promise<unknown>>()
  return {
    begin(id: number) {
      const ending = Promise.resolve(recordings.stop(id))
        .catch((error: Error) => log.error({ error, id }, 'a recording by schedule could not be ended'))
        .finally(() => underWay.delete(ending))
      underWay.add(ending)
    },
    all: () => Promise.all(underWay),
  }
}

/**
 * Records the cameras that schedules name, in pieces one after the other, while their terminals are there. `run` looks at once; `close` stops it. Of two
 * schedules for one camera the older counts.
 */
export function recordBySchedule({ db, latest, terminalOf, recordings, share, log, now = Date.now }: ScheduleParts) {
  const restUntil = new Map<string, number>()
  /** When a camera was last found to be recorded, epoch ms: who waited longest has the next free place. */
  const lastHeld = new Map<string, number>()
  const endings = createEndings({ recordings, log })
  let underWay: Promise<void> | undefined
  let isAskedAgain = false
  let isOver = false

  /** Stops what no schedule names any more, and what brings no picture. Returns the cameras whose recordings go on. */
  function stopOthers(due: ReadonlyMap<string, Due>): Set<string> {
    const kept = new Set<string>()
    for (const { id, wish, begun, hasPictures } of recordings.ofSchedules()) {
      const key = keyOf(wish)
      const { schedule } = due.get(key) ?? {}
      const isEmpty = !hasPictures() && now() - begun > patienceMs
      // One that is ending already rests.
      if (isEmpty && !restUntil.has(key)) restUntil.set(key, now() + restMs)
      if (isEmpty || schedule?.id !== wish.scheduleId || schedule?.stream !== wish.stream) endings.begin(id)
      else kept.add(key)
    }
    for (const key of lastHeld.keys()) if (!due.has(key)) lastHeld.delete(key)
    for (const key of kept) lastHeld.set(key, now())
    return kept
  }

  /** A terminal of its own for video may be there while that of the positions is not. */
  function isThere(tenantId: number, { vehicleId, number }: Due): boolean {
    const vehicle = latest.vehicles.of(tenantId).get(vehicleId)
    return vehicle !== undefined && (isOnline(vehicle.live.status) || vehicle.terminalNo !== number)
  }

  async function record({ schedule, vehicleId, channel, number, until }: Due) {
    const { tenantId, stream } = schedule
    const terminal = await terminalOf(tenantId, vehicleId, number)
    if (!terminal) return
    const left = Math.ceil((until - now()) / 1000)
    const seconds = left <= longestRecording + shortestPiece ? left : longestRecording
    const wish = {
      ...terminal,
      tenantId,
      vehicleId,
      channel,
      stream,
      seconds,
      cause: 'schedule',
      scheduleId: schedule.id,
    } as const
    const begun = now()
    function ended(reason: RecordingEnd) {
      const isUnwritable = reason === 'unwritable'
      if (isUnwritable) log.error({ tenantId, vehicleId, channel }, 'a recording by schedule could not be written')
      if (isUnwritable || (reason === 'changed' && now() - begun < shortestMs)) restUntil.set(keyOf(wish), now() + restMs)
      run()
    }
    await recordings.start(wish, ended)
    lastHeld.set(keyOf(wish), now())
  }

  async function look() {
    const due = await findDue({ db, latest, share }, now())
    const running = stopOthers(due)
    /** Organisations that have as much as they may, or no room. */
    const full = new Set<number>()
    const inTurn = [...due].sort(([a], [b]) => (lastHeld.get(a) ?? 0) - (lastHeld.get(b) ?? 0))
    for (const [key, one] of inTurn) {
      const { tenantId } = one.schedule
      if (isOver || running.has(key) || full.has(tenantId) || (restUntil.get(key) ?? 0) > now()) continue
      restUntil.delete(key)
      if (!isThere(tenantId, one)) continue
      await record(one).catch((error: Error) => {
        if (!(error instanceof Refused)) log.error({ error, tenantId }, 'a recording by schedule could not begin')
        full.add(tenantId)
      })
    }
  }

  function run() {
    isAskedAgain = underWay !== undefined
    if (isOver) return
    underWay ??= look()
      .catch((error: Error) => log.error({ error }, 'recordings by schedule could not begin'))
      .finally(() => {
        underWay = undefined
        if (isAskedAgain) run()
      })
  }
  const timer = setInterval(run, tickMs)
  run()
  return {
    run,
    async close() {
      isOver = true
      clearInterval(timer)
      await underWay
      await endings.all()
    },
  }
}
