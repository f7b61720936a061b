import { create } from 'zustand'
import type { LossReason } from './socket.ts'

type Connection = {
  /** `polling`: the socket is down, but the last poll was answered. `off`: nobody is logged in. */
  state: 'off' | 'connected' | 'reconnecting' | 'polling'
  /** Since when, epoch ms. */
  since: number
  reason: LossReason | undefined
  /** When the data on the screen was last confirmed, epoch ms of this browser; undefined before the first. */
  dataAt: number | undefined
}

/** State of the live channel. Read in a component: `useConnection((c) => c.state)`. */
export const useConnection = create<Connection>(() => ({ state: 'off', since: 0, reason: undefined, dataAt: undefined }))

const change = (state: Connection['state'], reason: LossReason | undefined, now: number) =>
  useConnection.setState((was) => (was.state === state && was.reason === reason ? was : { state, reason, since: now }))

export const connected = (now = Date.now()) => change('connected', undefined, now)
export const signedOff = (now = Date.now()) => {
  change('off', undefined, now)
  useConnection.setState({ dataAt: undefined })
}
/** The first loss counts; failing attempts afterwards do not restart `since`, nor do they end polling. */
export const lost = (reason: LossReason | undefined, now = Date.now()) =>
  useConnection.setState((was) =>
    was.state === 'reconnecting' || was.state === 'polling' ? { reason } : { state: 'reconnecting', reason, since: now },
  )
/** The outcome of one poll while the socket is down. */
export const polled = (answered: boolean, now = Date.now()) =>
  useConnection.setState((was) => {
    if (was.state !== 'reconnecting' && was.state !== 'polling') return was
    return answered ? { state: 'polling', dataAt: now } : { state: 'reconnecting' }
  })
/** Data came in or was confirmed by a heartbeat. */
export const heard = (now = Date.now()) => useConnection.setState({ dataAt: now })
