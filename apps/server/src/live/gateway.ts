import { createServer, type Server, type Socket } from 'node:net'
import { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import type { RawFrame } from '@huanwei/terminal/frame'
import type { Message } from '@huanwei/terminal/message'
import type { Database } from '../db/connect.ts'
import { createAllowance } from './allowance.ts'
import { type Answer, Connection } from './connection.ts'
import type { ConnectionLog } from './connection-log.ts'
import { createDialogue } from './dialogue.ts'
import type { Log } from './log.ts'
import type { KeepPhoto } from './photos.ts'
import type { Registry, Terminal } from './registry.ts'
import type { Update } from './report.ts'
import type { Stream } from './stream.ts'
import { keepMessage } from './terminal-queries.ts'

/** Times in ms. */
export const defaultLimits = {
  /** A terminal that says nothing for so long is gone. Source: spec 4, IV.2. */
  idle: 180_000,
  /** How long a connection may take to say who it is. */
  opening: 60_000,
  tick: 1000,
  /** How long a terminal may take to answer a command. */
  answer: 10_000,
  connections: 50_000,
  /** Locations of one terminal that are not stored yet; more are left in its own buffers, so that it cannot fill the stream alone. */
  unsettled: 512,
  /** Bytes of unfinished frames and messages of all terminals; above, the one that holds most is closed. */
  heldBytes: 128 * 1024 * 1024,
  outgoingBytes: 128 * 1024,
  frameBytes: 4096,
  assemblyBytes: 1024 * 1024,
  commands: 32,
  /** Numbers nobody knows that one address may enter at once, and then per second; no limit for this machine. */
  newTerminals: 300,
  newTerminalsPerSecond: 2,
}
export type Limits = typeof defaultLimits

export type Gateway = {
  port: number
  connections(): number
  isConnected(deviceId: number): boolean
  /** Sends an order and waits for the terminal's answer. Never rejects. */
  send(deviceId: number, message: Message): Promise<Answer>
  /** Takes nothing new; what is not settled can still be acknowledged. Resolves when nothing is on its way into the database but reports. */
  pause(): Promise<void>
  close(): Promise<void>
}

const isLocal = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address)

