import { PictureEnd, PictureState } from '@huanwei/contract/video/codes'
import type { PictureStatus } from '@huanwei/contract/video/endpoints'
import type { IngestCalls, PlaybackStep } from '../position/link.ts'
import type { Log } from '../position/log.ts'
import { type CameraLimits, startCameraPort } from './camera-port.ts'
import { createMediaPlaces } from './media-places.ts'
import { type PictureListener, type PictureSocket, PictureViewer } from './picture-viewer.ts'
import type { PlaybackSpan } from './playback.ts'
import { createStrays } from './strays.ts'
import { createSwitching, type Switched } from './switching.ts'
import { createTerminalTalks } from './talk/talks.ts'
import { createTerminalLines } from './talk/terminal-lines.ts'
import { createThinLines } from './thin-lines.ts'
import { Tickets } from './tickets.ts'
import type { Camera } from './upstream.ts'
import { defaultTimes, patientTimes, type UpstreamTimes } from './upstream-times.ts'
import { channelOf, createUpstreams } from './upstreams.ts'
import { createViewerCheck, type ViewersByToken } from './viewer-check.ts'

/** What a ticket opens. `token` is that of the session that asked; `mayWatch` is false once the caller may not see the vehicle any more. */
export type PictureGrant<V> = {
  account: string
  token: string
  camera: Camera
  /** Given for what the terminal has recorded. */
  playback?: PlaybackSpan
  mayWatch(viewer: V): boolean
}

const ticketMs = 60_000
/** Pictures open at once: of one account (two walls of 25 and some), and in all. */
const mostOfAccount = 64
const mostInAll = 3000
/** Playbacks of one account; each is paid for by the vehicle's owner. */
const mostPlaybacks = 8
const ticksPerPing = 10
/** Close codes: no such right, a stopping server. */
const refusedClose = 4403
const goingAway = 1001

type Options<V> = {
  host: string
  /** Undefined where another process has the cameras. */
  port: number | undefined
  /** Address that terminals are told; empty: the one at which they reach the gateway. */
  publicHost: string
  send: IngestCalls['send']
  remote?: Parameters<typeof createUpstreams>[0]['remote']
  viewersOf: ViewersByToken<V>
  /** Id of the terminal with this number, if its organisation's cameras are this process's. */
  terminalHere(terminalNo: string): Promise<number | undefined>
  log: Log
  times?: Partial<UpstreamTimes> | undefined
  limits?: Partial<CameraLimits> | undefined
}

type Watcher<V> = Switched & { grant: PictureGrant<V>; socket: PictureSocket }

