import { createServer, type Server, type Socket } from 'node:net'
import { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import type { RawFrame } from '@huanwei/terminal/wire/frame'
import pLimit from 'p-limit'
import type { Database } from '../../db/connect.ts'
import { createRateLimiter } from '../../lib/rate-limiter.ts'
import type { Log } from '../log.ts'
import type { Update } from '../report.ts'
import { Connection } from './connection.ts'
import type { ConnectionLog } from './connection-log.ts'
import { Dialogue, type DialogueContext } from './dialogue.ts'
import { FlowControl } from './flow-control.ts'
import type { Answer } from './pending-commands.ts'
import type { StorePhoto } from './photos.ts'
import type { Registry } from './registry.ts'
import { Sessions } from './sessions.ts'
import type { StreamInput } from './stream.ts'
import { storeMessage } from './terminal-queries.ts'
import { Unauthenticated } from './unauthenticated.ts'

/** Times in ms. */
export const defaultLimits = {
  /** A terminal that sends nothing for this long is disconnected. Source: spec 4, IV.2. */
  idle: 180_000,
  /** Time from the opening of a connection to its authentication. */
  opening: 60_000,
  tick: 1000,
  /** Time from a command to its answer. */
  answer: 10_000,
  /** The same for live pictures, which are asked for again. */
  pictures: 3000,
  /** The same for a list of recordings, for which a terminal reads its disk. */
  listing: 30_000,
  connections: 50_000,
  /** Connections of one address that are not authenticated; this machine has no limit. */
  unauthenticated: 1000,
  /** Share of `connections` that need not be authenticated. */
  unauthenticatedShare: 0.25,
  /** Uncommitted locations of one terminal; more stay in its own buffers, so that it cannot fill the stream alone. */
  uncommitted: 512,
  /** Bytes of messages without locations, such as pictures, that wait for the database, of all terminals; beyond, theirs wait in their buffers. */
  messageBytes: 64 * 1024 * 1024,
  /** Bytes of unfinished frames and messages of all terminals; above, the connection with the most is closed. */
  bufferedBytes: 128 * 1024 * 1024,
  outgoingBytes: 128 * 1024,
  frameBytes: 4096,
  assemblyBytes: 1024 * 1024,
  commands: 32,
  /** Unknown terminal numbers that one address may register at once, and then per second; this machine has no limit. */
  newTerminals: 300,
  newTerminalsPerSecond: 2,
}
export type Limits = typeof defaultLimits

export type Gateway = {
  port: number
  connections(): number
  isConnected(deviceId: number): boolean
  /** The connected terminals: where from, and when each was last heard, epoch ms. */
  connected(): Iterable<{ deviceId: number; address: string; heardAt: number }>
  /** Where a connected terminal comes from. */
  addressOf(deviceId: number): string | undefined
  /** Closes the connection of a terminal that has another one with another gateway. */
  disconnect(deviceId: number): void
  /** Address of this machine at which a terminal reaches it; empty while it is not connected. */
  ownAddressFor(deviceId: number): string
  /** Sends a command and waits for the terminal's answer. Never rejects. */
  send(deviceId: number, message: Message): Promise<Answer>
  /** Takes nothing new; what is uncommitted can still be acknowledged. Resolves when all messages and pictures are stored; reports may be on their way. */
  pause(): Promise<void>
  close(): Promise<void>
}

type Options = {
  host: string
  port: number
  db: Database
  registry: Registry
  stream: StreamInput
  /** Address of a terminal that is connected to another gateway. */
  addressElsewhere?: ((deviceId: number) => string | undefined) | undefined
  /** Receives which terminals are connected, and which were heard without a location. */
  publish(updates: Update[]): void
  /** Receives what terminals report of their uploads. */
  uploadEnded?: DialogueContext['uploadEnded']
  storePhoto: StorePhoto
  /** Receives when terminals come and go. */
  connectionLog: Pick<ConnectionLog, 'record'>
  log: Log
  now?: () => number
  /** A clock that is never set, ms; `now` where that is given. */
  elapsed?: (() => number) | undefined
  limits?: Partial<Limits>
}

const isLocal = (address: string) => ['127.0.0.1', '::ffff:127.0.0.1', '::1'].includes(address)

/** Listens for terminals. A misbehaving terminal can only affect its own connection. Source: spec 3, section 8; spec 4, IV.2. */
export async function startGateway(options: Options): Promise<Gateway> {
  const { host, port, registry, stream, publish, connectionLog, addressElsewhere, log, now = Date.now } = options
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const connections = new Set<Connection>()
  const sessions = new Sessions({ publish, connectionLog, addressElsewhere, log, now })
  const storage = createStorage(options)
  let isPaused = false
  const flow = new FlowControl({
    stream,
    maxUncommitted: limits.uncommitted,
    maxMessageBytes: limits.messageBytes,
    resume: (connection) => connection.resume(now(), (frame) => dialogue.takeFrame(connection, frame)),
  })
  const allowance = createRateLimiter({ burst: limits.newTerminals, perSecond: limits.newTerminalsPerSecond })
  const mayRegister = (address: string, time: number) => isLocal(address) || allowance(address, time)
  const unauthenticated = new Unauthenticated({
    maxOf: (address) => (isLocal(address) ? Number.POSITIVE_INFINITY : limits.unauthenticated),
    maxOfAll: limits.connections * limits.unauthenticatedShare,
    now,
  })
  const { uploadEnded = () => undefined } = options
  const parts = { registry, stream, sessions, unauthenticated, flow, now, log, mayRegister, uploadEnded }
  const dialogue = new Dialogue({ ...parts, ...storage.forDialogue })

  function accept(socket: Socket) {
    const connection = new Connection(socket, limits, now())
    if (!isPaused && unauthenticated.admit(connection))
      return attach(socket, connection, { connections, dialogue, flow, sessions, unauthenticated, log })
    log.debug({ address: connection.address }, 'connection refused')
    socket.destroy()
  }

  // The high-water mark bounds what a paused socket still reads ahead.
  const server = createServer({ highWaterMark: limits.frameBytes }, accept)
  server.maxConnections = limits.connections
  const listeningPort = await listenOn(server, host, port)
  server.on('error', (error) => log.error({ error }, 'terminal port'))
  server.on('drop', () => log.warn({ connections: connections.size }, 'too many connections'))
  const findStep = createStepFinder(now, options.elapsed ?? options.now ?? (() => performance.now()))
  const ticking = setInterval(() => tick(connections, { registry, limits, log, time: now(), step: findStep() }), limits.tick)

  function stopReading() {
    isPaused = true
    flow.stop()
  }

  return {
    port: listeningPort,
    connections: () => connections.size,
    isConnected: (deviceId) => sessions.isConnected(deviceId),
    connected: () => sessions.connected(),
    addressOf: (deviceId) => sessions.connectionOf(deviceId)?.address,
    disconnect: (deviceId) => sessions.connectionOf(deviceId)?.close(ConnectionEnd.replaced),
    ownAddressFor: (deviceId) => sessions.connectionOf(deviceId)?.ownAddress ?? '',
    async send(deviceId, message) {
      const connection = sessions.connectionOf(deviceId)
      if (!connection) return { outcome: 'offline', result: null }
      return connection.command(message, now(), now() + answerTimeOf(message, limits))
    },
    async pause() {
      stopReading()
      server.close()
      for (const connection of connections) connection.pause()
      await storage.idle()
    },
    async close() {
      stopReading()
      clearInterval(ticking)
      const closed = new Promise((resolve) => (server.listening ? server.close(resolve) : resolve(undefined)))
      for (const connection of connections) connection.close(ConnectionEnd.stopped)
      await closed
    },
  }
}

/** Time from a command to its answer, ms. */
function answerTimeOf({ id }: Message, { answer, pictures, listing }: Limits) {
  if (id === MessageId.openVideo || id === MessageId.controlVideo) return pictures
  return id === MessageId.queryFiles ? listing : answer
}

type ConnectionParts = Pick<Options, 'log'> & {
  connections: Set<Connection>
  dialogue: Dialogue
  flow: FlowControl
  sessions: Sessions
  unauthenticated: Unauthenticated
}

/** Passes what the socket receives to the dialogue, and keeps the connection among `connections` until it closes. */
function attach(socket: Socket, connection: Connection, parts: ConnectionParts) {
  const { connections, dialogue, flow, sessions, unauthenticated, log } = parts
  connections.add(connection)
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 60_000)
  const take = (frame: RawFrame) => dialogue.takeFrame(connection, frame)
  socket.on('data', (chunk) => {
    flow.balance(connection)
    connection.read(chunk, take)
  })
  socket.on('error', (error) => {
    connection.endReason ??= ConnectionEnd.lost
    log.debug({ address: connection.address, error }, 'connection lost')
  })
  socket.on('close', () => {
    connections.delete(connection)
    unauthenticated.delete(connection)
    flow.forget(connection)
    sessions.detach(connection, connection.endReason ?? ConnectionEnd.closed)
    connection.handleClosed()
  })
}

