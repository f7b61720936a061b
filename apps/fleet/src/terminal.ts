import { alarmMask, confirmableAlarms } from '@huanwei/terminal/alarm'
import type { Header } from '@huanwei/terminal/header'
import { MessageId, RegisterResult, ReplyResult } from '@huanwei/terminal/ids'
import type { Location } from '@huanwei/terminal/location'
import { MediaFormat, type MediaReceived, MediaType } from '@huanwei/terminal/media'
import type { Message } from '@huanwei/terminal/message'
import { ParameterId } from '@huanwei/terminal/parameters'
import { drawPicture } from './camera.ts'
import { chance } from './chance.ts'
import type { Counts } from './counts.ts'
import { hurt } from './interference.ts'
import { introduction } from './introduction.ts'
import { framesOf, type Identity, type Link, openLink } from './link.ts'
import { type Carrier, locationOf } from './location.ts'
import type { Memory } from './memory.ts'
import { numberOf, obey, reportSeconds, startSettings } from './orders.ts'
import { Outbox, type Pending } from './outbox.ts'
import type { Reading, Vehicle } from './vehicle.ts'

type Parts = {
  vehicle: Carrier
  drives: Vehicle
  identity: Identity
  memory: Memory
  gateway: { host: string; port: number }
  counts: Counts
  /** Whether one more connection may be opened now. */
  mayConnect(now: number): boolean
  now?: () => number
}

const openingMs = 20_000
/** ms between a lost connection and the next try: doubled each time, up to the longest. */
const shortestBackOff = 1000
const longestBackOff = 60_000
/** Messages that may wait for their acknowledgement; further reports are stored. */
const window = 16
const mostStored = 2000
const batchSize = 15
const longestTick = 5000
/** One report in so many is hurt on its way. */
const hurtOne = 1500

/** One terminal on its own socket, moved on by `tick`. Source: spec 4, IV.2 and IV.3. */
export class Terminal {
  readonly #parts: Parts
  readonly #outbox = new Outbox()
  readonly #settings
  readonly #random
  readonly #now
  #link: Link | undefined
  #state: 'closed' | 'opening' | 'ready' = 'closed'
  #openedAt = 0
  #backOff = shortestBackOff
  #reconnectAt = 0
  #reportAt: number
  #lastSent = 0
  #opening = 0
  #stored: Location[] = []
  #before: Reading | undefined
  /** On their way, by their id. */
  readonly #pictures = new Map<number, Pending>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#now = parts.now ?? Date.now
    this.#random = chance(parts.vehicle.index, 0x7e)
    this.#settings = startSettings(parts.vehicle.plate, parts.vehicle.plateColour)
    this.#reportAt = this.#now() + this.#random() * 10_000
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  /** Messages on their way and reports kept for later. */
  get waiting(): number {
    return this.#outbox.size + this.#stored.length
  }

