import { listOpenEmergencies } from '@huanwei/contract/emergencies/endpoints'
import type { Output } from '@huanwei/contract/endpoint'
import type { LiveObject } from '@huanwei/contract/live/messages'
import { getSummaries } from '@huanwei/contract/messages/endpoints'
import type { UserInfo } from '@huanwei/contract/session/endpoints'
import { getRealtimeData } from '@huanwei/contract/trees/endpoints'
import { call } from '../lib/api.ts'
import { holds } from '../lib/session.ts'
import { parseTime } from '../lib/time.ts'
import type { Clock } from './clock.ts'
import { applyEmergencies } from './emergencies.ts'
import { applyInbox } from './messages.ts'
import { liveObjects } from './objects.ts'

/** Source: spec 1, section 9. */
export const pollEveryMs = 60_000
/** A short loss does not ask at all. */
const firstPollMs = 5000

/** While the socket is down, runs `poll` soon and then every 60 s, one at a time. */
export function createPoller(clock: Clock, poll: () => Promise<void>, report: (answered: boolean) => void) {
  let cancel: (() => void) | undefined

  function next(ms: number) {
    cancel = clock.after(ms, async () => {
      const mine = cancel
      const answered = await poll().then(
        () => true,
        (error) => {
          console.warn('huanwei: polling failed', error)
          return false
        },
      )
      if (cancel !== mine) return
      report(answered)
      next(pollEveryMs)
    })
  }

  return {
    start() {
      if (!cancel) next(firstPollMs)
    },
    stop() {
      cancel?.()
      cancel = undefined
    },
  }
}

/** Polls the data of the joined topics; of objects, those with live data. */
export async function pollOnce(user: UserInfo, wantsObjects: boolean, signal?: AbortSignal) {
  const summaries = await call(getSummaries, { objectId: user.userId }, signal)
  applyInbox({ type: 'snapshot', summaries })
  if (holds(user, 'violation_handle')) applyEmergencies(await call(listOpenEmergencies, {}, signal))
  if (!wantsObjects) return
  const rows = await call(getRealtimeData, {}, signal)
  for (const [objectType, store] of Object.entries(liveObjects)) {
    const objects = rows.filter((row) => row.objectType === objectType).map(liveOf)
    store.apply({ epoch: 'poll', seq: 0, at: store.serverNow(), type: 'patch', objects, gone: [] })
  }
}

type Row = Output<typeof getRealtimeData>[number]
const momentOf = (time: string | null) => (time === null ? null : parseTime(time))

/** A polled row as the live channel would tell it. */
export const liveOf = ({ objectId: id, status, lng, lat, ...row }: Row): LiveObject => ({
  id,
  status,
  lng,
  lat,
  speed: row.speed ?? 0,
  direction: row.direction ?? 0,
  acc: row.statusAcc === '1',
  time: momentOf(row.time),
  seenAt: momentOf(row.receiveTime),
  readings: Object.fromEntries(row.readings.map(({ metric, value, time }) => [metric, { value, time: parseTime(time) }])),
})
