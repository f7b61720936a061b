import { createTurns } from '../http/turns.ts'
import { type Answer, timedOut } from '../position/ingest/pending-commands.ts'
import type { IngestCalls, PlaybackStep } from '../position/link.ts'
import type { CameraListener } from './camera-listener.ts'
import type { MediaPlaces } from './media-places.ts'
import { Playback, type PlaybackSpan } from './playback.ts'
import { type Camera, Upstream, type UpstreamParts } from './upstream.ts'
import { defaultTimes, patientTimes, type UpstreamTimes } from './upstream-times.ts'

export const channelOf = ({ terminalNo, channel }: Pick<Camera, 'terminalNo' | 'channel'>) => `${terminalNo} ${channel}`
/** Bytes of pictures that are kept for recordings that may begin, of all cameras. */
const roomForPast = 64 * 1024 * 1024

const keyOf = (camera: Camera) => `${channelOf(camera)} ${camera.stream}`

type OpenRemote = (listener: CameraListener, signal: AbortSignal) => Promise<Answer>

/** Pictures that are fetched instead of sent: live ones of a camera until the signal, and what was recorded. */
export type Remote = {
  open(camera: Camera, ...listening: Parameters<OpenRemote>): Promise<Answer>
  play(camera: Camera, playback: Playback): { open: OpenRemote; control(step: PlaybackStep): Answer }
}

type Options = {
  send: IngestCalls['send']
  places: MediaPlaces
  /** Devices of other video servers, which have negative numbers. */
  remote?: Remote | undefined
  times: Partial<UpstreamTimes> | undefined
  /** All of a playback was sent. */
  finished(upstream: Upstream): void
}

export type CameraLine = Pick<UpstreamParts, 'inTurn' | 'expect'>

/** The streams that terminals send: a live one for all who look, a playback for the one who asked for it. */
export function createUpstreams({ send, places, remote, times, finished }: Options) {
  const upstreams = new Map<string, Upstream>()
  const expectations = createExpectations()
  const inTurn = createTurns(1, { maxWaiting: Number.POSITIVE_INFINITY })
  const past = { left: roomForPast }
  let playbacks = 0
  const liveTimes = { ...defaultTimes, ...times }
  const longTimes = { ...defaultTimes, ...patientTimes, ...times }
  /** What live pictures and playbacks of a camera have in common. */
  const partsOf = (camera: Pick<Camera, 'terminalNo' | 'channel'>, key: string) => ({
    inTurn: <T>(work: () => Promise<T>) => inTurn(channelOf(camera), work),
    expect: (listener: CameraListener) => expectations.add(channelOf(camera), listener),
    ended: () => void upstreams.delete(key),
    past,
  })

  function openPlayback(camera: Camera, span: PlaybackSpan, key: string) {
    const { deviceId, channel } = camera
    const playback = new Playback(span)
    const player = isElsewhere(camera) ? remote?.play(camera, playback) : undefined
    const control = async (step: PlaybackStep) =>
      player ? player.control(step) : send(deviceId, { kind: 'controlPlayback', channel, ...step })
    const ofTerminal = {
      open() {
        const { at: start, end, speed } = playback
        return send(deviceId, { kind: 'playVideo', ...places.of(camera.terminalNo), channel, start, end, speed })
      },
      close: () => void inTurn(channelOf(camera), () => control({ step: 'stop' })),
    }
    const upstream: Upstream = new Upstream(
      {
        ...partsOf(camera, key),
        times: { ...longTimes, linger: 0 },
        ...(player ? fetched(player.open.bind(player)) : ofTerminal),
      },
      {
        playback,
        control,
        finished: () => finished(upstream),
      },
    )
    return upstream
  }

  /** The stream of a camera, or a new playback of it. */
  function open({ camera, playback }: { camera: Camera; playback?: PlaybackSpan }) {
    const key = playback ? `playback ${++playbacks}` : keyOf(camera)
    const known = upstreams.get(key)
    if (known) return known
    const upstream = playback
      ? openPlayback(camera, playback, key)
      : isElsewhere(camera)
        ? new Upstream({
            ...partsOf(camera, key),
            times: longTimes,
            ...fetched(async (...listening) => remote?.open(camera, ...listening) ?? timedOut),
          })
        : openLive(camera, { ...partsOf(camera, ''), upstreams, send, places, times: liveTimes })
    upstreams.set(key, upstream)
    return upstream
  }

  return {
    open,
    /** The way to a channel of a terminal, which everything that is asked of it shares. */
    lineOf(channel: Pick<Camera, 'terminalNo' | 'channel'>): CameraLine {
      const { inTurn, expect } = partsOf(channel, '')
      return { inTurn, expect }
    },
    /** Who waits for the connection of a channel. */
    expected: (terminalNo: string, channel: number) => expectations.get(channelOf({ terminalNo, channel })),
    /** True while somebody has a stream of a channel, whichever. */
    isChannelOn: (terminalNo: string, channel: number) =>
      [...upstreams.keys()].some((key) => key.startsWith(`${channelOf({ terminalNo, channel })} `)),
    /** True while somebody has the live stream. */
    isOn: (camera: Camera) => upstreams.has(keyOf(camera)),
    all: () => [...upstreams.values()],
  }
}