  /** Does what is due and returns when to come again, epoch ms. */
  tick(): number {
    const now = this.#now()
    const reading = this.#read(now)
    if (reading.episodes.has('dark') || reading.episodes.has('silent')) this.#link?.close()
    if (reading.episodes.has('dark')) {
      this.#reportAt = now + longestTick
      return this.#reportAt
    }
    if (now >= this.#reportAt) {
      this.#report(this.#locate(reading), now)
      this.#reportAt = now + reportSeconds(this.#settings, reading.engineOn, now) * 1000 + (this.#random() - 0.5) * 600
    }
    if (this.#state === 'ready') this.#upkeep(now)
    else if (this.#state === 'opening' && now - this.#openedAt > openingMs) this.#link?.close()
    else if (this.#state === 'closed' && !reading.episodes.has('silent') && now >= this.#reconnectAt) {
      if (!this.#parts.mayConnect(now)) return now + 250
      this.#connect(now)
    }
    return Math.min(this.#reportAt, now + longestTick)
  }

  close(): void {
    this.#reconnectAt = Number.POSITIVE_INFINITY
    this.#link?.close()
  }

  /** Looks at the instruments and turns the odometer on. */
  #read(now: number): Reading {
    const { drives, memory } = this.#parts
    const reading = drives(now)
    const before = this.#before
    const metres = before?.start === reading.start ? reading.driven - before.driven : before ? reading.driven : 0
    memory.odometer += Math.max(0, metres) / 1000
    this.#before = reading
    return reading
  }

  #locate(reading: Reading): Location {
    const { vehicle, memory } = this.#parts
    const location = locationOf(vehicle, reading, memory.odometer, this.#settings.confirmed)
    // A confirmed alarm that is over may be raised again.
    if (this.#settings.confirmed && !reading.episodes.has('sos')) this.#settings.confirmed = 0
    return location
  }

  #report(location: Location, now: number) {
    if (this.#state !== 'ready' || this.#outbox.size >= window) return this.#store(location)
    this.#send({ id: MessageId.location, location }, now)
    this.#parts.counts.reports++
  }

  #store(location: Location) {
    this.#stored.push(location)
    this.#parts.counts.stored++
    if (this.#stored.length > mostStored) this.#stored.shift()
  }

  /** Sends what must arrive: it is sent again until it is acknowledged. */
  #send(message: Message & { id: number }, now: number): Pending {
    const { identity, memory } = this.#parts
    const frames = framesOf(identity, message, memory.serial)
    const serial = this.#takeSerial(frames.length)
    const pending = this.#outbox.add(serial, message.id, frames, now)
    const sent = this.#random() * hurtOne < 1 ? hurt(frames) : frames
    if (!this.#link?.write(sent)) pending.dueAt = now + 1000
    this.#lastSent = now
    return pending
  }

  #takeSerial(count = 1): number {
    const { memory } = this.#parts
    const serial = memory.serial
    memory.serial = (serial + count) & 0xffff
    return serial
  }

  /** Resends, then the stored reports, then the heartbeat. */
  #upkeep(now: number) {
    const { again, isLost } = this.#outbox.due(now)
    if (isLost) return this.#link?.close()
    for (const pending of again) {
      if (!this.#link?.write(pending.frames)) break
      if (pending.sends) this.#parts.counts.resent++
      this.#outbox.sent(pending, now)
      this.#lastSent = now
    }
    while (this.#stored.length && this.#outbox.size < window / 4) {
      const locations = this.#stored.splice(0, batchSize)
      this.#send({ id: MessageId.batchLocation, kind: 1, locations, rejected: [] }, now)
      this.#parts.counts.reports += locations.length
    }
    if (now - this.#lastSent < numberOf(this.#settings, ParameterId.heartbeatSeconds, 60) * 1000) return
    this.#say({ id: MessageId.heartbeat })
    this.#lastSent = now
  }

  /** Sends what is not waited for; returns its serial. */
  #say(message: Message): number {
    const serial = this.#takeSerial()
    this.#link?.write(framesOf(this.#parts.identity, message, serial))
    return serial
  }

  #connect(now: number) {
    this.#state = 'opening'
    this.#openedAt = now
    const link = openLink(this.#parts.gateway, {
      open: () => this.#introduce(),
      message: (header, message) => this.#take(header, message),
      close: () => this.#closed(),
    })
    this.#link = link
  }

  #closed() {
    if (this.#state === 'ready') this.#parts.counts.connected--
    else this.#backOff = Math.min(longestBackOff, this.#backOff * 2)
    this.#state = 'closed'
    this.#link = undefined
    if (this.#reconnectAt !== Number.POSITIVE_INFINITY) this.#reconnectAt = this.#now() + this.#backOff * (0.5 + this.#random())
  }

  /** Authenticates with the code it has, else asks for one. */
  #introduce() {
    const { memory, vehicle, identity } = this.#parts
    this.#opening = this.#say(introduction(vehicle, identity, memory.code))
  }

  #take(header: Header, message: Message | undefined) {
    const now = this.#now()
    if (message?.id === MessageId.registered) return this.#registered(message.result, message.authCode)
    if (message?.id === MessageId.platformReply) {
      if (message.replyId === MessageId.authenticate) return this.#authenticated(message.replySerial, message.result, now)
      return this.#answered(message.replySerial, message.replyId, message.result, now)
    }
    if (message?.id === MessageId.mediaReceived) return this.#pictureReceived(message)
    const { identity, vehicle } = this.#parts
    const locate = () => this.#locate(this.#read(this.#now()))
    const around = { now, terminalNo: identity.terminalNo, cameras: vehicle.cameras ?? 0, locate }
    const answer = obey(header, message, this.#settings, around)
    if (answer) this.#say(answer)
    if (message?.id === MessageId.takePicture && answer?.id === MessageId.pictureTaken)
      for (const mediaId of answer.mediaIds)
        this.#takePicture(mediaId, message.channel).catch((error: Error) => console.error('fleet: no picture:', error.message))
  }

  async #takePicture(mediaId: number, channel: number) {
    const location = this.#locate(this.#read(this.#now()))
    const data = await drawPicture({ ...location, plate: this.#parts.vehicle.plate, channel })
    const picture = { id: MessageId.media, mediaId, mediaType: MediaType.picture, format: MediaFormat.jpeg, event: 0, channel }
    this.#pictures.set(mediaId, this.#send({ ...picture, location, data }, this.#now()))
  }

  /** Sends what got lost, or forgets the picture. */
  #pictureReceived({ mediaId, lost }: MediaReceived) {
    const pending = this.#pictures.get(mediaId)
    if (!pending) return
    if (lost.length) this.#link?.write(lost.flatMap((index) => pending.frames[index - 1] ?? []))
    else {
      this.#pictures.delete(mediaId)
      if (this.#outbox.settle(pending.serial, MessageId.media)) this.#parts.counts.acknowledged++
    }
  }

  #registered(result: number, code: string | undefined) {
    if (result === RegisterResult.ok && code !== undefined) {
      this.#parts.memory.code = code
      return this.#introduce()
    }
    this.#parts.counts.refused++
    this.#backOff = longestBackOff
    this.#link?.close()
  }

  #authenticated(serial: number, result: number, now: number) {
    if (serial !== this.#opening || this.#state !== 'opening') return
    if (result !== ReplyResult.ok) {
      delete this.#parts.memory.code
      return this.#introduce()
    }
    this.#state = 'ready'
    this.#backOff = shortestBackOff
    this.#parts.counts.connected++
    this.#lastSent = now
    this.#outbox.rewind(now)
    this.#upkeep(now)
  }

  #answered(serial: number, messageId: number, result: number, now: number) {
    if (result === ReplyResult.alarmConfirmed) this.#settings.confirmed = alarmMask(confirmableAlarms)
    // Refused as not authenticated: kept, and said again after the next introduction.
    if (result === ReplyResult.failed) return
    const pending = this.#outbox.settle(serial, messageId)
    if (!pending) return
    if (result === ReplyResult.badMessage && pending.sends < 2) {
      // It was hurt on its way.
      const again = this.#outbox.add(serial, messageId, pending.frames, now)
      if (this.#link?.write(pending.frames)) this.#outbox.sent(again, now)
      this.#parts.counts.resent++
    } else this.#parts.counts.acknowledged++
  }
}
