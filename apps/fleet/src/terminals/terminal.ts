import { alarmMask, confirmableAlarms } from '@huanwei/terminal/messages/alarm'
import { MessageId, RegisterResult, ReplyResult } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import { ParameterId } from '@huanwei/terminal/messages/parameters'
import type { Header } from '@huanwei/terminal/wire/header'
import { AlarmFiles } from '../attachments/alarm-files.ts'
import { type CameraFault, LiveCameras } from '../cameras/live-cameras.ts'
import { RecordedCameras } from '../cameras/recorded-cameras.ts'
import type { Carrier, CarrierState, Simulation } from '../carrier.ts'
import { randomStream } from '../random.ts'
import { FileUploads } from '../uploads/file-uploads.ts'
import { BackOff } from './back-off.ts'
import { executeCommand } from './commands.ts'
import { type Connection, type Identity, openConnection } from './connection.ts'
import type { Counters } from './counters.ts'
import { Instruments } from './instruments.ts'
import { PictureUploads } from './picture-uploads.ts'
import { registrationOrAuthentication } from './registration.ts'
import type { SavedState } from './saved-state.ts'
import { Sender } from './sender.ts'
import { defaultSettings, numericParameter, reportInterval } from './settings.ts'

type Options = {
  carrier: Carrier
  simulation: Simulation
  identity: Identity
  saved: SavedState
  gateway: { host: string; port: number }
  counters: Counters
  /** True when one more connection may be opened now. */
  mayConnect(now: number): boolean
  now?: () => number
}

const openingTimeoutMs = 20_000
const longestTickMs = 5000

/** A terminal on its own socket, advanced by `tick`. Source: spec 4, IV.2 and IV.3. */
export class Terminal {
  readonly #options: Options
  readonly #settings
  readonly #instruments
  readonly #sender
  readonly #pictures
  readonly #cameras
  readonly #recordings
  readonly #alarmFiles
  readonly #uploads
  readonly #backOff
  readonly #random
  readonly #now
  #connection: Connection | undefined
  #state: 'closed' | 'opening' | 'ready' = 'closed'
  #openedAt = 0
  #isPhoning = false
  #reportAt: number
  /** Serial of the registration or authentication that waits for its reply. */
  #openingSerial = 0

  constructor(options: Options) {
    const { carrier, simulation, identity, saved, counters } = options
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#random = randomStream(carrier.index, 0x7e)
    this.#settings = defaultSettings(carrier.plate, carrier.plateColour)
    this.#instruments = new Instruments({ carrier, simulation, saved, settings: this.#settings })
    this.#sender = new Sender({ identity, saved, counters, random: this.#random })
    this.#pictures = new PictureUploads(this.#sender, carrier.plate, this.#now)
    this.#cameras = new LiveCameras(identity, { hasDriver: true })
    this.#recordings = new RecordedCameras(identity)
    this.#alarmFiles = new AlarmFiles(identity, carrier.plate)
    this.#uploads = new FileUploads((ended) => this.#sender.sendOnce(ended), { now: this.#now })
    this.#backOff = new BackOff(this.#random)
    this.#reportAt = this.#now() + this.#random() * 10_000
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  /** Unacknowledged messages and stored reports. */
  get waiting(): number {
    return this.#sender.waiting
  }

  /** Does what is due and returns the time of the next tick, epoch ms. */
  tick(): number {
    const now = this.#now()
    const state = this.#instruments.read(now)
    const [isOff, hasNetwork] = [state.conditions.has('poweredOff'), !state.conditions.has('noNetwork')]
    if (isOff || !hasNetwork) {
      this.#connection?.close()
      this.#closeCameras()
    }
    if (isOff) {
      this.#reportAt = now + longestTickMs
      return this.#reportAt
    }
    this.#watchDriver(state, now)
    if (now >= this.#reportAt) {
      this.#sender.report(this.#instruments.locate(state), this.isReady, now)
      this.#reportAt = now + reportInterval(this.#settings, state.engineOn, now) * 1000 + (this.#random() - 0.5) * 600
    }
    if (this.#state === 'ready') this.#sendDue(now)
    else if (this.#state === 'opening' && now - this.#openedAt > openingTimeoutMs) this.#connection?.close()
    else if (this.#state === 'closed' && hasNetwork && this.#backOff.isOver(now)) {
      if (!this.#options.mayConnect(now)) return now + 250
      this.#connect(now)
    }
    return Math.min(this.#reportAt, now + longestTickMs)
  }

  close(): void {
    this.#backOff.stop()
    this.#connection?.close()
    this.#closeCameras()
  }

  /** Lets its cameras do something wrong from now on, or well again. */
  misbehave(fault: CameraFault | undefined): void {
    this.#cameras.misbehave(fault)
  }

  /** Reports at once when the driver begins to phone, where a camera looks: the newer terminals have a driving assistant. */
  #watchDriver(state: CarrierState, now: number) {
    const { carrier, identity } = this.#options
    const before = this.#isPhoning
    this.#isPhoning = state.conditions.has('phoning') && state.engineOn
    if (before || !this.#isPhoning || !carrier.cameras || !identity.version2019) return
    const location = this.#instruments.locate(state)
    const alarm = this.#alarmFiles.raise(location)
    this.#sender.report({ ...location, additions: { ...location.additions, activeSafety: [alarm] } }, this.isReady, now)
  }

  #closeCameras() {
    this.#alarmFiles.closeAll()
    this.#cameras.closeAll()
    this.#recordings.closeAll()
    this.#uploads.closeAll()
  }

  #locate() {
    return this.#instruments.locate(this.#instruments.read(this.#now()))
  }

  #sendDue(now: number) {
    const heartbeatSeconds = numericParameter(this.#settings, ParameterId.heartbeatSeconds, 60)
    if (!this.#sender.sendDue(now, heartbeatSeconds)) this.#connection?.close()
  }

  #connect(now: number) {
    this.#state = 'opening'
    this.#openedAt = now
    this.#connection = openConnection(this.#options.gateway, {
      open: () => this.#authenticate(),
      message: (header, message) => this.#receive(header, message),
      close: () => this.#handleClose(),
    })
    this.#sender.use(this.#connection)
  }

  #handleClose() {
    if (this.#state === 'ready') this.#options.counters.connected--
    else this.#backOff.failed()
    this.#state = 'closed'
    this.#connection = undefined
    this.#sender.use(undefined)
    this.#backOff.begin(this.#now())
  }

  /** Authenticates with the saved code, or registers to get one. */
  #authenticate() {
    const { saved, carrier, identity } = this.#options
    this.#openingSerial = this.#sender.sendOnce(registrationOrAuthentication(carrier, identity, saved.code))
  }

