import { PictureEnd, PictureState } from '@huanwei/contract/video/codes'
import type { PictureStatus } from '@huanwei/contract/video/endpoints'
import { createTurns } from '../http/turns.ts'
import type { IngestCalls } from '../position/link.ts'
import type { Log } from '../position/log.ts'
import { type CameraLimits, type CameraListener, startCameraPort } from './camera-port.ts'
import { type PictureSocket, PictureViewer } from './picture-viewer.ts'
import { Tickets } from './tickets.ts'
import { type Camera, defaultTimes, Upstream, type UpstreamTimes } from './upstream.ts'

/** What a ticket opens. `token` is that of the session that asked; `mayWatch` is false once the caller may not see the vehicle any more. */
export type PictureGrant<V> = { account: string; token: string; camera: Camera; mayWatch(viewer: V): boolean }

const ticketMs = 60_000
const tickMs = 1000
/** Pictures end when their viewers could not be checked for so long, ms. */
const uncheckedMs = 10_000
/** Pictures open at once: of one account (two walls of 25 and some), and in all. */
const mostOfAccount = 64
const mostInAll = 3000
const ticksPerPing = 10
/** Close codes: no such right, a stopping server. */
const refusedClose = 4403
const goingAway = 1001

type Options<V> = {
  host: string
  port: number
  /** Address that terminals are told; empty: the one at which they reach the gateway. */
  publicHost: string
  send: IngestCalls['send']
  /** The viewers behind tokens whose sessions are open, by token. */
  viewersOf(tokens: readonly string[]): Promise<Map<string, V>>
  log: Log
  times?: Partial<UpstreamTimes> | undefined
  limits?: Partial<CameraLimits> | undefined
}

type Watcher<V> = { grant: PictureGrant<V>; socket: PictureSocket; viewer: PictureViewer; upstream: Upstream }

const channelOf = ({ terminalNo, channel }: Pick<Camera, 'terminalNo' | 'channel'>) => `${terminalNo} ${channel}`
const keyOf = (camera: Camera) => `${channelOf(camera)} ${camera.stream}`

/** The role `media`: takes pictures from terminals and gives them to browsers. Source: spec 3, section 16. */
export async function startMedia<V>({ send, viewersOf, log, publicHost, times, ...options }: Options<V>) {
  const upstreams = new Map<string, Upstream>()
  const expectations = createExpectations()
  const inTurn = createTurns(1, { maxWaiting: Number.POSITIVE_INFINITY })
  const tickets = new Tickets<PictureGrant<V>>(ticketMs)
  const watchers = new Set<Watcher<V>>()
  const cameraPort = await startCameraPort({
    ...options,
    log,
    expected: (terminalNo, channel) => expectations.get(channelOf({ terminalNo, channel })),
  })

  const parts = {
    times: { ...defaultTimes, ...times },
    open: ({ deviceId, channel, stream }: Camera) =>
      send(deviceId, { kind: 'openVideo', host: publicHost, port: cameraPort.port, channel, stream }),
    close(camera: Camera) {
      // The command may stop both streams of a channel.
      const isShared = [...upstreams.keys()].some((key) => key.startsWith(`${channelOf(camera)} `))
      const { deviceId, channel, stream } = camera
      if (!isShared) void inTurn(channelOf(camera), () => send(deviceId, { kind: 'closeVideo', channel, stream }))
    },
    inTurn: <T>(camera: Camera, work: () => Promise<T>) => inTurn(channelOf(camera), work),
    expect: (camera: Camera, listener: CameraListener) => expectations.add(channelOf(camera), listener),
    ended: (camera: Camera) => void upstreams.delete(keyOf(camera)),
  }

  function upstreamOf(camera: Camera) {
    const known = upstreams.get(keyOf(camera))
    if (known) return known
    const upstream = new Upstream(camera, parts)
    upstreams.set(keyOf(camera), upstream)
    return upstream
  }

  function watch(socket: PictureSocket, grant: PictureGrant<V>) {
    const own = [...watchers].filter((one) => one.grant.account === grant.account)
    if (own.length >= mostOfAccount || watchers.size >= mostInAll) return endSocket(socket, PictureEnd.tooMany)
    const watcher = { grant, socket, viewer: new PictureViewer(socket), upstream: upstreamOf(grant.camera) }
    watchers.add(watcher)
    socket.on('close', () => {
      watchers.delete(watcher)
      watcher.upstream.leave(watcher.viewer)
    })
    watcher.upstream.join(watcher.viewer)
  }

  /** True while the session is open and its viewer may see the camera. */
  async function mayWatch({ token, ...grant }: PictureGrant<V>) {
    const viewer = (await viewersOf([token])).get(token)
    return viewer !== undefined && grant.mayWatch(viewer)
  }

  const checkViewers = createViewerCheck(watchers, viewersOf, log)
  let ticks = 0
  function tick() {
    ticks++
    for (const upstream of upstreams.values()) upstream.tick(Date.now())
    if (ticks % ticksPerPing === 0) for (const { viewer } of watchers) viewer.ping()
    checkViewers(Date.now())
  }
  const ticking = setInterval(tick, tickMs)

  return {
    port: cameraPort.port,
    upstreams: () => upstreams.size,
    cameras: cameraPort.connections,
    issue: (grant: PictureGrant<V>) => tickets.issue(grant, Date.now()),
    /** Serves a browser that came with a ticket. */
    async accept(socket: PictureSocket, ticket: string) {
      let isOpen = true
      socket.on('close', () => {
        isOpen = false
      })
      socket.on('error', () => socket.terminate())
      const grant = tickets.take(ticket, Date.now())
      if (!grant) return endSocket(socket, PictureEnd.ticket)
      const isAllowed = await mayWatch(grant).catch(() => false)
      if (!isOpen) return
      if (isAllowed) watch(socket, grant)
      else endSocket(socket, PictureEnd.rights)
    },
    async close() {
      clearInterval(ticking)
      for (const { socket } of watchers) endSocket(socket, PictureEnd.stopping)
      for (const upstream of [...upstreams.values()]) upstream.end()
      await cameraPort.close()
    },
  }
}

