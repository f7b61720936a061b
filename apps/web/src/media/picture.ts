import { PictureEnd, PictureState, type PictureStream } from '@huanwei/contract/video/codes'
import { makeTicket, PictureStatus } from '@huanwei/contract/video/endpoints'
import type { z } from 'zod'
import { call } from '../lib/api.ts'
import { ApiError } from '../lib/errors.ts'
import { backOff } from '../live/back-off.ts'
import { loadMpegts, type Mpegts } from './mpegts.ts'
import { socketLoader } from './socket-loader.ts'
import type { PictureSound } from './sound.ts'

export type LiveChannel = { vehicleId: number; channel: number; stream: PictureStream }
/** What a ticket is asked for; read anew for each. */
type Wanted = z.input<typeof makeTicket.input>

/** What a viewer is told of a picture: what the server says, that the line is lost, or the words of a refusal, which is final. */
export type Told = Omit<PictureStatus, 'state'> & { state: PictureState | 'lost' } & { words?: string }

/** The picture is shown with little delay, and faster while it is behind. s. */
const pace = { liveSync: true, liveSyncMaxLatency: 1.5, liveSyncTargetLatency: 0.5, liveSyncPlaybackRate: 1.5 } as const
/** Seconds of what was shown that are kept. */
const kept = { autoCleanupSourceBuffer: true, autoCleanupMaxBackwardDuration: 30, autoCleanupMinBackwardDuration: 10 } as const

/** The server says something each second: without a word for so long the line is dead, ms. */
const silentMs = 5000

/** Attempts for which the pause doubles: up to 4 s, as a picture should be back soon after its cause's end. */
const mostDoubled = 3

/** Until a camera whose codec the browser does not play is asked for again: somebody may have set it to another one. ms. */
const unplayableMs = 60_000

/** True for a tag of FLV with pictures in H.265. */
const isHevc = (tag: Uint8Array) => tag[0] === 9 && ((tag[11] ?? 0) & 15) === 12

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
 * when it breaks off, after growing pauses.
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
    const url = new URL(path, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const customLoader = socketLoader({
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
        sound?.opened(send)
        opened(send)
      },
      isTaken(tag) {
        // The library would stop with an error that says nothing of this.
        if (isHevc(new Uint8Array(tag)) && !mpegts.getFeatureList().mseH265Playback) {
          finish(() => resolve({ reason, wasShown, cannotPlay: true }))
          return true
        }
        return sound?.take(tag) ?? false
      },
    })
    const player = mpegts.createPlayer(
      { type: 'flv', isLive: true, hasAudio: false, url: url.href },
      { customLoader, enableStashBuffer: false, lazyLoad: false, ...pace, ...kept },
    )
    let looks = 0
    const watching = setInterval(() => {
      looks = performance.now() - heardAt > silentMs ? looks + 1 : 0
      // A busy page has heard what came meanwhile by the second look.
      if (looks === 2) lose()
    }, 1000)
    function lose() {
      if (reason === undefined) say({ state: 'lost' })
      stop()
    }
    function finish(settle: () => void) {
      clearInterval(watching)
      signal.removeEventListener('abort', stop)
      // The library is in the middle of telling what happened.
      queueMicrotask(() => player.destroy())
      settle()
    }
    function stop() {
      finish(() => resolve({ reason, wasShown }))
    }
    signal.addEventListener('abort', stop)
    player.on(mpegts.Events.ERROR, (kind: string, detail: string) => finish(() => reject(new Error(`${kind}: ${detail}`))))
    player.attachMediaElement(video)
    player.load()
    // A browser that lets nothing play by itself keeps the first picture.
    Promise.resolve(player.play()).catch(() => undefined)
  })
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