  #receive(header: Header, message: Message | undefined) {
    const now = this.#now()
    if (message?.id === MessageId.registered) return this.#handleRegistration(message.result, message.authCode)
    if (message?.id === MessageId.platformReply) {
      const { replySerial, replyId, result } = message
      if (replyId === MessageId.authenticate) return this.#handleAuthentication(replySerial, result, now)
      if (result === ReplyResult.alarmConfirmed) this.#settings.confirmed = alarmMask(confirmableAlarms)
      return this.#sender.handleReply(replySerial, replyId, result, now)
    }
    if (message?.id === MessageId.mediaReceived) return this.#pictures.handleReceived(message)
    this.#execute(header, message, now)
  }

  #execute(header: Header, command: Message | undefined, now: number) {
    const { identity, carrier } = this.#options
    const context = {
      now,
      terminalNo: identity.terminalNo,
      cameras: carrier.cameras ?? 0,
      // The newer terminals came with cameras that have motors.
      canMove: identity.version2019,
      locate: () => this.#locate(),
      hasFiles: (mark: string) => this.#alarmFiles.has(mark),
      hasUpload: (serial: number) => this.#uploads.has(serial),
    }
    const answer = executeCommand(header, command, this.#settings, context)
    if (answer) this.#sender.sendOnce(answer)
    if (answer?.id === MessageId.terminalReply && answer.result === ReplyResult.ok) {
      this.#cameras.obey(command)
      this.#recordings.obey(command)
      this.#uploads.obey(header.serial, command)
      if (command?.id === MessageId.requestAttachments) void this.#alarmFiles.send(command)
    }
    if (command?.id === MessageId.takePicture && answer?.id === MessageId.pictureTaken)
      for (const mediaId of answer.mediaIds)
        this.#pictures
          .take(mediaId, command.channel, this.#locate())
          .catch((error: Error) => console.error('fleet: no picture:', error.message))
  }

  #handleRegistration(result: number, code: string | undefined) {
    if (result === RegisterResult.ok && code !== undefined) {
      this.#options.saved.code = code
      return this.#authenticate()
    }
    this.#options.counters.refused++
    this.#backOff.refused()
    this.#connection?.close()
  }

  #handleAuthentication(serial: number, result: number, now: number) {
    if (serial !== this.#openingSerial || this.#state !== 'opening') return
    if (result !== ReplyResult.ok) {
      delete this.#options.saved.code
      return this.#authenticate()
    }
    this.#state = 'ready'
    this.#backOff.succeeded()
    this.#options.counters.connected++
    this.#sender.restart(now)
    this.#sendDue(now)
  }
}
