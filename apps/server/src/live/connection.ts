import type { Socket } from 'node:net'
import { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import { longestAcknowledgement, writeAcknowledgement } from '@huanwei/terminal/acknowledgement'
import { Assembly, type MissingPieces } from '@huanwei/terminal/assembly'
import { FrameReader, type RawFrame } from '@huanwei/terminal/frame'
import { type Header, headerTo, versionOf } from '@huanwei/terminal/header'
import { MessageId, ReplyResult } from '@huanwei/terminal/ids'
import { encodeMessage, type Message, messageIdOf } from '@huanwei/terminal/message'
import { encodeFrames, SentPieces } from '@huanwei/terminal/splitting'
import type { Stay } from './connection-log.ts'
import type { Terminal } from './registry.ts'

export type ConnectionLimits = {
  /** What one terminal may have waiting to be sent, bytes; one that does not read is cut off. */
  outgoingBytes: number
  /** Bytes of one frame, escaped; the standard's longest has some 2100. */
  frameBytes: number
  /** Unfinished sub-packaged messages of one terminal, bytes. */
  assemblyBytes: number
  /** Commands to one terminal without an answer. */
  commands: number
}

/** How an order ended, with the message that answers it where one does. */
export type Answer = Outcome & { message?: Message }

type Command = { messageId: number; expires: number; resolve(answer: Answer): void }

/** Orders that another message than 0x0001 answers when the terminal does what it is told. */
const answeredByMessage: ReadonlySet<number> = new Set([
  MessageId.queryLocation,
  MessageId.queryAllParameters,
  MessageId.queryAttributes,
])

/** So many bytes are taken at a time before it is asked again whether there is room for more: some dozens of frames. */
const sliceBytes = 4096

/** Room for what is said within a turn, before more is needed: a dozen acknowledgements. */
const outBytes = 256

/** Connections that have said something in this turn. */
let speaking: Connection[] = []
function letSpeak() {
  const all = speaking
  speaking = []
  for (const one of all) one.speak()
}

const nothing: Buffer = Buffer.alloc(0)
const timedOut: Outcome = { outcome: 'timedOut', result: null }

/** One TCP connection of a terminal: its frames, its serials, what was sent and not answered. It knows no terminal's rights. */
export class Connection {
  readonly address: string
  readonly openedAt: number
  /** When the last whole frame came, epoch ms. */
  heardAt: number
  /** Set while authenticated. */
  terminal: Terminal | undefined
  /** Of whoever authenticated last. */
  stay: Stay | undefined
  /** Why it was closed here, or broke; undefined when the terminal hung up. */
  endReason: ConnectionEnd | undefined
  /** Messages refused and frames that could not be read, before it authenticated. */
  refusals = 0
  /** Locations and messages taken and not stored yet. */
  unsettled = 0
  isRegistering = false
  /** Nothing is read: the terminal's own buffers fill, and it waits. */
  isHeld = false
  /** It authenticated with this one: commands go out in its edition and to its number. */
  header: Header | undefined

  readonly #socket: Socket
  readonly #limits: ConnectionLimits
  readonly #reader: FrameReader
  #commands: Map<number, Command> | undefined
  #assembly: Assembly | undefined
  #sent: SentPieces | undefined
  #serial = 0
  /** What was said in this turn, up to `#outEnd`. */
  #out: Buffer | undefined
  #outEnd = 0
  /** Came while held. */
  #unread = nothing

  constructor(socket: Socket, limits: ConnectionLimits, now: number) {
    this.address = socket.remoteAddress ?? ''
    this.openedAt = now
    this.heardAt = now
    this.#socket = socket
    this.#limits = limits
    this.#reader = new FrameReader({ maxBytes: limits.frameBytes })
  }

  get isClosed(): boolean {
    return this.#socket.destroyed || this.#socket.writableEnded
  }

  /** Bytes held for what has not come whole or could not be taken yet. */
  get heldBytes(): number {
    return this.#unread.length + this.#reader.heldBytes + (this.#assembly?.heldBytes ?? 0)
  }

  hold() {
    this.isHeld = true
    this.#socket.pause()
  }

  /** Goes on: what was read already comes first. */
  resume(now: number, take: (frame: RawFrame) => void) {
    this.isHeld = false
    this.heardAt = now
    this.#take(take)
    if (!this.isHeld) this.#socket.resume()
  }

  /** Calls `take` with each frame that these bytes complete, until the connection is held or closed; the rest waits for `resume`. */
  read(chunk: Buffer, take: (frame: RawFrame) => void) {
    this.#unread = this.#unread.length ? Buffer.concat([this.#unread, chunk]) : chunk
    this.#take(take)
  }

  #take(take: (frame: RawFrame) => void) {
    while (this.#unread.length && !this.isHeld) {
      const slice = this.#unread.subarray(0, sliceBytes)
      // An empty rest would keep the whole chunk in memory.
      this.#unread = slice.length < this.#unread.length ? this.#unread.subarray(slice.length) : nothing
      for (const frame of this.#reader.push(slice)) {
        if (this.isClosed) return
        take(frame)
      }
    }
  }

  /** The whole message when this frame completes one. BadMessage when it is a piece that cannot be. */
  assemble(header: Header, body: Buffer, now: number) {
    if (header.total === undefined) return { header, body }
    this.#assembly ??= new Assembly({ maxSets: 4, maxBytes: this.#limits.assemblyBytes })
    return this.#assembly.add(header, body, now)
  }

  /** 0x8001 for the message with this header. */
  answer(header: Header, result: ReplyResult) {
    if (this.isClosed) return
    const out = this.#room(longestAcknowledgement)
    this.#outEnd = writeAcknowledgement(out, this.#outEnd, header, this.#serial, result)
    this.#serial = (this.#serial + 1) & 0xffff
  }

  /** Sends to the terminal that `header` came from; the serials it went with. Nothing happens when the connection is gone. */
  send(header: Header, message: Message, now = 0): number[] {
    if (this.isClosed) return []
    const version = versionOf(header)
    const frames = encodeFrames(headerTo(header, messageIdOf(message), this.#serial), encodeMessage(message, version))
    const serials = frames.map((_, i) => (this.#serial + i) & 0xffff)
    this.#serial = (this.#serial + frames.length) & 0xffff
    if (frames.length > 1) {
      this.#sent ??= new SentPieces()
      this.#sent.keep(serials[0]!, frames, now)
    }
    this.#write(frames)
    return serials
  }

  #write(frames: Buffer[]) {
    for (const frame of frames) {
      const out = this.#room(frame.length)
      this.#outEnd += frame.copy(out, this.#outEnd)
    }
  }

  /** Where to write so many more bytes, from `#outEnd` on. What is said within one turn goes out in one piece. */
  #room(length: number): Buffer {
    if (!this.#out) {
      this.#outEnd = 0
      this.#out = Buffer.allocUnsafe(Math.max(outBytes, length))
      if (speaking.push(this) === 1) process.nextTick(letSpeak)
    } else if (this.#outEnd + length > this.#out.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#out.length, this.#outEnd + length))
      this.#out.copy(larger, 0, 0, this.#outEnd)
      this.#out = larger
    }
    return this.#out
  }

  /** Hands what was said to the socket. */
  speak() {
    const out = this.#out
    this.#out = undefined
    if (!out || this.isClosed) return
    this.#socket.write(out.subarray(0, this.#outEnd))
    if (this.#socket.writableLength <= this.#limits.outgoingBytes) return
    this.endReason ??= ConnectionEnd.overflow
    this.#socket.destroy()
  }

  /** Sends pieces again that the terminal asks for. */
  sendAgain(request: { firstSerial: number; indexes: number[] }, now: number) {
    this.#write(this.#sent?.find(request, now) ?? [])
  }

  /** Sends an order and waits for its answer until `expires`, epoch ms. */
  command(message: Message, now: number, expires: number): Promise<Answer> {
    if (!this.header || this.isClosed) return Promise.resolve(timedOut)
    this.#commands ??= new Map()
    const commands = this.#commands
    if (commands.size >= this.#limits.commands) return Promise.resolve(timedOut)
    const serials = this.send(this.header, message, now)
    return new Promise((resolve) => {
      for (const serial of serials) commands.set(serial, { messageId: messageIdOf(message), expires, resolve })
    })
  }

  /** 0x0001: the terminal did, or did not do, what it was told. That it will answer does not end an order that is answered yet. */
  confirm({ replySerial, replyId, result }: { replySerial: number; replyId: number; result: number }) {
    if (result === ReplyResult.ok && answeredByMessage.has(replyId)) return
    const answer = { outcome: result === ReplyResult.ok ? 'confirmed' : 'refused', result } as const
    this.#end(this.#commands?.get(replySerial), replyId, answer)
  }

  /** What an order asked for is stored; `replySerial` undefined: it answers the first such order that waits. */
  answered(messageId: number, replySerial: number | undefined, message?: Message) {
    const command =
      replySerial === undefined
        ? [...(this.#commands?.values() ?? [])].find((one) => one.messageId === messageId)
        : this.#commands?.get(replySerial)
    this.#end(command, messageId, { outcome: 'confirmed', result: ReplyResult.ok, ...(message && { message }) })
  }

  #end(command: Command | undefined, messageId: number, answer: Answer) {
    if (command?.messageId !== messageId) return
    this.#forget(command)
    command.resolve(answer)
  }

  /** A split command waits under the serial of each of its pieces. */
  #forget({ resolve }: Command) {
    for (const [serial, command] of this.#commands ?? []) if (command.resolve === resolve) this.#commands?.delete(serial)
  }

  /** What time brings: commands without an answer end, missing pieces are asked for. */
  tick(now: number) {
    if (this.#commands)
      for (const [serial, { expires, resolve }] of this.#commands) {
        if (now < expires) continue
        this.#commands.delete(serial)
        resolve(timedOut)
      }
    if (this.#assembly) for (const missing of this.#assembly.due(now).ask) this.#ask(missing)
  }

  /** Pieces of a picture are asked for by its own reply, once the piece that says which picture it is has come. */
  #ask({ header, firstSerial, indexes, first }: MissingPieces) {
    const isPicture = header.messageId === MessageId.media && first !== undefined && first.length >= 4
    if (isPicture) this.send(header, { id: MessageId.mediaReceived, mediaId: first.readUInt32BE(), lost: indexes })
    else this.send(header, { id: MessageId.platformResend, firstSerial, indexes })
  }

  /** Sends what is waiting and closes; a terminal that does not read gets no time for it. */
  close(reason?: ConnectionEnd) {
    if (this.isClosed) return
    this.endReason ??= reason
    this.speak()
    this.#socket.destroySoon()
    this.#socket.setTimeout(2000, () => this.#socket.destroy())
  }

  /** The socket is gone: nobody answers any more. */
  gone() {
    for (const { resolve } of this.#commands?.values() ?? []) resolve(timedOut)
    this.#commands = undefined
  }
}