/** Listens for terminals. Whatever one of them sends costs that one at most. Source: spec 3, section 8; spec 4, IV.2. */
export async function startGateway(parts: {
  host: string
  port: number
  db: Database
  registry: Registry
  stream: Stream
  /** Told which terminals are there, and that they were heard with something else than a location. */
  publish(updates: Update[]): void
  keepPhoto: KeepPhoto
  /** Told when terminals come and go. */
  connectionLog: Pick<ConnectionLog, 'note'>
  log: Log
  now?: () => number
  limits?: Partial<Limits>
}): Promise<Gateway> {
  const { host, port, db, registry, stream, publish, keepPhoto, connectionLog, log, now = Date.now } = parts
  const limits: Limits = { ...defaultLimits, ...parts.limits }
  const connections = new Set<Connection>()
  /** The one connection of each authenticated terminal. */
  const sessions = new Map<number, Connection>()
  const keeping = new Set<Promise<unknown>>()
  let paused = false
  let isEveryoneHeld = false

  const allowance = createAllowance({ burst: limits.newTerminals, perSecond: limits.newTerminalsPerSecond })
  const takeFrame = createDialogue({
    registry,
    stream,
    now,
    log,
    keep: (terminal, { messageId, serial }, receivedAt, content) => {
      const tenantId = registry.byId(terminal.id)?.tenantId ?? 0
      return kept(db.system((tx) => keepMessage(tx, { tenantId, deviceId: terminal.id, messageId, serial, receivedAt, content })))
    },
    keepPhoto: (terminal, media, receivedAt) => kept(keepPhoto(registry.byId(terminal.id) ?? terminal, media, receivedAt)),
    mayEnter: (address, at) => isLocal(address) || allowance(address, at),
    attach,
    detach,
    balance,
    heard: (terminal, at) => publish([{ deviceId: terminal.id, connected: sessions.has(terminal.id), seenAt: at }]),
  })

  /** What `pause` waits for. */
  function kept<T>(storing: Promise<T>): Promise<T> {
    keeping.add(storing)
    const done = () => keeping.delete(storing)
    storing.then(done, done)
    return storing
  }

  function attach(connection: Connection, terminal: Terminal) {
    const before = sessions.get(terminal.id)
    if (connection.terminal?.id !== terminal.id) detach(connection, ConnectionEnd.replaced)
    connection.terminal = terminal
    sessions.set(terminal.id, connection)
    beginStay(connection, terminal)
    if (before && before !== connection) {
      log.debug({ deviceId: terminal.id }, 'connection replaced')
      before.terminal = undefined
      endStay(before, ConnectionEnd.replaced)
      before.close()
    }
    publish([{ deviceId: terminal.id, connected: true, seenAt: now() }])
  }

  /** Who logs out and in again stays anew from then on. */
  function beginStay(connection: Connection, { id: deviceId }: Terminal) {
    const { address, openedAt, stay } = connection
    if (stay && stay.endedAt === undefined) return
    connection.stay = { deviceId, address, cameAt: stay?.endedAt ?? openedAt, authenticatedAt: now() }
    connectionLog.note(connection.stay)
  }

  function endStay({ stay }: Connection, reason: ConnectionEnd) {
    if (stay && stay.endedAt === undefined) connectionLog.note(Object.assign(stay, { endedAt: now(), reason }))
  }

  function detach(connection: Connection, reason: ConnectionEnd) {
    const { terminal } = connection
    connection.terminal = undefined
    endStay(connection, reason)
    if (!terminal || sessions.get(terminal.id) !== connection) return
    sessions.delete(terminal.id)
    publish([{ deviceId: terminal.id, connected: false, seenAt: connection.heardAt }])
  }

  /** Reads from terminals as long as the stream has room, and from each as long as it does not fill the stream alone. */
  function balance(connection: Connection) {
    if (stream.isFull()) for (const one of isEveryoneHeld ? [connection] : connections) one.hold()
    isEveryoneHeld = stream.isFull()
    if (!connection.isHeld && connection.unsettled >= limits.unsettled) connection.hold()
    if (connection.isHeld && !paused && !stream.isFull() && connection.unsettled <= limits.unsettled / 2)
      connection.resume(now(), (frame) => takeFrame(connection, frame))
  }
  stream.onFree(() => {
    for (const connection of [...connections]) {
      const wasHeld = connection.isHeld
      balance(connection)
      if (!wasHeld || connection.isHeld) continue
      // Served, so behind all who still wait: under overload nobody is always last.
      connections.delete(connection)
      connections.add(connection)
    }
  })

  function accept(socket: Socket) {
    const connection = new Connection(socket, limits, now())
    connections.add(connection)
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 60_000)
    const take = (frame: RawFrame) => takeFrame(connection, frame)
    socket.on('data', (chunk) => connection.read(chunk, take))
    socket.on('error', (error) => {
      connection.endReason ??= ConnectionEnd.lost
      log.debug({ address: connection.address, error: error.message }, 'connection lost')
    })
    socket.on('close', () => {
      connections.delete(connection)
      detach(connection, connection.endReason ?? ConnectionEnd.closed)
      connection.gone()
    })
    if (paused) connection.close()
  }

  /** Why this connection has to go; undefined when it may stay. */
  function faultOf(connection: Connection, at: number) {
    const { terminal } = connection
    if (!terminal) return at - connection.openedAt >= limits.opening ? 'nobody' : undefined
    if (registry.byId(terminal.id)?.authCode !== terminal.authCode) return ConnectionEnd.removed
    return !connection.isHeld && at - connection.heardAt >= limits.idle ? ConnectionEnd.idle : undefined
  }

  function tick() {
    const at = now()
    let held = 0
    let greediest: Connection | undefined
    for (const connection of connections) {
      connection.tick(at)
      const fault = faultOf(connection, at)
      if (fault) {
        log.debug({ address: connection.address, fault }, 'connection closed')
        connection.close(fault === 'nobody' ? undefined : fault)
      }
      held += connection.heldBytes
      if (connection.heldBytes > (greediest?.heldBytes ?? 0)) greediest = connection
    }
    if (held > limits.heldBytes) {
      log.warn({ held, address: greediest?.address }, 'too much unfinished, connection closed')
      greediest?.close(ConnectionEnd.overflow)
    }
  }

  // What a held socket still reads ahead.
  const server = createServer({ highWaterMark: limits.frameBytes }, accept)
  server.maxConnections = limits.connections
  const listening = await listenOn(server, host, port)
  server.on('error', (error) => log.error({ error: error.message }, 'terminal port'))
  server.on('drop', () => log.warn({ connections: connections.size }, 'too many connections'))
  const ticking = setInterval(tick, limits.tick)

  return {
    port: listening,
    connections: () => connections.size,
    isConnected: (deviceId) => sessions.has(deviceId),
    async send(deviceId, message) {
      const connection = sessions.get(deviceId)
      if (!connection) return { outcome: 'offline', result: null }
      return connection.command(message, now(), now() + limits.answer)
    },
    async pause() {
      paused = true
      server.close()
      for (const connection of connections) connection.hold()
      await Promise.allSettled(keeping)
    },
    async close() {
      paused = true
      clearInterval(ticking)
      const closed = new Promise((resolve) => (server.listening ? server.close(resolve) : resolve(undefined)))
      for (const connection of connections) connection.close(ConnectionEnd.stopped)
      await closed
    },
  }
}

/** The port it listens on; rejects when it cannot. */
const listenOn = (server: Server, host: string, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: 4096 }, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
