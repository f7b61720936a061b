import { Client } from '@stomp/stompjs'
import { backOff } from './back-off.ts'
import type { Body, Channel } from './channel.ts'
import { takeWholeMessages, type Wire } from './whole-messages.ts'

/** Why there is no connection: no network, the server went away, it did not answer in time, or it refused the token. */
export type LossReason = 'offline' | 'closed' | 'timeout' | 'refused'
/** Time and chance. `after` returns the way to cancel. */
export type Clock = { now(): number; random(): number; after(ms: number, run: () => void): () => void }
type Deps = {
  open: () => Wire
  clock: Clock
  onConnected(): void
  onLost(reason: LossReason): void
  /** A message or a heartbeat came: what is on the screen is current. */
  onHeard(): void
}

/** A server of the family answers a token it does not like with silence; ours closes with this code. Source: spec 4, S0 section 7. */
const unauthorisedClose = 4401
const connectTimeoutMs = 10_000
const heartbeatMs = 10_000
/** Source: spec 1, section 9 (task-reminder heartbeat). */
const aliveEveryMs = 5000
/** A topic is asked for a snapshot at most this often. */
const resyncPauseMs = 3000

const nothing: () => void = () => undefined

type Joined = { channel: Channel; leave?: () => void; syncedAt: number; cancel: () => void; id?: string }

/**
 * The STOMP connection at `/act/ws`: follows the token, keeps the joined channels subscribed over any number of reconnections
 * (exponential back-off, full jitter, at most 30 s) and asks for a snapshot when a channel lost its place. Source: spec 3, section 13.
 */
export function createSocket({ open, clock, onConnected, onLost, onHeard }: Deps) {
  let token: string | undefined
  let client: Client | undefined
  let attempt = 0
  let subscriptions = 0
  let cancelRetry = nothing
  let cancelAlive = nothing
  const joined = new Map<string, Joined>()

  function connect() {
    cancelRetry()
    if (!token || client) return
    const startedAt = clock.now()
    let refused = false
    const mine = new Client({
      webSocketFactory: () => takeWholeMessages(open(), (id, body) => take(mine, id, body)),
      connectHeaders: { Authorization: `Bearer ${token}` },
      reconnectDelay: 0,
      connectionTimeout: connectTimeoutMs,
      heartbeatIncoming: heartbeatMs,
      heartbeatOutgoing: heartbeatMs,
      onConnect() {
        if (client !== mine) return
        attempt = 0
        alive(mine)
        for (const one of joined.values()) subscribe(mine, one)
        onConnected()
      },
      onHeartbeatReceived() {
        if (client === mine) onHeard()
      },
      onStompError() {
        refused = true
      },
      onWebSocketClose({ code }) {
        if (client !== mine) return
        const isLate = !mine.connected && clock.now() - startedAt >= connectTimeoutMs
        client = undefined
        lost(refused || code === unauthorisedClose ? 'refused' : isLate ? 'timeout' : 'closed')
      },
    })
    client = mine
    mine.activate()
  }

  function alive(mine: Client) {
    cancelAlive = clock.after(aliveEveryMs, () => {
      if (client !== mine || !mine.connected) return
      mine.publish({ destination: 'test' })
      alive(mine)
    })
  }

  function subscribe(mine: Client, one: Joined) {
    one.cancel()
    one.leave?.()
    one.syncedAt = clock.now()
    one.channel.begin()
    const id = `${one.channel.destination}#${++subscriptions}`
    one.id = id
    const subscription = mine.subscribe(one.channel.destination, ({ body }) => take(mine, id, body), { id })
    one.leave = () => mine.connected && subscription.unsubscribe()
  }

  /** A late message of a subscription that was left, or of an older connection, finds nobody. */
  function take(mine: Client, id: string, body: Body) {
    if (client !== mine) return
    onHeard()
    for (const one of joined.values()) if (one.id === id && one.channel.read(body) === 'resync') resync(mine, one)
  }

  function resync(mine: Client, one: Joined) {
    one.cancel()
    const wait = Math.max(0, one.syncedAt + resyncPauseMs - clock.now())
    one.cancel = clock.after(wait, () => {
      if (client === mine && mine.connected) subscribe(mine, one)
    })
  }

  function forget() {
    const old = client
    client = undefined
    cancelRetry()
    cancelAlive()
    for (const one of joined.values()) {
      one.cancel()
      one.leave = undefined
      one.id = undefined
    }
    void old?.deactivate({ force: true })
  }

  function lost(reason: LossReason) {
    forget()
    attempt++
    onLost(reason)
    cancelRetry = clock.after(backOff(attempt, clock.random()), connect)
  }

  return {
    /** Follows the session: a new token connects anew with it, none disconnects for good. */
    follow(next: string | undefined) {
      if (next === token) return
      token = next
      attempt = 0
      forget()
      connect()
    },
    /** Something changed for the better (network back, tab looked at): try at once when not connected. */
    wake() {
      if (client || !token) return
      attempt = 0
      connect()
    },
    /** The network is gone: say so now instead of waiting for a missed heartbeat. */
    drop() {
      if (token) lost('offline')
    },
    /** Keeps `channel` subscribed until the returned function is called. One channel per destination. */
    join(channel: Channel) {
      const one: Joined = { channel, syncedAt: 0, cancel: nothing }
      joined.set(channel.destination, one)
      if (client?.connected) subscribe(client, one)
      return () => {
        if (joined.get(channel.destination) !== one) return
        joined.delete(channel.destination)
        one.cancel()
        one.leave?.()
      }
    },
  }
}
export type Socket = ReturnType<typeof createSocket>
