import { PictureEnd, PictureState, type PictureStream } from '@huanwei/contract/video/codes'
import { makeTicket, PictureStatus } from '@huanwei/contract/video/endpoints'
import type { z } from 'zod'
import { call } from '../lib/api.ts'
import { ApiError } from '../lib/errors.ts'
import { backOff } from '../live/back-off.ts'
import { loadMpegts, type Mpegts } from './mpegts.ts'
import { pictureSocket } from './socket-loader.ts'
import type { PictureSound } from './sound.ts'

export type LiveChannel = { vehicleId: number; channel: number; stream: PictureStream }
/** What a ticket is asked for; read anew for each. */
type Wanted = z.input<typeof makeTicket.input>

/**
 * What a viewer is told of a picture: what the server says, that the line is lost, that it is the sub stream as the browser cannot play the main one, or the
 * words of a refusal, which is final.
 */
export type Told = Omit<PictureStatus, 'state' | 'unswitched'> & {
  state: PictureState | 'lost'
  unswitched?: PictureStatus['unswitched'] | 'unplayable'
  words?: string
}

/** The picture is shown with little delay, and faster while it is behind. s. */
const pace = { liveSync: true, liveSyncMaxLatency: 1.5, liveSyncTargetLatency: 0.5, liveSyncPlaybackRate: 1.5 } as const
/** Seconds of what was shown that are kept. */
const kept = { autoCleanupSourceBuffer: true, autoCleanupMaxBackwardDuration: 30, autoCleanupMinBackwardDuration: 10 } as const

/** The server says something each second: without a word for so long the line is dead, ms. */
const silentMs = 5000

/** Attempts for which the pause doubles: up to 4 s, as a picture should be back soon after its cause's end. */
const mostDoubled = 3

/** Time until a camera whose codec the browser does not play is asked for again, ms: it may have another one by then, and nobody stands before a wall. */
const unplayableMs = 30 * 60_000

/** Codec of the pictures in a tag of FLV; undefined for another tag. Source: Adobe FLV specification 10.1, E.4.3. */
const codecOf = (tag: Uint8Array) => (tag[0] === 9 ? (tag[11] ?? 0) & 15 : undefined)
/** The code of H.265 that the family's players and servers have agreed on. */
const hevc = 12

/** Ends that another ticket does not mend. */
const finalEnds: ReadonlySet<PictureEnd | undefined> = new Set([PictureEnd.rights, PictureEnd.finished, PictureEnd.replaced])

/** The end of a session and a locked screen are told elsewhere. */
const isToldHere = ({ status }: ApiError) => status !== 401 && status !== 423

/** Asks for a ticket; `url` is the path of the picture's socket. */
export type AskTicket = (wanted: Wanted, signal: AbortSignal) => Promise<{ url: string }>
const askTicket: AskTicket = (wanted, signal) => call(makeTicket, wanted, signal, isToldHere)

type Options = {
  sound?: PictureSound
  ask?: AskTicket
  /** Called for each socket; `send` asks for the other stream on it. */
  opened?: (send: (wish: PictureStream) => void) => void
}
const ignore = () => undefined

/**
 * Shows the live picture of a camera, or what `channel` wants of its recordings, in an element until the returned function is called; asks anew
 * when it breaks off, after growing pauses, and half an hour after a codec that the browser does not play. A refusal is the end.
 */
export function showPicture(
  video: HTMLVideoElement,
  channel: LiveChannel | (() => Wanted),
  tell: (told: Told) => void,
  { sound, ask = askTicket, opened = ignore }: Options = {},
): () => void {
  const end = new AbortController()
  const say = (told: Told) => {
    if (!end.signal.aborted) tell(told)
  }

  async function run() {
    for (let attempt = 1; !end.signal.aborted; attempt++) {
      try {
        const wanted = typeof channel === 'function' ? channel() : channel
        const [mpegts, { url }] = await Promise.all([loadMpegts(), ask(wanted, end.signal)])
        // While the library came the picture may have gone.
        if (end.signal.aborted) return
        if (!mpegts.isSupported()) return say({ state: PictureState.cannotPlay })
        const { reason, wasShown, cannotPlay } = await play(mpegts, video, url, { say, sound, opened, signal: end.signal })
        if (finalEnds.has(reason)) return
        if (cannotPlay) {
          say({ state: PictureState.cannotPlay })
          await pause(unplayableMs, end.signal)
          continue
        }
        if (wasShown) attempt = 0
      } catch (error) {
        if (error instanceof ApiError && error.status < 429) return say({ state: PictureState.ended, words: error.message })
        say({ state: 'lost', ...(error instanceof ApiError && { words: error.message }) })
      }
      await pause(backOff(Math.min(attempt, mostDoubled), Math.random()), end.signal)
    }
  }
  void run()
  return () => end.abort()
}

