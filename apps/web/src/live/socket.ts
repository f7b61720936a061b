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
  const retry = createRetry(clock, connect)
  const heartbeat = createHeartbeat(clock)
  const line = createLine(clock, open, {
    onHeard,
    onMessage: (client, id, body) => subscriptions.read(client, id, body),
    onConnect(client) {
      retry.reset()
      heartbeat.start(client)
      subscriptions.begin(client)
      onConnected()
    },
    onClose: lost,
  })
  const subscriptions = createSubscriptions(clock, line.take)

  function connect() {
    retry.cancel()
    if (token) line.open(token)
  }

  function forget() {
    retry.cancel()
    heartbeat.stop()
    subscriptions.end()
    line.close()
  }

  function lost(reason: LossReason) {
    forget()
    onLost(reason)
    retry.schedule()
  }

  return {
    /** Follows the session: a new token connects anew with it, none disconnects for good. */
    follow(next: string | undefined) {
      if (next === token) return
      token = next
      retry.reset()
      forget()
      connect()
    },
    /** Something changed for the better (network back, tab looked at): try at once when not connected. */
    wake() {
      if (line.client() || !token) return
      retry.reset()
      connect()
    },
    /** The network is gone: say so now instead of waiting for a missed heartbeat. */
    drop() {
      if (token) lost('offline')
    },
    /** Keeps `channel` subscribed until the returned function is called. One channel per destination. */
    join: (channel: Channel) => subscriptions.join(channel, line.client()),
  }
}
export type Socket = ReturnType<typeof createSocket>

/** Connects again after ever longer pauses, until `reset`. */
function createRetry(clock: Clock, connect: () => void) {
  let attempt = 0
  let cancel = nothing
  return {
    reset() {
      attempt = 0
    },
    cancel: () => cancel(),
    schedule() {
      attempt++
      cancel = clock.after(backOff(attempt, clock.random()), connect)
    },
  }
}

/** Tells the server that the page lives, for as long as the client is connected. */
function createHeartbeat(clock: Clock) {
  let stop = nothing
  function start(client: Client) {
    stop = clock.after(aliveEveryMs, () => {
      if (!client.connected) return
      client.publish({ destination: 'test' })
      start(client)
    })
  }
  return { start, stop: () => stop() }
}

type LineListener = Pick<Deps, 'onHeard'> & {
  /** `id` names the subscription. */
  onMessage(client: Client, id: string, body: Body): void
  onConnect(client: Client): void
  onClose(reason: LossReason): void
}

/** One connection at a time. Late messages of an older one reach nobody. */
function createLine(clock: Clock, open: () => Wire, listener: LineListener) {
  let current: Client | undefined
  function take(client: Client, id: string, body: Body) {
    if (client !== current) return
    listener.onHeard()
    listener.onMessage(client, id, body)
  }
  return {
    client: () => current,
    take,
    /** Opens a connection unless there is one. */
    open(token: string) {
      if (current) return
      const client = createClient(clock, open, token, {
        onMessage: (id, body) => take(client, id, body),
        onConnect: () => client === current && listener.onConnect(client),
        onHeartbeat: () => client === current && listener.onHeard(),
        onClose(reason) {
          if (client !== current) return
          current = undefined
          listener.onClose(reason)
        },
      })
      current = client
      client.activate()
    },
    close() {
      const closing = current
      current = undefined
      void closing?.deactivate({ force: true })
    },
  }
}

type ClientListener = {
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
