import { timingSafeEqual } from 'node:crypto'
import { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import { MessageId, RegisterResult, ReplyResult } from '@huanwei/terminal/messages/ids'
import type { Location } from '@huanwei/terminal/messages/location'
import type { Media } from '@huanwei/terminal/messages/media'
import { decodeMessage, type Message } from '@huanwei/terminal/messages/message'
import { type Authenticate, type Register, registrationVersion } from '@huanwei/terminal/messages/registration'
import type { BatchLocation } from '@huanwei/terminal/messages/tracking'
import { BadMessage } from '@huanwei/terminal/wire/bad-message'
import type { RawFrame } from '@huanwei/terminal/wire/frame'
import { type Header, terminalKey } from '@huanwei/terminal/wire/header'
import type { EndedUpload } from '../link.ts'
import type { Log } from '../log.ts'
import { traceReports } from '../trace.ts'
import type { Connection } from './connection.ts'
import type { FlowControl } from './flow-control.ts'
import { LocationReport } from './location-report.ts'
import { messageContent, withoutNul } from './message-content.ts'
import type { Registry, Terminal } from './registry.ts'
import type { Sessions } from './sessions.ts'
import type { StreamInput } from './stream.ts'
import type { Unauthenticated } from './unauthenticated.ts'

/** Parts of the gateway that a dialogue uses. */
export type DialogueContext = {
  registry: Registry
  stream: Pick<StreamInput, 'push'>
  sessions: Sessions
  unauthenticated: Unauthenticated
  flow: Pick<FlowControl, 'areMessagesFull' | 'balance' | 'countMessage' | 'holdBack'>
  /** Stores a message that is no position; resolves after the commit. */
  storeMessage(terminal: Terminal, header: Header, receivedAt: number, content: object): Promise<void>
  /** Stores a picture; resolves with false when it can never be stored. */
  storePhoto(terminal: Terminal, media: Media, receivedAt: number): Promise<boolean>
  uploadEnded(ended: EndedUpload): void
  /** True when this address may register one more unknown terminal number. */
  mayRegister(address: string, now: number): boolean
  now(): number
  log: Log
}

/** Messages that are stored and have no locations. Their frames wait unread while too many wait for the database; positions of others go on. */
const storedMessages: ReadonlySet<number> = new Set([
  MessageId.attributes,
  MessageId.videoAttributes,
  MessageId.passengers,
  MessageId.parameters,
  MessageId.media,
  MessageId.driver,
  MessageId.can,
  MessageId.mediaEvent,
  MessageId.upstreamData,
])
/** A connection that is not authenticated after this many refusals is closed. */
const maxRefusals = 10

/** Compares in constant time. */
function isSameCode(code: string, sent: string) {
  const [a, b] = [Buffer.from(code), Buffer.from(sent)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * The dialogue of JT/T 808 on every connection. Acknowledges a message once its content is committed; never throws. Sounds and
 * videos (0x0801) are answered as unsupported, as nothing stores them. Source: spec 4, IV.2 and IV.3.
 */
export class Dialogue {
  readonly #context: DialogueContext
  readonly #balance: (connection: Connection) => void

  constructor(context: DialogueContext) {
    this.#context = context
    this.#balance = (connection) => context.flow.balance(connection)
  }

  /** Returns false when the frame has to wait, with the connection paused. */
  takeFrame(connection: Connection, frame: RawFrame): boolean {
    const isStored = connection.terminal && frame.ok && storedMessages.has(frame.header.messageId)
    if (isStored && this.#context.flow.holdBack(connection)) return false
    this.#readFrame(connection, frame)
    return true
  }

  #readFrame(connection: Connection, frame: RawFrame) {
    if (!frame.ok) {
      if (frame.header) connection.acknowledge(frame.header, ReplyResult.badMessage)
      if (!connection.terminal) this.#countRefusal(connection)
      return
    }
    const { header } = frame
    connection.heardAt = this.#context.now()
    try {
      if (!this.#isAllowed(connection, header)) return this.#refuse(connection, header)
      const whole = connection.assemble(header, frame.body, connection.heardAt)
      if (whole) this.#takeMessage(connection, whole.header, whole.body)
    } catch (error) {
      if (!(error instanceof BadMessage)) this.#context.log.error({ error, messageId: header.messageId }, 'bug')
      connection.acknowledge(header, error instanceof BadMessage ? ReplyResult.badMessage : ReplyResult.failed)
      if (!connection.terminal) this.#countRefusal(connection)
    }
  }

  /**
   * True for messages of the authenticated terminal and for registrations and authentications in one frame: before
   * authentication no memory is spent on pieces.
   */
  #isAllowed(connection: Connection, header: Header): boolean {
    const { terminal } = connection
    // Almost all frames say the number as the authentication did.
    if (terminal && (header.terminalNo === connection.header?.terminalNo || terminal.terminalNo === terminalKey(header))) {
      this.#context.registry.seen(terminal.id, connection.heardAt)
      return true
    }
    const isOpening = header.messageId === MessageId.register || header.messageId === MessageId.authenticate
    return isOpening && header.total === undefined
  }

  #refuse(connection: Connection, header: Header) {
    // A reply to a reply could go on for ever.
    if (header.messageId !== MessageId.terminalReply) connection.acknowledge(header, ReplyResult.failed)
    this.#countRefusal(connection)
  }

  #countRefusal(connection: Connection) {
    connection.refusals++
    if (!connection.terminal && connection.refusals >= maxRefusals) connection.close()
  }

  #takeMessage(connection: Connection, header: Header, body: Buffer) {
    const message = decodeMessage(header, body)
    if (message.id === MessageId.register) return this.#register(connection, header, message, body.length)
    if (message.id === MessageId.authenticate) return this.#authenticate(connection, header, message)
    const { terminal } = connection
    if (!terminal) return
    switch (message.id) {
      case MessageId.location:
        return this.#takeLocations(connection, terminal, header, [message.location])
      case MessageId.queriedLocation:
        return this.#takeLocations(connection, terminal, header, [message.location], () =>
          connection.completeCommand(MessageId.queryLocation, message.replySerial),
        )
      case MessageId.batchLocation:
        return this.#takeBatch(connection, terminal, header, message)
    }
    this.#context.sessions.publishHeard(terminal, connection.heardAt)
    this.#takeOther(connection, terminal, header, message)
  }

  /** Takes a message without locations. */
  #takeOther(connection: Connection, terminal: Terminal, header: Header, message: Message) {
    switch (message.id) {
      case MessageId.terminalReply:
        return connection.confirmCommand(message)
      case MessageId.heartbeat:
        return connection.acknowledge(header, ReplyResult.ok)
      case MessageId.logOut:
        return this.#logOut(connection, header)
      case MessageId.queryTime:
        connection.send(header, { id: MessageId.platformTime, time: this.#context.now() })
        return
      case MessageId.terminalResend:
        return connection.resend(message, this.#context.now())
      case MessageId.attributes:
        return this.#storeMessage(connection, terminal, header, message, () =>
          connection.completeCommand(MessageId.queryAttributes, undefined, message),
        )
      case MessageId.videoAttributes:
        return this.#storeMessage(connection, terminal, header, message, () =>
          connection.completeCommand(MessageId.queryVideoAttributes, undefined, message),
        )
      case MessageId.parameters:
        return this.#storeMessage(connection, terminal, header, message, () =>
          connection.completeCommand(MessageId.queryAllParameters, message.replySerial, message),
        )
      case MessageId.fileList:
        connection.acknowledge(header, ReplyResult.ok)
        connection.completeCommand(MessageId.queryFiles, message.replySerial, message)
        // The standard has a playback answered by the list of what is played.
        return connection.completeCommand(MessageId.playVideo, message.replySerial)
      case MessageId.uploadEnded:
        connection.acknowledge(header, ReplyResult.ok)
        return this.#context.uploadEnded({ deviceId: terminal.id, serial: message.replySerial, isGood: message.result === 0 })
      case MessageId.pictureTaken:
        return connection.confirmCommand({ ...message, replyId: MessageId.takePicture })
      case MessageId.media:
        return this.#storePhoto(connection, terminal, header, message)
      case MessageId.driver:
      case MessageId.can:
      case MessageId.passengers:
      case MessageId.mediaEvent:
      case MessageId.upstreamData:
        return this.#storeMessage(connection, terminal, header, message)
      default:
        return connection.acknowledge(header, ReplyResult.unsupported)
    }
  }

  #register(connection: Connection, header: Header, message: Register, bodyLength: number) {
    const { registry, sessions, log, now, mayRegister } = this.#context
    const terminalNo = terminalKey(header)
    // A terminal that was never given a number sends zeros.
    if (terminalNo === '0') {
      this.#replyToRegistration(connection, header, RegisterResult.noSuchTerminal)
      return this.#countRefusal(connection)
    }
    if (connection.isRegistering) return
    const known = registry.byNumber(terminalNo)
    if (known && sessions.isContested(connection, known)) {
      this.#replyToRegistration(connection, header, RegisterResult.terminalRegistered)
      return this.#countRefusal(connection)
    }
    if (!known && !mayRegister(connection.address, now())) {
      log.warn({ address: connection.address }, 'too many new terminals from one address')
      return this.#countRefusal(connection)
    }
    const registration = {
      terminalNo,
      protocol: registrationVersion(header.version2019, bodyLength),
      manufacturer: withoutNul(message.manufacturer),
      model: withoutNul(message.model),
      terminalId: withoutNul(message.terminalId),
      plateNumber: withoutNul(message.plate),
    }
    connection.isRegistering = true
    registry
      .register(registration, connection.heardAt)
      .then((registered) => {
        if (registered?.authCode) return this.#replyToRegistration(connection, header, RegisterResult.ok, registered.authCode)
        this.#replyToRegistration(connection, header, RegisterResult.terminalRegistered)
        this.#countRefusal(connection)
      })
      // Without a reply the terminal tries again.
      .catch((error: Error) => log.error({ error }, 'a terminal could not be registered'))
      .finally(() => {
        connection.isRegistering = false
      })
  }

  #replyToRegistration(connection: Connection, header: Header, result: RegisterResult, authCode?: string) {
    connection.send(header, {
      id: MessageId.registered,
      replySerial: header.serial,
      result,
      ...(authCode !== undefined && { authCode }),
    })
  }

  #authenticate(connection: Connection, header: Header, message: Authenticate) {
    const { registry, sessions, unauthenticated } = this.#context
    const terminal = registry.byNumber(terminalKey(header))
    if (!terminal?.authCode || !isSameCode(terminal.authCode, message.authCode)) return this.#refuse(connection, header)
    connection.header = header
    unauthenticated.delete(connection)
    sessions.attach(connection, terminal)
    registry.seen(terminal.id, connection.heardAt)
    connection.acknowledge(header, ReplyResult.ok)
  }

  #logOut(connection: Connection, header: Header) {
    const { sessions, unauthenticated } = this.#context
    connection.acknowledge(header, ReplyResult.ok)
    sessions.detach(connection, ConnectionEnd.loggedOut)
    if (!unauthenticated.admit(connection)) connection.close()
  }

  #takeLocations(
    connection: Connection,
    { id: deviceId }: Terminal,
    header: Header,
    locations: Location[],
    onCommitted?: () => void,
  ) {
    connection.uncommitted += locations.length
    const report = new LocationReport(connection, deviceId, header, locations, this.#balance, onCommitted)
    traceReports(this.#context.log, 'received', [report])
    if (!this.#context.stream.push(report)) connection.uncommitted -= locations.length
    this.#balance(connection)
  }

  /** Stores the unreadable locations of a batch as they are before the others, so that the acknowledgement loses nothing. */
  #takeBatch(connection: Connection, terminal: Terminal, header: Header, { locations, rejected }: BatchLocation) {
    const { flow, sessions, storeMessage } = this.#context
    if (!locations.length) {
      sessions.publishHeard(terminal, connection.heardAt)
      return connection.acknowledge(header, rejected.length ? ReplyResult.badMessage : ReplyResult.ok)
    }
    if (!rejected.length) return this.#takeLocations(connection, terminal, header, locations)
    // Without an answer the terminal sends it again.
    if (flow.areMessagesFull) return
    const storing = storeMessage(terminal, header, connection.heardAt, { rejected })
    const takeOthers = () => this.#takeLocations(connection, terminal, header, locations)
    this.#store(connection, header, storing, takeOthers, JSON.stringify(rejected).length)
  }

  #storeMessage(connection: Connection, terminal: Terminal, header: Header, message: Message, onStored?: () => void) {
    const content = messageContent(message)
    const storing = this.#context.storeMessage(terminal, header, connection.heardAt, content)
    const answer = () => {
      connection.acknowledge(header, ReplyResult.ok)
      onStored?.()
    }
    this.#store(connection, header, storing, answer, JSON.stringify(content).length)
  }

  #storePhoto(connection: Connection, terminal: Terminal, header: Header, media: Media) {
    const answer = (isStored: boolean) => {
      if (isStored) connection.send(header, { id: MessageId.mediaReceived, mediaId: media.mediaId, lost: [] })
      else connection.acknowledge(header, ReplyResult.unsupported)
    }
    const storing = this.#context.storePhoto(terminal, media, connection.heardAt)
    this.#store(connection, header, storing, answer, media.data.length)
  }

  /** Calls `onStored` once `storing` of so many `bytes` is done. A failure is not answered, so that the terminal sends the message again. */
  #store<T>(connection: Connection, header: Header, storing: Promise<T>, onStored: (stored: T) => void, bytes: number) {
    const stored = this.#context.flow.countMessage(connection, bytes)
    storing
      .then(onStored)
      .catch((error: Error) => this.#context.log.error({ error, messageId: header.messageId }, 'a message could not be stored'))
      .finally(stored)
  }
}