type Playing = Required<Pick<Options, 'opened'>> & {
  say: (told: Told) => void
  sound: PictureSound | undefined
  signal: AbortSignal
}

/** Plays one socket to its end. `reason`: the server's, if it gave one; `wasShown`: pictures came. Rejects when the library cannot play. */
function play(
  mpegts: Mpegts,
  video: HTMLVideoElement,
  path: string,
  { say, sound, opened, signal }: Playing,
): Promise<{ reason: PictureEnd | undefined; wasShown: boolean; cannotPlay?: true }> {
  return new Promise((resolve, reject) => {
    let reason: PictureEnd | undefined
    let wasShown = false
    let heardAt = performance.now()
    let codec: number | undefined
    let tellServer: (text: string) => void = ignore
    const url = new URL(path, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const socket = pictureSocket({
      text(message) {
        heardAt = performance.now()
        const status = PictureStatus.safeParse(JSON.parse(message))
        if (!status.success) return
        reason = status.data.reason ?? reason
        wasShown ||= status.data.state === PictureState.playing
        say(status.data)
      },
      closed: lose,
      opened(send) {
        tellServer = send
        sound?.opened(send)
        opened(send)
      },
      isTaken(tag) {
        // On a thin line a word comes late, behind the pictures before it.
        heardAt = performance.now()
        const next = codecOf(new Uint8Array(tag))
        // The library would stop with an error that says nothing of this.
        if (next === hevc && !mpegts.getFeatureList().mseH265Playback) {
          finish(() => resolve({ reason, wasShown, cannotPlay: true }))
          return true
        }
        if (next !== undefined && next !== (codec ?? next)) renew()
        codec = next ?? codec
        return sound?.take(tag) ?? false
      },
    })
    let looks = 0
    const watching = setInterval(() => {
      looks = performance.now() - heardAt > silentMs ? looks + 1 : 0
      // A busy page has heard what came meanwhile by the second look.
      if (looks === 2) lose()
      skipHole(video)
    }, 1000)
    function lose() {
      if (reason === undefined) say({ state: 'lost' })
      stop()
    }
    function finish(settle: () => void) {
      clearInterval(watching)
      signal.removeEventListener('abort', stop)
      video.removeEventListener('error', fail)
      // The library is in the middle of telling what happened.
      queueMicrotask(() => {
        player.destroy()
        socket.close()
      })
      settle()
    }
    function stop() {
      finish(() => resolve({ reason, wasShown }))
    }
    /** The library says nothing of what the browser's decoder cannot read: the picture would stand still for good. */
    function fail() {
      // A player that is taken off leaves an empty element, which is an error too for a moment.
      if (video.error) finish(() => reject(new Error(video.error?.message)))
    }
    signal.addEventListener('abort', stop)
    video.addEventListener('error', fail)
    function begin() {
      const made = mpegts.createPlayer(
        { type: 'flv', isLive: true, hasAudio: false, url: url.href },
        { customLoader: socket.Loader, enableStashBuffer: false, lazyLoad: false, ...pace, ...kept },
      )
      made.on(mpegts.Events.ERROR, (kind: string, detail: string) => finish(() => reject(new Error(`${kind}: ${detail}`))))
      made.attachMediaElement(video)
      made.load()
      // A browser that lets nothing play by itself keeps the first picture.
      Promise.resolve(made.play()).catch(() => undefined)
      return made
    }
    /** A player of the library plays one codec: the main stream may be in H.265, and the sub stream in H.264. */
    function renew() {
      socket.handOver()
      player.destroy()
      player = begin()
      // The element counts from the next picture on.
      sound?.opened(tellServer)
    }
    let player = begin()
  })
}

/** Goes on behind a hole in what has come: where another stream begins, pictures between are left out, and the element would wait for them for good. */
function skipHole(video: HTMLVideoElement) {
  if (video.readyState !== HTMLMediaElement.HAVE_CURRENT_DATA) return
  const { buffered, currentTime } = video
  const starts = Array.from({ length: buffered.length }, (_, i) => buffered.start(i))
  const next = starts.find((start) => start > currentTime)
  if (next !== undefined) video.currentTime = next
}

/** Resolves after `ms`, or at once when aborted. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