/** Messages of terminals that are stored at once, so that most connections to the database stay with positions. */
const mostStored = 2

/** Stores messages and pictures of terminals. */
function createStorage({ db, registry, storePhoto }: Pick<Options, 'db' | 'registry' | 'storePhoto'>) {
  const pending = new Set<Promise<unknown>>()
  const inTurn = pLimit(mostStored)
  function track<T>(storing: Promise<T>): Promise<T> {
    pending.add(storing)
    const done = () => pending.delete(storing)
    storing.then(done, done)
    return storing
  }
  const forDialogue: Pick<DialogueContext, 'storeMessage' | 'storePhoto'> = {
    storeMessage: (terminal, { messageId, serial }, receivedAt, content) => {
      const tenantId = registry.byId(terminal.id)?.tenantId ?? 0
      const message = { tenantId, deviceId: terminal.id, messageId, serial, receivedAt, content }
      return track(inTurn(() => db.system((tx) => storeMessage(tx, message))))
    },
    storePhoto: (terminal, media, receivedAt) => track(storePhoto(registry.byId(terminal.id) ?? terminal, media, receivedAt)),
  }
  return {
    forDialogue,
    /** Resolves when nothing is being stored. */
    idle: () => Promise.allSettled(pending),
  }
}

/** Difference, ms, from which on a clock counts as set: it is corrected by less all the time. */
const leastStepMs = 5000

