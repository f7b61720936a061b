import type { CabState } from '@huanwei/contract/intercom/codes'
import type { LineNews } from '@huanwei/contract/intercom/messages'
import { TalkState } from '@huanwei/contract/video/codes'
import { inPieces } from '../lib/in-pieces.ts'
import type { TerminalLine } from '../media/talk/terminal-lines.ts'
import type { GroupCab, Room } from './room.ts'
import type { SpeechSound } from './speech.ts'
import type { Talks } from './talks.ts'
import { VoiceActivity, windowSamples } from './voice-activity.ts'

/** Voice is sent so far ahead of what the loudspeaker has played, so that the radio may stand still for a moment. ms. */
const aheadMs = 600
/** The loudspeaker is still heard by the microphone for so long, ms. */
const echoMs = 300
/** A cab that hears nothing new and says nothing stays connected for so long; in an emergency much longer. ms. */
const [standbyMs, emergencyStandbyMs] = [60_000, 15 * 60_000]
/** Speeches that wait for a terminal that is behind, at most; older ones are left out. */
const mostBehind = 4
/** Windows before the voice was noticed that belong to it: 300 ms. */
const windowsBefore = 15
const windowMs = 20
const silence = Buffer.alloc(windowSamples, 0xd5)

type Listener = { heard(samples: Buffer): void; changed(): void }
type Parts = {
  about: Pick<GroupCab, 'tenantId' | 'vehicleId' | 'name'>
  room: Room
  isEmergency: boolean
  /** False where it only hears. */
  isHeard: boolean
  talks: Pick<Talks, 'press' | 'release' | 'sound'>
  /** Opens the line to the vehicle's terminal, or says why there is none. */
  open(listener: Listener): Promise<TerminalLine | 'busy' | 'noTerminal'>
}

/**
 * The cab of a vehicle in a group: its loudspeaker plays what is said there from the first sample, at the pace of speech, and its microphone takes the floor
 * while somebody speaks in the cab. The terminal is connected from the first speech until a minute after the last one.
 */
export class Cab implements GroupCab {
  readonly tenantId: number
  readonly vehicleId: number
  readonly name: string
  readonly userId = null
  readonly isDispatcher = false
  readonly isHeard: boolean
  floor: Room | undefined
  state: CabState = 'idle'
  readonly #parts: Parts
  #line: TerminalLine | undefined
  #isEnded = false
  /** Speeches that are to be played, with the samples of them that were sent. */
  readonly #hearing = new Map<SpeechSound, number>()
  /** Speeches that began while the terminal could not be reached. */
  #missed = new WeakSet<SpeechSound>()
  /** Time at which all that was sent has been played. */
  #playedUntil = 0
  #usedAt = 0
  readonly #activity = new VoiceActivity()
  #turn: 'none' | 'asking' | 'speaking' | 'refused' = 'none'
  #speechId = 0
  /** The last windows that were heard; of a voice that has no floor yet, all of it. */
  #early: Buffer[] = []

  constructor(parts: Parts) {
    this.#parts = parts
    this.isHeard = parts.isHeard
    ;({ tenantId: this.tenantId, vehicleId: this.vehicleId, name: this.name } = parts.about)
    if (parts.isEmergency) void this.#connect()
  }

  hear(speech: SpeechSound) {
    if (this.#missed.has(speech)) return
    const [oldest] = this.#hearing.keys()
    if (!this.#hearing.has(speech)) this.#hearing.set(speech, 0)
    if (oldest && this.#hearing.size > mostBehind) this.#hearing.delete(oldest)
    this.#usedAt = Date.now()
    if (this.#line) this.#play()
    else void this.#connect()
  }

  tell(news: LineNews) {
    if (news.type === 'granted' && this.#turn === 'asking') this.#begin(news.speechId)
    else if (news.type === 'granted') this.#parts.talks.release(this)
    else if (news.type === 'refused') this.#turn = 'refused'
    else if (news.type === 'ended' && this.#turn === 'speaking' && news.speechId === this.#speechId) this.#turn = 'refused'
  }

  /** Sends what became due, and lets a terminal go that nobody needs. */
  tick(now: number) {
    this.#play()
    const standby = this.#parts.isEmergency ? emergencyStandbyMs : standbyMs
    if (this.#line && now - this.#usedAt > standby) this.#become('idle')
  }

  end() {
    this.#isEnded = true
    this.#become('idle')
  }

  async #connect() {
    if (this.state === 'connecting') return
    this.#usedAt = Date.now()
    this.state = 'connecting'
    this.#parts.room.isChanged = true
    const opened = await this.#parts.open({
      heard: this.isHeard ? inPieces(windowSamples, (window) => this.#take(window)) : () => undefined,
      changed: () => this.#changed(),
    })
    if (typeof opened === 'string') return this.#become(opened)
    this.#line = opened
    if (this.#isEnded) this.#become('idle')
    // A terminal that is offline may have said so already.
    else this.#changed()
  }

  #changed() {
    const state = this.#line?.state
    if (state === TalkState.open) {
      this.state = state
      this.#parts.room.isChanged = true
      this.#play()
    } else if (state && state !== TalkState.connecting && state !== TalkState.ended) this.#become(state)
  }

  /** Gives the terminal up. What it was to play is missed. */
  #become(state: CabState) {
    this.state = state
    this.#parts.room.isChanged = true
    const line = this.#line
    this.#line = undefined
    line?.end()
    for (const speech of this.#hearing.keys()) this.#missed.add(speech)
    this.#hearing.clear()
    this.#stopSpeaking()
  }

  #play() {
    if (this.state !== 'open') return
    const now = Date.now()
    for (const [speech, from] of this.#hearing) {
      let sent = from
      const isDue = () => this.#playedUntil < now + aheadMs
      for (; sent + windowSamples <= speech.samples && isDue(); sent += windowSamples)
        this.#send(speech.piece(sent, windowSamples))
      if (speech.endReason && sent < speech.samples && speech.samples - sent < windowSamples && isDue()) {
        this.#send(Buffer.concat([speech.piece(sent, windowSamples), silence]).subarray(0, windowSamples))
        sent = speech.samples
      }
      this.#hearing.set(speech, sent)
      if (!speech.endReason || sent < speech.samples) return
      this.#hearing.delete(speech)
    }
  }

  #send(piece: Buffer) {
    this.#line?.send(piece)
    this.#playedUntil = Math.max(this.#playedUntil, Date.now()) + windowMs
  }

  /** Takes what the terminal's microphone hears. */
  #take(window: Buffer) {
    const now = Date.now()
    const isVoice = this.#activity.take(window)
    if (this.#turn === 'speaking') this.#parts.talks.sound(this, this.#speechId, window, now)
    else this.#early.push(window)
    if (!isVoice) this.#stopSpeaking()
    else this.#usedAt = now
    if (this.#turn === 'none' || this.#turn === 'refused') this.#early.splice(0, this.#early.length - windowsBefore)
    // What the loudspeaker says is no voice of the driver.
    if (!isVoice || this.#turn !== 'none' || now < this.#playedUntil + echoMs || this.#parts.room.floor.holder) return
    this.#turn = 'asking'
    this.#parts.talks.press(this, this.#parts.room, now)
  }

  #begin(speechId: number) {
    this.#turn = 'speaking'
    this.#speechId = speechId
    const voice = Buffer.concat(this.#early.splice(0))
    this.#parts.talks.sound(this, speechId, voice, Date.now())
  }

  #stopSpeaking() {
    const holds = this.#turn === 'asking' || this.#turn === 'speaking'
    this.#turn = 'none'
    if (holds) this.#parts.talks.release(this)
  }
}
