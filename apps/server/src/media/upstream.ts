import { PictureState, VideoResult } from '@huanwei/contract/video/codes'
import type { PictureStatus } from '@huanwei/contract/video/endpoints'
import type { Frame } from '@huanwei/terminal/pictures/frames'
import { PacketKind } from '@huanwei/terminal/pictures/packet'
import { soundName } from '@huanwei/terminal/pictures/sound-names'
import { timeText } from '../lib/time.ts'
import { type Answer, timedOut } from '../position/ingest/pending-commands.ts'
import type { PlaybackStep } from '../position/link.ts'
import type { CameraConnection, CameraListener } from './camera-listener.ts'
import { type PastRoom, PictureTags } from './picture-tags.ts'
import type { PictureListener } from './picture-viewer.ts'
import type { Playback } from './playback.ts'
import type { UpstreamTimes } from './upstream-times.ts'

/** A stream of a camera. `terminalNo` in its canonical form, `channel` from 1, `stream` as in `VideoStream`. */
export type Camera = { deviceId: number; terminalNo: string; channel: number; stream: number }

export type UpstreamParts = {
  open(): Promise<Answer>
  close(isOverUdp: boolean): void
  /** Lets the connection that is open carry the other stream; absent where that cannot be asked for. Never rejects. */
  switchStream?(stream: number): Promise<Answer>
  /** Ends the sound alone; absent where that cannot be asked for. */
  closeSound?(): Promise<Answer>
  /** Runs requests for one channel of one terminal one after the other: its packets do not say which stream they are. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Gives the next connection of the camera's channel to `listener`, until the returned function is called. */
  expect(listener: CameraListener): () => void
  ended(): void
  /** The terminal said yes, and did not come. */
  missed?(): void
  /** The pictures come from another video server, whose codes say why there are none. */
  isElsewhere?: boolean
  times: UpstreamTimes
  past: PastRoom
}

/** What a playback needs besides. */
export type PlaybackParts = {
  playback: Playback
  control(step: PlaybackStep): Promise<Answer>
  /** All of it was sent. */
  finished(): void
}

const outcomeStates = {
  offline: PictureState.offline,
  refused: PictureState.refused,
  timedOut: PictureState.noAnswer,
  confirmed: PictureState.noPicture,
} as const
/** States after an attempt that the terminal agreed to and that showed nothing. */
const inVain: readonly (PictureState | undefined)[] = [PictureState.noPicture, PictureState.cannotPlay]
/**
 * Each so many-th request that a terminal agrees to in vain is waited for so many times longer: one that begins anew at each would never come. An odd
 * number, as it is told one way and the other in turn.
 */
const [patientEvery, patience] = [11, 3]

const obeyed: Answer = { outcome: 'confirmed', result: null }

const codeOf = (result: number | null) => Object.values(VideoResult).find((code) => code === result)

/**
 * The pictures of a camera, requested once for all its viewers, from the first one until some time after the last; or those that a terminal has
 * recorded, for one viewer. Source: spec 3, section 16.
 */
export class Upstream {
  readonly #parts: UpstreamParts
  readonly #recorded: PlaybackParts | undefined
  readonly #viewers = new Set<PictureListener>()
  readonly #tags: PictureTags
  readonly #stop = new AbortController()
  #state: PictureState = PictureState.connecting
  #connection: CameraConnection | undefined
  #arrived: () => void = () => undefined
  #left: () => void = () => undefined
  #wake: () => void = () => undefined
  #lingering: NodeJS.Timeout | undefined
  #wasAsked = false
  /** Of another video server that refused. */
  #code: VideoResult | undefined
  #bytes = 0
  #kbps = 0
  #openedAt = 0
  #heardAt = 0
  /** Of the last request, by a clock that is never set, ms. */
  #askedAt = 0
  #pictureAt: number | undefined
  #soundAt: number | undefined
  /** Name of the codec of the sound, where no page plays it. */
  #unheard: string | undefined
  #unheardSince: number | undefined
  /** `closed`: the terminal sends none, as it was told; it is asked for anew when somebody listens. */
  #sound: 'open' | 'closing' | 'closed' | 'opening' = 'open'