/** Returns a function that tells by how much a clock was set since its last call, ms, negative for back; 0 for less than `leastStepMs`. */
function createStepFinder(now: () => number, elapsed: () => number) {
  let offset = now() - elapsed()
  return () => {
    const step = now() - elapsed() - offset
    if (Math.abs(step) < leastStepMs) return 0
    offset += step
    return step
  }
}

type TickContext = { registry: Registry; limits: Limits; log: Log; time: number; step: number }

/** Ticks every connection and closes those with a fault, and the one that buffers most when all together buffer too much. */
function tick(connections: ReadonlySet<Connection>, context: TickContext) {
  const { limits, log, time, step } = context
  if (step) log.warn({ step }, 'the clock was set: connections go on')
  let total = 0
  let largest: Connection | undefined
  for (const connection of connections) {
    if (step) connection.followClock(step, time)
    connection.tick(time)
    const fault = faultOf(connection, context)
    if (fault) {
      log.debug({ address: connection.address, fault }, 'connection closed')
      connection.close(fault === 'unauthenticated' ? undefined : fault)
    }
    total += connection.bufferedBytes
    if (connection.bufferedBytes > (largest?.bufferedBytes ?? 0)) largest = connection
  }
  if (total > limits.bufferedBytes) {
    log.warn({ bufferedBytes: total, address: largest?.address }, 'too much unfinished, connection closed')
    largest?.close(ConnectionEnd.overflow)
  }
}

/** Reason why this connection has to be closed; undefined when it may stay. */
function faultOf(connection: Connection, { registry, limits, time }: TickContext) {
  const { terminal } = connection
  if (!terminal) return time - connection.openedAt >= limits.opening ? 'unauthenticated' : undefined
  if (registry.byId(terminal.id)?.authCode !== terminal.authCode) return ConnectionEnd.removed
  return !connection.isPaused && time - connection.heardAt >= limits.idle ? ConnectionEnd.idle : undefined
}

/** Returns the port that it listens on; rejects when it cannot listen. */
const listenOn = (server: Server, host: string, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: 4096 }, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