/** The role `media`: takes pictures from terminals and gives them to browsers. Source: spec 3, section 16. */
export async function startMedia<V>({ send, remote, viewersOf, terminalHere, log, publicHost, times, ...options }: Options<V>) {
  const tickets = new Tickets<PictureGrant<V>>(ticketMs)
  const watchers = new Set<Watcher<V>>()
  const places = createMediaPlaces(() => ({ host: publicHost, port: cameraPort.port, udpPort: cameraPort.udpPort }))
  const upstreams = createUpstreams({
    send,
    remote,
    times,
    places,
    finished(upstream) {
      for (const one of watchers) if (one.upstream === upstream) endSocket(one.socket, PictureEnd.finished)
      upstream.end()
    },
  })
  const arrivalMs = times?.arrival ?? patientTimes.arrival
  const terminals = createTerminalLines({ send, places, lineOf: upstreams.lineOf, arrivalMs })
  const isInUse = (terminalNo: string, channel: number) =>
    upstreams.isChannelOn(terminalNo, channel) || terminals.isOn(terminalNo, channel)
  const cameraPort = await startCameraPort({
    ...options,
    log,
    // Over UDP, where anybody can say that it is a terminal, none is let in that was told TCP alone.
    expected: (terminalNo, channel, isOverUdp) =>
      isOverUdp && places.of(terminalNo).udpPort === undefined ? undefined : upstreams.expected(terminalNo, channel),
    stray: createStrays({ send, terminalHere, isOn: isInUse, patience: times?.stray, log }),
  })

  const playbacks = createPlaybackRules(watchers)
  const lines = createThinLines(createSwitching(upstreams))

  function watch(socket: PictureSocket, grant: PictureGrant<V>) {
    const own = [...watchers].filter((one) => one.grant.account === grant.account)
    if (own.length >= mostOfAccount || watchers.size >= mostInAll) return endSocket(socket, PictureEnd.tooMany)
    const refusal = grant.playback && playbacks.admit(grant)
    if (refusal) return endSocket(socket, refusal)
    const viewer = new PictureViewer(socket, {
      sound: () => watcher.upstream.mindSound(Date.now()),
      stream: (stream) => grant.playback || lines.wish(watcher, stream),
    })
    const watcher: Watcher<V> = { grant, socket, viewer, camera: grant.camera, upstream: upstreams.open(grant), isOpen: true }
    watchers.add(watcher)
    socket.on('close', () => {
      watchers.delete(watcher)
      watcher.isOpen = false
      watcher.upstream.leave(viewer)
    })
    watcher.upstream.join(viewer)
  }

  const checkViewers = createViewerCheck(watchers, viewersOf, log, ({ socket }, why) =>
    endSocket(socket, why === 'rights' ? PictureEnd.rights : PictureEnd.stopping),
  )
  const talks = createTerminalTalks({ terminals, viewersOf, log })
  let ticks = 0
  function tick() {
    ticks++
    for (const upstream of upstreams.all()) upstream.tick(Date.now())
    for (const one of watchers) if (lines.mind(one, Date.now()) || ticks % ticksPerPing === 0) one.viewer.ping()
    checkViewers(Date.now())
    talks.tick(Date.now())
  }
  const ticking = setInterval(tick, times?.tick ?? defaultTimes.tick)

  return {
    port: cameraPort.port,
    udpPort: cameraPort.udpPort,
    talks,
    terminals,
    upstreams: () => upstreams.all().length,
    cameras: cameraPort.connections,
    issue: (grant: PictureGrant<V>) => tickets.issue(grant, Date.now()),
    /** Does something to the playback that the account has open of a channel; undefined when there is none. */
    async control(account: string, camera: Pick<Camera, 'terminalNo' | 'channel'>, step: PlaybackStep) {
      const watcher = playbacks.of(camera)
      if (watcher?.grant.account !== account) return undefined
      if (step.step !== 'stop') return watcher.upstream.control(step)
      endSocket(watcher.socket, PictureEnd.finished)
      watcher.upstream.end()
      return { outcome: 'confirmed' as const, result: null }
    },
    isOn: upstreams.isOn,
    /** Gives the live pictures of a camera to a recorder, from `pastMs` ago on: the stream is on until the returned function is called. */
    record(camera: Camera, recorder: PictureListener, pastMs: number) {
      const upstream = upstreams.open({ camera })
      upstream.join(recorder, pastMs)
      return () => upstream.leave(recorder)
    },
    /** Serves a browser that came with a ticket. */
    accept: createAcceptance(tickets, viewersOf, watch),
    async close() {
      clearInterval(ticking)
      for (const { socket } of watchers) endSocket(socket, PictureEnd.stopping)
      talks.close()
      for (const upstream of upstreams.all()) upstream.end()
      await cameraPort.close()
    },
  }
}

/** Returns a function that lets a browser watch when its ticket is good and its viewer may see the camera. */
function createAcceptance<V>(
  tickets: Tickets<PictureGrant<V>>,
  viewersOf: ViewersByToken<V>,
  watch: (socket: PictureSocket, grant: PictureGrant<V>) => void,
) {
  async function mayWatch({ token, ...grant }: PictureGrant<V>) {
    const viewer = (await viewersOf([token])).get(token)
    return viewer !== undefined && grant.mayWatch(viewer)
  }
  return async (socket: PictureSocket, ticket: string) => {
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
  }
}

/** A terminal plays each channel once, hence for one viewer. */
function createPlaybackRules<V>(watchers: Set<Watcher<V>>) {
  const playing = () => [...watchers].filter(({ grant }) => grant.playback)
  const of = (camera: Pick<Camera, 'terminalNo' | 'channel'>) =>
    playing().find(({ grant }) => channelOf(grant.camera) === channelOf(camera))
  return {
    of,
    /** Ends the account's own older playback of the channel. Returns the reason why a new one cannot begin, if there is one. */
    admit({ account, camera }: PictureGrant<V>): PictureEnd | undefined {
      const other = of(camera)
      if (other && other.grant.account !== account) return PictureEnd.busy
      if (other) {
        watchers.delete(other)
        endSocket(other.socket, PictureEnd.replaced)
        other.upstream.end()
      }
      return playing().filter(({ grant }) => grant.account === account).length < mostPlaybacks ? undefined : PictureEnd.tooMany
    },
  }
}

/** Says why, and closes. */
function endSocket(socket: PictureSocket, reason: PictureEnd) {
  socket.send(JSON.stringify({ state: PictureState.ended, reason } satisfies PictureStatus))
  socket.close(reason === PictureEnd.stopping ? goingAway : refusedClose)
}
