import type { Socket } from 'node:net'
import { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import { MessageId, type ReplyResult } from '@huanwei/terminal/messages/ids'
import { encodeMessage, type Message, messageIdOf } from '@huanwei/terminal/messages/message'
import { Assembly, type MissingPieces } from '@huanwei/terminal/wire/assembly'
import { FrameReader, type RawFrame } from '@huanwei/terminal/wire/frame'
import { type Header, headerTo, versionOf } from '@huanwei/terminal/wire/header'
import { encodeFrames, SentPieces } from '@huanwei/terminal/wire/splitting'
import { OutgoingBuffer } from './outgoing.ts'
import { type Answer, PendingCommands, timedOut } from './pending-commands.ts'
import type { Terminal } from './registry.ts'
import type { Stay } from './stay.ts'

export type ConnectionLimits = {
  /** Bytes that may wait to be sent to one terminal; a connection above is closed. */
  outgoingBytes: number
  /** Bytes of one frame, escaped; the standard's longest has some 2100. */
  frameBytes: number
  /** Unfinished sub-packaged messages of one terminal, bytes. */
  assemblyBytes: number
  /** Commands to one terminal without an answer. */
  commands: number
}

/** Bytes that are decoded at a time, some dozens of frames, before it is checked again whether reading is paused. */
const sliceBytes = 4096

/** Time limit for a terminal to read the last bytes of a closing connection, ms. */
const closeMs = 2000

/** Connections with outgoing bytes in this turn of the event loop. */
let unflushed: Connection[] = []
function flushAll() {
  const connections = unflushed
  unflushed = []
  for (const connection of connections) connection.flush()
}

const nothing: Buffer = Buffer.alloc(0)

/** Takes a frame; returns false when the frame has to wait, with the connection paused. */
type TakeFrame = (frame: RawFrame) => boolean

/** One TCP connection of a terminal: its frames, its serials, what was sent and not answered. It does not decide what a terminal may do. */
export class Connection {
  readonly address: string
  /** Address of this machine that the terminal reached. */
  readonly ownAddress: string
  openedAt: number
  /** Arrival of the last whole frame, epoch ms. */
  heardAt: number
  /** Set while authenticated. */
  terminal: Terminal | undefined
  /** Stay of the terminal that authenticated last. */
  stay: Stay | undefined
  /** Reason why the platform closed the connection or why it broke; undefined when the terminal closed it. */
  endReason: ConnectionEnd | undefined
  /** Messages refused and frames that could not be read, before it authenticated. */
  refusals = 0
  /** Locations and messages that were taken and are not committed yet. */
  uncommitted = 0
  isRegistering = false
  /** True while nothing is decoded: the terminal's own buffers fill, and it waits. */
  isPaused = false
  /** Header of the authentication: commands go out in its protocol version and to its number. */
  header: Header | undefined

  readonly #socket: Socket
  readonly #limits: ConnectionLimits
  readonly #reader: FrameReader
  readonly #outgoing = new OutgoingBuffer()
  #commands: PendingCommands | undefined
  #assembly: Assembly | undefined
  #sent: SentPieces | undefined
  #serial = 0
  /** Bytes that came while paused. */
  #unread = nothing
  /** Time that it was paused, ms; each pause counts from the frame before it. */
  #pausedMs = 0
  /** By how much the platform's clock was set since it came, ms. */
  #clockSet = 0
  /** Frames of one slice of which the first has to wait. */
  #waiting: readonly RawFrame[] = []

  constructor(socket: Socket, limits: ConnectionLimits, now: number) {
    this.address = socket.remoteAddress ?? ''
    this.ownAddress = (socket.localAddress ?? '').replace(/^::ffff:/, '')
    this.openedAt = now
    this.heardAt = now
    this.#socket = socket
    this.#limits = limits
    this.#reader = new FrameReader({ maxBytes: limits.frameBytes })
  }

  get isClosed(): boolean {
    return this.#socket.destroyed || this.#socket.writableEnded
  }

  /** Bytes in memory of frames and messages that are incomplete or not decoded yet. */
  get bufferedBytes(): number {
    const waiting = this.hasWaitingFrame ? sliceBytes : 0
    return waiting + this.#unread.length + this.#reader.heldBytes + (this.#assembly?.heldBytes ?? 0)
  }

  /** True when it is paused before a frame that could not be taken. */
  get hasWaitingFrame(): boolean {
    return this.#waiting.length > 0
  }

  /** Decodes nothing from now on. The socket is paused only when more comes than a slice: most terminals wait for an answer to what they have sent. */
  pause() {
    this.isPaused = true
  }

  /** Reads on, beginning with the frames that wait and the bytes that came while paused. */
  resume(now: number, take: TakeFrame) {
    this.isPaused = false
    this.#pausedMs += Math.max(0, now - this.heardAt)
    this.heardAt = now
    this.#decode(take)
    if (!this.isPaused && this.#socket.isPaused()) this.#socket.resume()
  }

  /** Calls `take` with each frame that these bytes complete, until the connection is paused or closed; the rest waits for `resume`. */
  read(chunk: Buffer, take: TakeFrame) {
    this.#unread = this.#unread.length ? Buffer.concat([this.#unread, chunk]) : chunk
    if (this.isPaused && this.#unread.length > sliceBytes) this.#socket.pause()
    this.#decode(take)
  }

  #decode(take: TakeFrame) {
    while (!this.isPaused && (this.hasWaitingFrame || this.#unread.length)) {
      const frames = this.hasWaitingFrame ? this.#waiting : this.#nextFrames()
      const stop = frames.findIndex((frame) => this.isClosed || !take(frame))
      this.#waiting = stop === -1 || this.isClosed ? [] : frames.slice(stop)
      if (this.isClosed) return
    }
  }

  #nextFrames(): RawFrame[] {
    const slice = this.#unread.subarray(0, sliceBytes)
    // An empty rest would keep the whole chunk in memory.
    this.#unread = slice.length < this.#unread.length ? this.#unread.subarray(slice.length) : nothing
    return this.#reader.push(slice)
  }

  /** Returns the whole message when this frame completes one. Throws BadMessage for a piece that fits no message. */
  assemble(header: Header, body: Buffer, now: number) {
    if (header.total === undefined) return { header, body }
    this.#assembly ??= new Assembly({ maxSets: 4, maxBytes: this.#limits.assemblyBytes })
    return this.#assembly.add(header, body, this.#readingTime(now))
  }

  /** Sends a 0x8001 for the message with this header. */
  acknowledge(header: Header, result: ReplyResult) {
    if (this.isClosed) return
    this.#flushSoon()
    this.#outgoing.acknowledge(header, this.#serial, result)
    this.#serial = (this.#serial + 1) & 0xffff
  }

  /** Sends to the terminal that `header` came from and returns the serials of the frames; none when the connection is closed. */
  send(header: Header, message: Message, now = 0): number[] {
    if (this.isClosed) return []
    const version = versionOf(header)
    const frames = encodeFrames(headerTo(header, messageIdOf(message), this.#serial), encodeMessage(message, version))
    const serials = frames.map((_, i) => (this.#serial + i) & 0xffff)
    this.#serial = (this.#serial + frames.length) & 0xffff
    if (frames.length > 1) {
      this.#sent ??= new SentPieces()
      this.#sent.keep(serials[0]!, frames, this.#readingTime(now))
    }
    this.#write(frames)
    return serials
  }

  /** Sends pieces again that the terminal asks for. */
  resend(request: { firstSerial: number; indexes: number[] }, now: number) {
    this.#write(this.#sent?.find(request, this.#readingTime(now)) ?? [])
  }

  #write(frames: Buffer[]) {
    for (const frame of frames) {
      this.#flushSoon()
      this.#outgoing.append(frame)
    }
  }

  /** Schedules one write to the socket for all that is sent within this turn of the event loop. */
  #flushSoon() {
    if (this.#outgoing.isEmpty && unflushed.push(this) === 1) process.nextTick(flushAll)
  }

  /** Hands the outgoing bytes to the socket; closes a connection whose terminal reads too slowly. */
  flush() {
    const bytes = this.#outgoing.take()
    if (!bytes || this.isClosed) return
    this.#socket.write(bytes)
    if (this.#socket.writableLength <= this.#limits.outgoingBytes) return
    this.endReason ??= ConnectionEnd.overflow
    this.#socket.destroy()
  }

  /** Sends a command and waits for its answer until `expires`, epoch ms. */
  command(message: Message, now: number, expires: number): Promise<Answer> {
    if (!this.header || this.isClosed) return Promise.resolve(timedOut)
    this.#commands ??= new PendingCommands()
    if (this.#commands.size >= this.#limits.commands) return Promise.resolve(timedOut)
    return this.#commands.add(this.send(this.header, message, now), messageIdOf(message), expires - this.#clockSet)
  }

  /** Takes a 0x0001: the terminal obeyed, or refused, a command. */
  confirmCommand(reply: { replySerial: number; replyId: number; result: number }) {
    this.#commands?.confirm(reply)
  }

  /** Ends the command that a message answers, once that message is stored. */
  completeCommand(messageId: number, replySerial: number | undefined, message?: Message) {
    this.#commands?.complete(messageId, replySerial, message)
  }

  /** Ends expired commands and requests missing pieces. */
  tick(now: number) {
    this.#commands?.expire(now - this.#clockSet)
    // While paused, what is missing may lie unread.
    if (!this.#assembly || this.isPaused) return
    for (const missing of this.#assembly.due(this.#readingTime(now)).ask) this.#requestMissing(missing)
  }

  /** Time for pieces, epoch ms: it stands still while the connection is paused, so that none is missed that lies unread. */
  #readingTime(now: number): number {
    return now - this.#clockSet - this.#pausedMs
  }

  /** The platform's clock was set forward, or back where `step` is negative, ms, and shows `now`: what is counted by it goes on. */
  followClock(step: number, now: number) {
    // What came since it was set has its new time already.
    const moved = (time: number) => (step > 0 ? Math.min(time + step, now) : time > now ? time + step : time)
    this.openedAt = moved(this.openedAt)
    this.heardAt = moved(this.heardAt)
    this.#clockSet += step
  }

  /** Pieces of a picture are requested by a reply of their own, once the piece with the picture's id has come. */
  #requestMissing({ header, firstSerial, indexes, first }: MissingPieces) {
    const isPicture = header.messageId === MessageId.media && first !== undefined && first.length >= 4
    if (isPicture) this.send(header, { id: MessageId.mediaReceived, mediaId: first.readUInt32BE(), lost: indexes })
    else this.send(header, { id: MessageId.platformResend, firstSerial, indexes })
  }

  /** Sends the outgoing bytes and closes. */
  close(reason?: ConnectionEnd) {
    if (this.isClosed) return
    this.endReason ??= reason
    this.flush()
    this.#socket.destroySoon()
    this.#socket.setTimeout(closeMs, () => this.#socket.destroy())
  }

  /** Ends the commands once the socket is closed. */
  handleClosed() {
    this.#commands?.endAll()
    this.#commands = undefined
  }
}
