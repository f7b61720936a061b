import { secondsAfter } from '@huanwei/contract/video/codes'
import { VideoStream } from '@huanwei/terminal/messages/video'
import type { Changes } from '../../../db/changes.ts'
import type { Database } from '../../../db/connect.ts'
import { Refused } from '../../../http/refuse.ts'
import type { MediaShare } from '../../../media/share.ts'
import type { Camera } from '../../../media/upstream.ts'
import type { Latest } from '../../../position/latest/latest.ts'
import { channelsOf } from '../../trees/leaves.ts'
import type { camerasFor } from '../cameras.ts'
import { type AlarmToRecord, findAlarmsToRecord, findRecordingTenants } from './queries.ts'
import type { Recordings } from './running.ts'

/** Cameras of a vehicle that are recorded. */
const mostChannels = 4
/** Interval of looks without a change, for the alarms of an organisation that came from another process, ms. */
const tickMs = 5000
/** Alarms that are remembered as recorded. */
const mostRemembered = 10_000

export type AlarmParts = {
  db: Database
  changes: Pick<Changes, 'on'>
  latest: Pick<Latest, 'vehicles'>
  terminalOf: ReturnType<typeof camerasFor>['terminalOf']
  media: { isOn(camera: Camera): boolean }
  recordings: Pick<Recordings, 'start'>
  share: Pick<MediaShare, 'isHere'>
  log: { error(what: object, text: string): void }
}

/** Records the cameras of a vehicle as a violation of a rule that says so begins. Returns the function that stops it. */
export function recordAlarms({ db, changes, latest, terminalOf, media, recordings, share, log }: AlarmParts) {
  const seen = new Set<number>()
  let underWay: Promise<void> | undefined
  let isAskedAgain = false
  let isOver = false

  async function record({ id, tenantId, vehicleId }: AlarmToRecord) {
    const vehicle = latest.vehicles.of(tenantId).get(vehicleId)
    if (!vehicle) return
    for (const { passageway: channel, deviceId: number } of channelsOf(vehicle).slice(0, mostChannels)) {
      const terminal = await terminalOf(tenantId, vehicleId, number)
      if (!terminal) continue
      const camera = { ...terminal, channel }
      const stream = media.isOn({ ...camera, stream: VideoStream.main }) ? 'main' : 'sub'
      const wish = {
        ...camera,
        tenantId,
        vehicleId,
        stream,
        cause: 'alarm' as const,
        violationId: id,
        seconds: secondsAfter,
      } as const
      await recordings.start(wish).catch((error: Error) => {
        // It is being recorded already, or too much is.
        if (!(error instanceof Refused)) throw error
      })
    }
  }

  async function look() {
    const here = (await db.system(findRecordingTenants)).filter(share.isHere)
    if (!here.length) return
    for (const alarm of await db.system((tx) => findAlarmsToRecord(tx, here))) {
      if (seen.has(alarm.id) || isOver) continue
      if (seen.size >= mostRemembered) seen.clear()
      seen.add(alarm.id)
      await record(alarm)
    }
  }

  function run() {
    isAskedAgain = underWay !== undefined
    underWay ??= look()
      .catch((error: Error) => log.error({ error }, 'alarms could not be recorded'))
      .finally(() => {
        underWay = undefined
        if (isAskedAgain && !isOver) run()
      })
  }
  changes.on(['violation_event'], run)
  const timer = setInterval(run, tickMs)
  return async () => {
    isOver = true
    clearInterval(timer)
    await underWay
  }
}