/** Returns a function that ends the pictures of who may not see them any more, one check at a time; `now` in epoch ms. */
function createViewerCheck<V>(watchers: ReadonlySet<Watcher<V>>, viewersOf: Options<V>['viewersOf'], log: Log) {
  let checkedAt = Date.now()
  let isChecking = false

  async function check() {
    const checked = [...watchers]
    const viewers = checked.length ? await viewersOf(checked.map(({ grant }) => grant.token)) : new Map<string, V>()
    checkedAt = Date.now()
    for (const { grant, socket } of checked) {
      const viewer = viewers.get(grant.token)
      if (viewer === undefined || !grant.mayWatch(viewer)) endSocket(socket, PictureEnd.rights)
    }
  }

  return (now: number) => {
    // While the database is away nobody knows who may see what.
    if (now - checkedAt > uncheckedMs) for (const { socket } of watchers) endSocket(socket, PictureEnd.stopping)
    if (isChecking) return
    isChecking = true
    check()
      .catch((error: Error) => log.error({ error: error.message }, 'viewers of pictures could not be checked'))
      .finally(() => {
        isChecking = false
      })
  }
}

/** Who waits for the next connection of a channel. */
function createExpectations() {
  const waiting = new Map<string, CameraListener>()
  return {
    get: (channel: string) => waiting.get(channel),
    /** Gives the next connection alone to `listener`; the returned function ends the wait. */
    add(channel: string, listener: CameraListener) {
      const once: CameraListener = {
        opened(connection) {
          waiting.delete(channel)
          listener.opened(connection)
        },
        heard: (bytes) => listener.heard(bytes),
        frame: (frame) => listener.frame(frame),
        closed: () => listener.closed(),
      }
      waiting.set(channel, once)
      return () => {
        if (waiting.get(channel) === once) waiting.delete(channel)
      }
    },
  }
}

/** Says why, and closes. */
function endSocket(socket: PictureSocket, reason: PictureEnd) {
  socket.send(JSON.stringify({ state: PictureState.ended, reason } satisfies PictureStatus))
  socket.close(reason === PictureEnd.stopping ? goingAway : refusedClose)
}
