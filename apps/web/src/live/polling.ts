import type { Output } from '@huanwei/contract/endpoint'
import type { LiveObject } from '@huanwei/contract/live/messages'
import { isOnline } from '@huanwei/contract/live/rules'
import { getSummaries } from '@huanwei/contract/messages/endpoints'
import { getVehicleData } from '@huanwei/contract/trees/endpoints'
import { call } from '../lib/api.ts'
import { parseTime } from '../lib/time.ts'
import { applyInbox } from './messages.ts'
import type { Clock } from './socket.ts'
import { vehicles } from './vehicles.ts'

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

/** Asks for what the joined topics would have told. */
export async function pollOnce(userId: number, wantsVehicles: boolean, signal?: AbortSignal) {
  const summaries = await call(getSummaries, { objectId: userId }, signal)
  applyInbox({ type: 'snapshot', summaries })
  if (!wantsVehicles) return
  const rows = await call(getVehicleData, {}, signal)
  const at = vehicles.serverNow()
  vehicles.apply({
    epoch: 'poll',
    seq: 0,
    at,
    type: 'snapshot',
    objects: rows.map((row) => liveOf(row, vehicles.get(row.id), at)),
  })
}

type Row = Output<typeof getVehicleData>[number]

/** A polled row as a live vehicle. What the call does not carry (ACC, when it was heard) stays or is taken from the status. */
export function liveOf(row: Row, before: LiveObject | undefined, at: number): LiveObject {
  const { id, status, lng, lat } = row
  return {
    id,
    status,
    lng,
    lat,
    speed: row.speed ?? 0,
    direction: row.direction ?? 0,
    acc: before?.acc ?? false,
    time: row.time === null ? null : parseTime(row.time),
    seenAt: isOnline(status) ? at : (before?.seenAt ?? null),
  }
}