  constructor(parts: UpstreamParts, recorded?: PlaybackParts) {
    this.#parts = parts
    this.#recorded = recorded
    // A playback is not recorded.
    this.#tags = new PictureTags(recorded ? undefined : parts.past)
    this.#tags.speed = recorded?.playback.speed ?? 1
    void this.#run()
  }

  get isEnded(): boolean {
    return this.#stop.signal.aborted
  }

  /** `pastMs`: of the pictures that came before, those of so many ms come first. */
  join(viewer: PictureListener, pastMs = 0) {
    clearTimeout(this.#lingering)
    this.#viewers.add(viewer)
    viewer.tell?.(this.#status())
    const { description } = this.#tags
    const [first, ...rest] = this.#tags.past(pastMs)
    if (!first || !description || !this.#connection) return
    viewer.precede?.((rest.at(-1) ?? first).time - first.time)
    for (const tag of [first, ...rest]) viewer.show(tag, description)
  }

  leave(viewer: PictureListener) {
    if (!this.#viewers.delete(viewer) || this.#viewers.size) return
    this.#lingering = setTimeout(() => this.end(), this.#parts.times.linger)
  }

  /** Tells viewers rate and age, and notices what does not come. `now` in epoch ms. */
  tick(now: number) {
    const { tick, frozen, stalled, dead, noKey } = this.#parts.times
    this.#kbps = Math.round((this.#bytes * 8) / tick)
    this.#bytes = 0
    if (this.#isPaused) this.#state = PictureState.paused
    else if (this.#connection) {
      const silentMs = now - (this.#pictureAt ?? this.#openedAt)
      const isDead = this.#isLiveOfTerminal && now - this.#heardAt > dead
      if (isDead || silentMs > stalled) this.#connection.close()
      else if (this.#pictureAt === undefined) {
        if (silentMs > noKey && this.#kbps > 0 && this.#state !== PictureState.cannotPlay) this.#state = PictureState.noKeyFrame
      } else this.#state = silentMs > frozen ? PictureState.frozen : PictureState.playing
    }
    this.mindSound(now)
    this.#tellAll()
  }

  /** True while a terminal sends its pictures. */
  get isConnected(): boolean {
    return this.#connection !== undefined
  }

  /** True while `viewer` alone has the stream. */
  isOnlyFor(viewer: PictureListener): boolean {
    return this.#viewers.size === 1 && this.#viewers.has(viewer)
  }

  /** Asks the terminal to send the other stream on the same connection; undefined where that cannot be asked for. */
  async switchStream(stream: number): Promise<Answer | undefined> {
    return this.#connection && this.#parts.switchStream?.(stream)
  }

  /** Ends the sound some time after the last listener, and asks for it when there is one again. `now` in epoch ms. */
  mindSound(now: number) {
    const { closeSound, times } = this.#parts
    const isHeard = this.#unheard === undefined && [...this.#viewers].some(({ isListening }) => isListening)
    if (isHeard) this.#unheardSince = undefined
    else this.#unheardSince ??= now
    if (!closeSound || !this.#connection || this.#pictureAt === undefined) return
    if (isHeard && this.#sound === 'closed') void this.#openSound()
    const isDue = this.#unheardSince !== undefined && now - this.#unheardSince > times.unheard
    if (isDue && this.#sound === 'open' && this.#hasSound(now)) void this.#closeSound(closeSound)
  }

  async #closeSound(close: () => Promise<Answer>) {
    this.#sound = 'closing'
    // Not in turn: a terminal that answers nothing must not delay what heals its picture.
    const { outcome } = await close()
    // A terminal that does not know the command goes on, and is asked once.
    if (this.#sound === 'closing' && outcome === 'confirmed') this.#sound = 'closed'
  }

  /** Sound alone cannot be asked for: pictures and sound come on a new connection, and the old one is left when it is there. */
  async #openSound() {
    this.#sound = 'opening'
    await this.#parts.inTurn(() => this.#ask())
    if (this.#connection === undefined) this.#left()
    else if (this.#sound === 'opening') this.#sound = 'closed'
  }

  /** Pauses a playback, goes on, jumps; undefined for live pictures. What the terminal refuses is not done. */
  async control(step: PlaybackStep): Promise<Answer | undefined> {
    const recorded = this.#recorded
    if (!recorded) return undefined
    // Without a connection the next one begins as it is told here.
    const answer = this.#connection ? await recorded.control(step) : obeyed
    if (answer.outcome !== 'confirmed') return answer
    recorded.playback.apply(step)
    this.#tags.speed = recorded.playback.speed
    if (step.step === 'jump') this.#tags.interrupt()
    this.#pictureAt = undefined
    this.#openedAt = Date.now()
    this.#tell(this.#isPaused ? PictureState.paused : PictureState.connecting)
    return answer
  }

  /** Ends the stream for good and has the terminal stop. */
  end() {
    if (this.isEnded) return
    clearTimeout(this.#lingering)
    this.#stop.abort()
    this.#parts.ended()
    this.#tags.forgetPast()
    if (this.#wasAsked) this.#parts.close(this.#connection?.isOverUdp ?? false)
    this.#connection?.close()
    this.#arrived()
    this.#left()
    this.#wake()
  }

  /** The next connection of the camera; one that it takes the place of is closed. */
  #line(): CameraListener {
    let own: CameraConnection | undefined
    const isCurrent = () => own !== undefined && own === this.#connection
    return {
      stream: this,
      opened: (connection) => {
        own = connection
        this.#opened(connection)
      },
      heard: (bytes) => {
        this.#bytes += bytes
        this.#heardAt = Date.now()
      },
      frame: (frame) => {
        if (isCurrent()) this.#frame(frame)
      },
      closed: () => {
        if (!isCurrent()) return
        this.#connection = undefined
        if (this.#sound !== 'opening') this.#left()
      },
    }
  }

  #opened(connection: CameraConnection) {
    const former = this.#connection
    this.#connection = connection
    former?.close()
    this.#sound = 'open'
    this.#openedAt = Date.now()
    this.#heardAt = this.#openedAt
    this.#pictureAt = undefined
    this.#tags.interrupt()
    this.#arrived()
  }

  #frame(frame: Frame) {
    if (frame.kind === PacketKind.sound) return this.#hear(frame)
    const tag = this.#tags.take(frame)
    if (tag === 'unplayable') return this.#refuse()
    const { description } = this.#tags
    if (!tag || !description) return
    this.#pictureAt = Date.now()
    this.#recorded?.playback.saw(frame.timestamp)
    for (const viewer of this.#viewers) viewer.show(tag, description)
    this.#tell(this.#isPaused ? PictureState.paused : PictureState.playing)
  }

  /** Says that no page plays the pictures that come now, whatever was shown before. */
  #refuse() {
    if (this.#state === PictureState.cannotPlay) return
    this.#pictureAt = undefined
    this.#openedAt = Date.now()
    this.#tell(PictureState.cannotPlay)
  }

  #hear(frame: Frame) {
    const tag = this.#tags.sound(frame)
    if (!tag) return
    this.#soundAt = Date.now()
    this.#unheard = tag === 'unplayable' ? soundName(frame.codec) : undefined
    if (tag !== 'unplayable') for (const viewer of this.#viewers) viewer.hear?.(tag)
  }

  /** Requests the pictures again and again, until nobody looks any more. */
  async #run() {
    const { retry, refusedRetry, longestRetry, parting, arrival } = this.#parts.times
    /** Attempts one after the other that were in vain, of a playback. */
    let failures = 0
    /** Attempts one after the other that the terminal agreed to, and did not come. */
    let misses = 0
    while (!this.isEnded) {
      const isPatient = this.#isLiveOfTerminal && (misses + 1) % patientEvery === 0
      const missed = await this.#parts.inTurn(() => this.#ask(isPatient ? patience * arrival : arrival))
      if (this.isEnded) return
      const failed = missed ?? (await this.#untilClosed())
      this.#tell(failed ?? (this.#isPaused ? PictureState.paused : PictureState.connecting))
      if (this.#isFinished(failed)) return this.#recorded?.finished()
      if (!this.#viewers.size) return this.end()
      failures = this.#recorded && inVain.includes(failed) ? failures + 1 : 0
      misses = missed === PictureState.noPicture ? misses + 1 : 0
      const rest = failed === PictureState.refused ? refusedRetry : Math.min(longestRetry, retry * 2 ** failures)
      await this.#pause(this.#pauseFor(rest, missed ? 0 : parting))
      while (this.#isPaused && !this.isEnded) await this.#pause(retry)
      if (!this.#viewers.size) return this.end()
    }
  }

  /** Until the next request: for live pictures `rest` counts from the last one on, and at least `least` are waited. ms. */
  #pauseFor(rest: number, least: number) {
    return this.#recorded ? rest : Math.max(least, this.#askedAt + rest - performance.now())
  }

  /** Resolves after so many ms, or at once when the stream has ended. */
  #pause(ms: number) {
    return new Promise<void>((resolve) => {
      if (this.isEnded) return resolve()
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  get #isLiveOfTerminal(): boolean {
    return !this.#recorded && !this.#parts.isElsewhere
  }

  get #isPaused(): boolean {
    return this.#recorded?.playback.isPaused ?? false
  }

  /** A terminal that has nothing more to play refuses to go on where it stopped. */
  #isFinished(failed: PictureState | undefined) {
    const playback = this.#recorded?.playback
    return playback !== undefined && (playback.isOver || (failed === PictureState.refused && playback.wasShown))
  }

  /** Asks the terminal once, and waits so long for it, ms. Returns the state if no connection came. */
  async #ask(arrivalMs = this.#parts.times.arrival): Promise<PictureState | undefined> {
    if (this.isEnded) return undefined
    let hasCome = false
    const arrival = new Promise<void>((resolve) => {
      this.#arrived = () => {
        hasCome = true
        resolve()
      }
    })
    const forget = this.#parts.expect(this.#line())
    this.#wasAsked = true
    this.#askedAt = performance.now()
    const late = new Promise<Answer>((resolve) => setTimeout(() => resolve(timedOut), arrivalMs).unref())
    const { outcome, result } = await Promise.race([this.#parts.open(), late])
    this.#code = this.#parts.isElsewhere && outcome === 'refused' ? codeOf(result) : undefined
    if (outcome === 'confirmed' && !hasCome) await Promise.race([arrival, late])
    forget()
    if (outcome === 'confirmed' && !hasCome) this.#parts.missed?.()
    return hasCome ? undefined : outcomeStates[outcome]
  }

  /** Waits for the end of the connection. Returns the state if no picture came on it. */
  async #untilClosed(): Promise<PictureState | undefined> {
    if (this.#connection)
      await new Promise<void>((resolve) => {
        this.#left = resolve
      })
    if (this.#pictureAt !== undefined || this.#isPaused) return undefined
    return this.#state === PictureState.cannotPlay ? this.#state : PictureState.noPicture
  }

  #tell(state: PictureState) {
    if (this.#state === state) return
    this.#state = state
    this.#tellAll()
  }

  #tellAll() {
    const status = this.#status()
    for (const viewer of this.#viewers) viewer.tell?.(status)
  }

  #hasSound(now: number) {
    return this.#soundAt !== undefined && now - this.#soundAt <= this.#parts.times.silent
  }

  #status(): PictureStatus {
    const playback = this.#recorded?.playback
    const hasSound = this.#hasSound(Date.now()) || this.#sound === 'closed' || this.#sound === 'opening'
    const code = this.#state === PictureState.refused ? this.#code : undefined
    const status = {
      state: this.#state,
      ...(code && { code }),
      ...(playback && { time: timeText(playback.at) }),
      ...(hasSound && { hasSound, ...(this.#unheard && { unheard: this.#unheard }) }),
    }
    if (this.#pictureAt === undefined) return status
    const age = Math.round((Date.now() - this.#pictureAt) / 100) / 10
    return this.#connection ? { ...status, kbps: this.#kbps, age } : { ...status, age }
  }
}
