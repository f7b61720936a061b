import { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import type { Log } from '../log.ts'
import type { Update } from '../report.ts'
import type { Connection } from './connection.ts'
import type { ConnectionLog } from './connection-log.ts'
import type { Terminal } from './registry.ts'

type Options = {
  /** Receives which terminals connected or disconnected, and which were heard without a location. */
  publish(updates: Update[]): void
  connectionLog: Pick<ConnectionLog, 'record'>
  /** Address of a terminal that is connected to another gateway. */
  addressElsewhere?: ((deviceId: number) => string | undefined) | undefined
  log: Log
  now(): number
}

/** A terminal heard within this time counts as connected, ms; a radio that lost its connection reconnects later than that. Also the minimum interval of recorded refusals. */
const contestedMs = 60_000

/** The one connection of each authenticated terminal. */
export class Sessions {
  readonly #byTerminal = new Map<number, Connection>()
  /** Time of the last refusal of another terminal with this one's identity, epoch ms. */
  readonly #refusedAt = new Map<number, number>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  connectionOf(deviceId: number): Connection | undefined {
    return this.#byTerminal.get(deviceId)
  }

  isConnected(deviceId: number): boolean {
    return this.#byTerminal.has(deviceId)
  }

  *connected() {
    for (const [deviceId, { address, heardAt }] of this.#byTerminal) yield { deviceId, address, heardAt }
  }

  /**
   * True when this terminal speaks from another address right now: whoever registers with its number there is another one. Numbers and
   * identities are no secrets, so it must not get the code. Recorded for the people who look at the terminal's connections.
   */
  isContested(connection: Connection, { id: deviceId }: Terminal): boolean {
    const { connectionLog, addressElsewhere, log, now } = this.#options
    const holder = this.#byTerminal.get(deviceId)
    const time = now()
    // What a paused one says is not heard.
    const isHere = holder && (holder.isPaused || time - holder.heardAt <= contestedMs)
    const held = isHere ? holder.address : addressElsewhere?.(deviceId)
    if (held === undefined || held === connection.address) return false
    if (time - (this.#refusedAt.get(deviceId) ?? 0) > contestedMs) {
      this.#refusedAt.set(deviceId, time)
      const { address, openedAt: cameAt } = connection
      const reason = ConnectionEnd.refused
      connectionLog.record({ deviceId, address, cameAt, authenticatedAt: time, endedAt: time, reason })
      log.warn({ deviceId, address }, 'another device calls itself like a connected terminal')
    }
    return true
  }

  /** Gives an authenticated terminal this connection and closes the one it had before. */
  attach(connection: Connection, terminal: Terminal) {
    const { log, now, publish } = this.#options
    const previous = this.#byTerminal.get(terminal.id)
    if (connection.terminal?.id !== terminal.id) this.detach(connection, ConnectionEnd.replaced)
    connection.terminal = terminal
    this.#byTerminal.set(terminal.id, connection)
    this.#beginStay(connection, terminal)
    if (previous && previous !== connection) {
      log.debug({ deviceId: terminal.id }, 'connection replaced')
      previous.terminal = undefined
      this.#endStay(previous, ConnectionEnd.replaced)
      previous.close()
    }
    publish([{ deviceId: terminal.id, connected: true, seenAt: now() }])
  }

  detach(connection: Connection, reason: ConnectionEnd) {
    const { terminal } = connection
    connection.terminal = undefined
    this.#endStay(connection, reason)
    if (!terminal || this.#byTerminal.get(terminal.id) !== connection) return
    this.#byTerminal.delete(terminal.id)
    this.#refusedAt.delete(terminal.id)
    this.#options.publish([{ deviceId: terminal.id, connected: false, seenAt: connection.heardAt }])
  }

  /** Publishes that a terminal was heard at `time`, epoch ms, without a location. */
  publishHeard({ id: deviceId }: Terminal, time: number) {
    this.#options.publish([{ deviceId, connected: this.isConnected(deviceId), seenAt: time }])
  }

  /** A new stay starts after log-out and re-authentication on the same connection. */
  #beginStay(connection: Connection, { id: deviceId }: Terminal) {
    const { address, openedAt, stay } = connection
    if (stay && stay.endedAt === undefined) return
    connection.stay = { deviceId, address, cameAt: stay?.endedAt ?? openedAt, authenticatedAt: this.#options.now() }
    this.#options.connectionLog.record(connection.stay)
  }

  #endStay({ stay }: Connection, reason: ConnectionEnd) {
    const { connectionLog, now } = this.#options
    if (stay && stay.endedAt === undefined) connectionLog.record(Object.assign(stay, { endedAt: now(), reason }))
  }
}