const isElsewhere = ({ deviceId }: Camera) => deviceId < 0

/** Parts of a stream that is fetched: nobody connects for it. */
function fetched(open: OpenRemote): Pick<UpstreamParts, 'isElsewhere' | 'expect' | 'open' | 'close'> {
  let listener: CameraListener | undefined
  let stop = new AbortController()
  return {
    isElsewhere: true,
    expect(one) {
      listener = one
      return () => {
        listener = undefined
      }
    },
    async open() {
      // One that took too long must not begin beside it.
      stop.abort()
      stop = new AbortController()
      return listener ? open(listener, stop.signal) : timedOut
    },
    close: () => stop.abort(),
  }
}

type LiveParts = Omit<UpstreamParts, 'open' | 'close' | 'ended'> &
  Pick<Options, 'send' | 'places'> & {
    /** All streams by camera and stream. */
    upstreams: Map<string, Upstream>
  }

/** The live stream of a terminal's camera, which may become the other stream of the same camera. */
function openLive(camera: Camera, { upstreams, send, places, ...parts }: LiveParts) {
  const { deviceId, channel } = camera
  let { stream } = camera
  let place = places.of(camera.terminalNo)
  const keyNow = () => keyOf({ ...camera, stream })
  const forget = () => {
    if (upstreams.get(keyNow()) === upstream) upstreams.delete(keyNow())
  }
  /** Known as the other stream from the request on, so that nobody asks for that one besides. */
  async function switchStream(to: number): Promise<Answer> {
    const before = stream
    const become = (next: number) => {
      forget()
      stream = next
      if (upstreams.has(keyNow())) upstream.end()
      else upstreams.set(keyNow(), upstream)
    }
    become(to)
    const answer = await send(deviceId, { kind: 'switchStream', channel, stream: to })
    if (answer.outcome !== 'confirmed' && !upstream.isEnded) become(before)
    return answer
  }
  const upstream: Upstream = new Upstream({
    ...parts,
    ended: forget,
    switchStream,
    closeSound: () => send(deviceId, { kind: 'closeSound', channel, stream }),
    open() {
      place = places.of(camera.terminalNo)
      return send(deviceId, { kind: 'openVideo', ...place, channel, stream })
    },
    missed: () => places.missed(camera.terminalNo, place),
    close(isOverUdp) {
      // The command may stop both streams of a channel; over UDP nothing else stops this one.
      const isShared = [...upstreams.keys()].some((other) => other.startsWith(`${channelOf(camera)} `))
      const isNeeded = isShared && (!isOverUdp || upstreams.has(keyNow()))
      if (!isNeeded) void parts.inTurn(() => send(deviceId, { kind: 'closeVideo', channel, stream }))
    },
  })
  return upstream
}

/** Who waits for the next connection of a channel. */
function createExpectations() {
  const waiting = new Map<string, CameraListener>()
  return {
    get: (channel: string) => waiting.get(channel),
    /** Gives the next connection alone to `listener`; the returned function ends the wait. */
    add(channel: string, listener: CameraListener) {
      const once: CameraListener = {
        stream: listener.stream,
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
