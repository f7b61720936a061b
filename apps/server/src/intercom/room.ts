import { type CabState, headToBrowser } from '@huanwei/contract/intercom/codes'
import type { GroupState, LineNews } from '@huanwei/contract/intercom/messages'
import type { Viewer } from '../http/viewer.ts'
import { closeSocket, type Wire } from '../position/push/stomp.ts'
import { Floor } from './floor.ts'
import type { SpeechSound } from './speech.ts'

/** The part of a WebSocket that a line needs. */
export type LineSocket = Omit<Wire, 'send' | 'on'> & {
  send(data: string | Buffer): void
  ping(): void
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown
  on(event: 'close' | 'error' | 'pong', listener: () => void): unknown
}

/** Unsent bytes above which a browser is left out until it has read on: half a minute of voice. */
const mostUnsent = 256_000
/** Unsent bytes at which one that reads nothing is cut off. */
const mostUnread = 4_000_000
const mostMissedPings = 2

/** Whoever may hold the floor of a group: a person at a browser, or in the cab of a vehicle. */
export type Speaker = {
  readonly tenantId: number
  readonly userId: number | null
  readonly vehicleId: number | null
  readonly name: string
  readonly isDispatcher: boolean
  /** The group in which they hold it. */
  floor: Room | undefined
  tell(news: LineNews): void
}

/** The cab of a vehicle in a group. */
export type GroupCab = Speaker & {
  readonly vehicleId: number
  readonly isHeard: boolean
  readonly state: CabState
  /** Plays what is new of a speech. */
  hear(speech: SpeechSound): void
  tick(now: number): void
  end(): void
}

/** The line to one browser, after its session was accepted. */
export class Line implements Speaker {
  readonly socket: LineSocket
  readonly token: string
  readonly name: string
  viewer: Viewer
  /** Groups of the person, by id. */
  readonly rooms = new Map<number, Room>()
  listening: Room | undefined
  readonly vehicleId = null
  floor: Room | undefined
  /** Speeches that are being heard, with the samples of them that were sent. */
  readonly #hearing = new Map<SpeechSound, number>()
  #missedPings = 0

  constructor(socket: LineSocket, { token, name, viewer }: { token: string; name: string; viewer: Viewer }) {
    this.socket = socket
    this.token = token
    this.name = name
    this.viewer = viewer
    socket.on('pong', () => {
      this.#missedPings = 0
    })
  }

  get tenantId() {
    return this.viewer.tenantId
  }

  get userId() {
    return this.viewer.userId
  }

  get isDispatcher() {
    return this.viewer.permissions.has('intercom_dispatch')
  }

  tell(news: LineNews) {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.socket.bufferedAmount > mostUnread) this.socket.terminate()
    else this.socket.send(JSON.stringify(news))
  }

  /** Gives the browser what it lacks of a speech, as far as its line takes it. */
  hear(speech: SpeechSound) {
    let sent = this.#hearing.get(speech) ?? 0
    while (sent < speech.samples && this.#takesMore) {
      const message = speech.messageFrom(sent)
      this.socket.send(message)
      sent += message.length - headToBrowser
    }
    if (speech.endReason && sent === speech.samples) this.#hearing.delete(speech)
    else this.#hearing.set(speech, sent)
  }

  get #takesMore() {
    return this.socket.readyState === this.socket.OPEN && this.socket.bufferedAmount < mostUnsent
  }

  /** Goes on with speeches that the line did not take whole. */
  catchUp() {
    for (const speech of this.#hearing.keys()) this.hear(speech)
  }

  hearNothing() {
    this.#hearing.clear()
  }

  ping() {
    if (++this.#missedPings > mostMissedPings) this.socket.terminate()
    else if (this.socket.readyState === this.socket.OPEN) this.socket.ping()
  }

  end(code: number) {
    closeSocket(this.socket, code)
  }
}

/** People of a group who are named to the others, at most. */
const mostNamed = 100

/** A group while somebody of it is there. */
export class Room {
  readonly tenantId: number
  readonly id: number
  readonly lines = new Set<Line>()
  readonly cabs = new Map<number, GroupCab>()
  readonly floor = new Floor<Speaker>()
  /** What the holder of the floor says, once it is begun in the database. */
  speech: SpeechSound | undefined
  /** True from a change until it is told. */
  isChanged = false

  constructor(tenantId: number, id: number) {
    this.tenantId = tenantId
    this.id = id
  }

  *listeners(): Generator<Line> {
    for (const line of this.lines) if (line.listening === this) yield line
  }

  state(): GroupState {
    const present = new Map<number, GroupState['present'][number]>()
    for (const { viewer, name, listening } of this.lines) {
      const { userId } = viewer
      const isListening = listening === this || (present.get(userId)?.isListening ?? false)
      present.set(userId, { userId, name, isListening })
    }
    const byName = [...present.values()].sort((a, b) => a.name.localeCompare(b.name, 'zh'))
    return {
      id: this.id,
      present: byName.slice(0, mostNamed),
      presentCount: present.size,
      vehicles: [...this.cabs.values()].map(({ vehicleId, name, state }) => ({ vehicleId, name, state })),
      speaking: this.speech?.speaking ?? null,
    }
  }

  /** Tells everybody of it what it is now. */
  tellAll() {
    this.isChanged = false
    const group = this.state()
    for (const line of this.lines) line.tell({ type: 'group', group })
  }

  /** Gives the newest of the speech to all who listen, and to all vehicles, but the one who speaks. */
  relay(speech = this.speech, speaker = this.floor.holder) {
    if (!speech) return
    for (const line of this.listeners()) if (line !== speaker) line.hear(speech)
    for (const cab of this.cabs.values()) if (cab !== speaker) cab.hear(speech)
  }
}
