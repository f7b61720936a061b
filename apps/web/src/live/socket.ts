import { Client } from '@stomp/stompjs'
import { backOff } from './back-off.ts'
import type { Channel } from './channel.ts'
import type { Clock } from './clock.ts'
import type { Body } from './packed.ts'
import { createSubscriptions } from './subscriptions.ts'
import { takeWholeMessages, type Wire } from './whole-messages.ts'

/** Why there is no connection: no network, the server went away, it did not answer in time, or it refused the token. */
export type LossReason = 'offline' | 'closed' | 'timeout' | 'refused'
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

const nothing: () => void = () => undefined

/**
 * The STOMP connection at `/act/ws`: follows the token, keeps the joined channels subscribed over any number of reconnections
 * (exponential back-off, full jitter, at most 30 s) and asks for a snapshot when a channel lost its place. Source: spec 3, section 13.
 */
export function createSocket({ open, clock, onConnected, onLost, onHeard }: Deps) {
  let token: string | undefined
  let client: Client | undefined
  let attempt = 0
  let cancelRetry = nothing
  let cancelAlive = nothing
  const subscriptions = createSubscriptions(clock, take)

  function connect() {
    cancelRetry()
    if (!token || client) return
    const mine = createClient(clock, open, token, {
      onMessage: (id, body) => take(mine, id, body),
      onConnect() {
        if (client !== mine) return
        attempt = 0
        alive(mine)
        subscriptions.begin(mine)
        onConnected()
      },
      onHeartbeat() {
        if (client === mine) onHeard()
      },
      onClose(reason) {
        if (client !== mine) return
        client = undefined
        lost(reason)
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

  /** A late message of an older connection finds nobody. */
  function take(mine: Client, id: string, body: Body) {
    if (client !== mine) return
    onHeard()
    subscriptions.read(mine, id, body)
  }

  function forget() {
    const old = client
    client = undefined
    cancelRetry()
    cancelAlive()
    subscriptions.end()
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
    join: (channel: Channel) => subscriptions.join(channel, client),
  }
}
export type Socket = ReturnType<typeof createSocket>

type ClientListener = {
  /** `id` names the subscription. */
  onMessage(id: string, body: Body): void
  onConnect(): void
  onHeartbeat(): void
  onClose(reason: LossReason): void
}

/** A client for one connection with `token`; it says why it closed and does not connect again by itself. */
function createClient(clock: Clock, open: () => Wire, token: string, listener: ClientListener): Client {
  const startedAt = clock.now()
  let refused = false
  const client = new Client({
    webSocketFactory: () => takeWholeMessages(open(), listener.onMessage),
    connectHeaders: { Authorization: `Bearer ${token}` },
    reconnectDelay: 0,
    connectionTimeout: connectTimeoutMs,
    heartbeatIncoming: heartbeatMs,
    heartbeatOutgoing: heartbeatMs,
    onConnect: listener.onConnect,
    onHeartbeatReceived: listener.onHeartbeat,
    onStompError() {
      refused = true
    },
    onWebSocketClose({ code }) {
      const isLate = !client.connected && clock.now() - startedAt >= connectTimeoutMs
      listener.onClose(refused || code === unauthorisedClose ? 'refused' : isLate ? 'timeout' : 'closed')
    },
  })
  return client
}
