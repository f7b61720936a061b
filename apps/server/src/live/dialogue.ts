import { timingSafeEqual } from 'node:crypto'
import { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import { BadMessage } from '@huanwei/terminal/bad-message'
import type { RawFrame } from '@huanwei/terminal/frame'
import { type Header, terminalKey } from '@huanwei/terminal/header'
import { MessageId, RegisterResult, ReplyResult } from '@huanwei/terminal/ids'
import type { Location } from '@huanwei/terminal/location'
import type { Media } from '@huanwei/terminal/media'
import { decodeMessage, type Message } from '@huanwei/terminal/message'
import { type Authenticate, type Register, registrationVersion } from '@huanwei/terminal/registration'
import type { BatchLocation } from '@huanwei/terminal/tracking'
import type { Connection } from './connection.ts'
import type { Log } from './log.ts'
import type { Registry, Terminal } from './registry.ts'
import type { Report } from './report.ts'
import type { Stream } from './stream.ts'

/** What a dialogue does beyond its connection. */
export type Surroundings = {
  registry: Registry
  stream: Stream
  /** Stores a message that is no position; resolves when it is committed. */
  keep(terminal: Terminal, header: Header, receivedAt: number, content: object): Promise<void>
  /** Stores a picture; false when it will never be. */
  keepPhoto(terminal: Terminal, media: Media, receivedAt: number): Promise<boolean>
  /** Whether this address may enter one more number that nobody knows. */
  mayEnter(address: string, now: number): boolean
  /** The terminal is who it says it is, from now on on this connection alone. */
  attach(connection: Connection, terminal: Terminal): void
  detach(connection: Connection, reason: ConnectionEnd): void
  /** The connection has taken in or settled something: stop or go on reading. */
  balance(connection: Connection): void
  /** A terminal was heard without a location. */
  heard(terminal: Terminal, at: number): void
  now(): number
  log: Log
}

/** A connection that is still nobody's after so many refusals is closed. */
const maxRefusals = 10

/** Compares in a time that says nothing about how much is right. */
function isSameCode(code: string, sent: string) {
  const [a, b] = [Buffer.from(code), Buffer.from(sent)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** PostgreSQL takes no NUL in a text. */
const withoutNul = (text: string) => text.replaceAll('\0', '')

/** What is kept of a message: its fields, bytes as hexadecimal. */
function contentOf({ id: _, ...fields }: Message | { id: number; rejected: string[] }): object {
  const plain = 'data' in fields && Buffer.isBuffer(fields.data) ? { ...fields, data: fields.data.toString('hex') } : fields
  return JSON.parse(JSON.stringify(plain, (_, value: unknown) => (typeof value === 'string' ? withoutNul(value) : value)))
}

/** Locations on their way into the database, and who waits for them to arrive there. */
class LocationReport implements Report {
  readonly deviceId: number
  readonly messageId: number
  readonly serial: number
  readonly receivedAt: number
  readonly locations: Location[]
  readonly #around: Pick<Surroundings, 'balance'>
  readonly #connection: Connection
  readonly #header: Header
  readonly #stored: (() => void) | undefined

  constructor(
    around: Pick<Surroundings, 'balance'>,
    connection: Connection,
    deviceId: number,
    header: Header,
    locations: Location[],
    stored: (() => void) | undefined,
  ) {
    this.deviceId = deviceId
    this.messageId = header.messageId
    this.serial = header.serial
    this.receivedAt = connection.heardAt
    this.locations = locations
    this.#around = around
    this.#connection = connection
    this.#header = header
    this.#stored = stored
  }

  settle(committed: boolean) {
    this.#connection.unsettled -= this.locations.length
    this.#around.balance(this.#connection)
    if (!committed) return
    this.#connection.answer(this.#header, ReplyResult.ok)
    this.#stored?.()
  }
}

/**
 * Leads the dialogue of JT/T 808 on every connection: what each frame leads to. Acknowledges what a message carries once it is
 * committed; never throws. Sounds and videos (0x0801) are answered as unsupported, as nothing stores them. Source: spec 4, IV.2 and IV.3.
 */
export function createDialogue(around: Surroundings) {
  const { registry, stream, log, now } = around

  function takeFrame(connection: Connection, frame: RawFrame) {
    if (!frame.ok) {
      if (frame.header) connection.answer(frame.header, ReplyResult.badMessage)
      if (!connection.terminal) countRefusal(connection)
      return
    }
    const { header } = frame
    connection.heardAt = now()
    try {
      const isOpening = header.messageId === MessageId.register || header.messageId === MessageId.authenticate
      const isOwn = connection.terminal?.terminalNo === terminalKey(header)
      if (!isOpening && !isOwn) return refuse(connection, header)
      if (connection.terminal && isOwn) registry.seen(connection.terminal.id, connection.heardAt)
      // Nobody gets memory for pieces before saying who it is; an opening fits into one frame.
      if (!isOwn && header.total !== undefined) return refuse(connection, header)
      const whole = connection.assemble(header, frame.body, connection.heardAt)
      if (whole) takeMessage(connection, whole.header, whole.body)
    } catch (error) {
      if (!(error instanceof BadMessage)) log.error({ error, messageId: header.messageId }, 'bug')
      connection.answer(header, error instanceof BadMessage ? ReplyResult.badMessage : ReplyResult.failed)
      if (!connection.terminal) countRefusal(connection)
    }
  }

  function refuse(connection: Connection, header: Header) {
    // A reply to a reply could go on for ever.
    if (header.messageId !== MessageId.terminalReply) connection.answer(header, ReplyResult.failed)
    countRefusal(connection)
  }

  function countRefusal(connection: Connection) {
    connection.refusals++
    if (!connection.terminal && connection.refusals >= maxRefusals) connection.close()
  }

  function takeMessage(connection: Connection, header: Header, body: Buffer) {
    const message = decodeMessage(header, body)
    if (message.id === MessageId.register) return takeRegistration(connection, header, message, body.length)
    if (message.id === MessageId.authenticate) return takeAuthentication(connection, header, message)
    const { terminal } = connection
    if (!terminal) return
    switch (message.id) {
      case MessageId.location:
        return takeLocations(connection, terminal, header, [message.location])
      case MessageId.queriedLocation:
        return takeLocations(connection, terminal, header, [message.location], () =>
          connection.answered(MessageId.queryLocation, message.replySerial),
        )
      case MessageId.batchLocation:
        return takeBatch(connection, terminal, header, message)
    }
    around.heard(terminal, connection.heardAt)
    switch (message.id) {
      case MessageId.terminalReply:
        return connection.confirm(message)
      case MessageId.heartbeat:
        return connection.answer(header, ReplyResult.ok)
      case MessageId.logOut:
        connection.answer(header, ReplyResult.ok)
        return around.detach(connection, ConnectionEnd.loggedOut)
      case MessageId.queryTime:
        connection.send(header, { id: MessageId.platformTime, time: now() })
        return
      case MessageId.terminalResend:
        return connection.sendAgain(message, now())
      case MessageId.attributes:
        return takeOther(connection, terminal, header, message, () =>
          connection.answered(MessageId.queryAttributes, undefined, message),
        )
      case MessageId.parameters:
        return takeOther(connection, terminal, header, message, () =>
          connection.answered(MessageId.queryAllParameters, message.replySerial, message),
        )
      case MessageId.pictureTaken:
        return connection.confirm({ ...message, replyId: MessageId.takePicture })
      case MessageId.media:
        return takeMedia(connection, terminal, header, message)
      case MessageId.driver:
      case MessageId.can:
      case MessageId.mediaEvent:
      case MessageId.upstreamData:
        return takeOther(connection, terminal, header, message)
      default:
        return connection.answer(header, ReplyResult.unsupported)
    }
  }

  function takeRegistration(connection: Connection, header: Header, message: Register, bodyLength: number) {
    const terminalNo = terminalKey(header)
    const reply = (result: RegisterResult, authCode?: string) =>
      connection.send(header, {
        id: MessageId.registered,
        replySerial: header.serial,
        result,
        ...(authCode !== undefined && { authCode }),
      })
    // All zeros is what a terminal sends that was never given a number.
    if (terminalNo === '0') {
      reply(RegisterResult.noSuchTerminal)
      return countRefusal(connection)
    }
    if (connection.isRegistering) return
    if (!registry.byNumber(terminalNo) && !around.mayEnter(connection.address, now())) {
      log.warn({ address: connection.address }, 'too many new terminals from one address')
      return countRefusal(connection)
    }
    connection.isRegistering = true
    registry
      .register(
        {
          terminalNo,
          protocol: registrationVersion(header.version2019, bodyLength),
          manufacturer: withoutNul(message.manufacturer),
          model: withoutNul(message.model),
          terminalId: withoutNul(message.terminalId),
          plateNumber: withoutNul(message.plate),
        },
        connection.heardAt,
      )
      .then((registered) => {
        if (registered?.authCode) return reply(RegisterResult.ok, registered.authCode)
        reply(RegisterResult.terminalRegistered)
        countRefusal(connection)
      })
      // Not answered: the terminal tries again.
      .catch((error: Error) => log.error({ error: error.message }, 'a terminal could not be registered'))
      .finally(() => {
        connection.isRegistering = false
      })
  }

  function takeAuthentication(connection: Connection, header: Header, message: Authenticate) {
    const terminal = registry.byNumber(terminalKey(header))
    if (!terminal?.authCode || !isSameCode(terminal.authCode, message.authCode)) return refuse(connection, header)
    connection.header = header
    around.attach(connection, terminal)
    registry.seen(terminal.id, connection.heardAt)
    connection.answer(header, ReplyResult.ok)
  }

  function takeLocations(
    connection: Connection,
    { id: deviceId }: Terminal,
    header: Header,
    locations: Location[],
    stored?: () => void,
  ) {
    connection.unsettled += locations.length
    const report = new LocationReport(around, connection, deviceId, header, locations, stored)
    if (!stream.push(report)) connection.unsettled -= locations.length
    around.balance(connection)
  }

  /** What cannot be read of a batch is kept as it is, so that its acknowledgement loses nothing. */
  function takeBatch(connection: Connection, terminal: Terminal, header: Header, { locations, rejected }: BatchLocation) {
    if (!locations.length) {
      around.heard(terminal, connection.heardAt)
      return connection.answer(header, rejected.length ? ReplyResult.badMessage : ReplyResult.ok)
    }
    if (!rejected.length) return takeLocations(connection, terminal, header, locations)
    take(connection, terminal, header, { rejected }, () => takeLocations(connection, terminal, header, locations))
  }

  const takeOther = (connection: Connection, terminal: Terminal, header: Header, message: Message, next?: () => void) =>
    take(connection, terminal, header, contentOf(message), () => {
      connection.answer(header, ReplyResult.ok)
      next?.()
    })

  const take = (connection: Connection, terminal: Terminal, header: Header, content: object, next: () => void) =>
    store(connection, header, around.keep(terminal, header, connection.heardAt, content), next)

  const takeMedia = (connection: Connection, terminal: Terminal, header: Header, media: Media) =>
    store(connection, header, around.keepPhoto(terminal, media, connection.heardAt), (isKept) => {
      if (isKept) connection.send(header, { id: MessageId.mediaReceived, mediaId: media.mediaId, lost: [] })
      else connection.answer(header, ReplyResult.unsupported)
    })

  /** Waits until `storing` is done, then goes on; not answered when it fails, so that the terminal sends it again. */
  function store<T>(connection: Connection, header: Header, storing: Promise<T>, next: (stored: T) => void) {
    connection.unsettled++
    around.balance(connection)
    storing
      .then(next)
      .catch((error: Error) => log.error({ error: error.message, messageId: header.messageId }, 'a message could not be stored'))
      .finally(() => {
        connection.unsettled--
        around.balance(connection)
      })
  }

  return takeFrame
}
