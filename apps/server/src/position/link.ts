import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { type ProcessRole, processRoles } from '@huanwei/contract/platform/codes'
import type { CameraAct, UploadAct } from '@huanwei/contract/video/codes'
import type { PlaySpeed } from '@huanwei/terminal/messages/playback'
import { z } from 'zod'
import { type Config, logLevels } from '../config.ts'
import type { Addresses } from '../db/logins.ts'
import { FileSettings } from '../features/files/file-settings.ts'
import { currentCall } from '../lib/current-call.ts'
import { processName } from '../lib/process-name.ts'
import type { Answer } from './ingest/pending-commands.ts'
import type { Report, Update } from './report.ts'
import type { ReadingReport, Recorded } from './store/readings.ts'
import type { RecorderFigures } from './store/recorder.ts'

/** What is done to a playback; `time` in epoch ms. */
export type PlaybackStep =
  | { step: 'pause' | 'resume' | 'stop' }
  | { step: 'fastForward' | 'keyFrames'; speed: PlaySpeed }
  | { step: 'jump'; time: number }

/** Where pictures go: to `host`, or to the address at which the terminal reaches this machine; over UDP where it has a port for that. */
export type MediaPlace = { host: string; port: number; udpPort?: number | undefined }
/** `host` as of `openVideo`. */
type UploadPlace = { host: string; port: number; user: string; password: string }

/** A command to a terminal. */
export type Command =
  | { kind: 'text'; text: string; urgent: boolean; display: boolean; speak: boolean }
  | { kind: 'locate' | 'queryParameters' | 'queryAttributes' | 'queryVideoAttributes' }
  | { kind: 'setParameters'; parameters: { id: number; value: number }[] }
  | { kind: 'takePhoto'; channel: number }
  | ({ kind: 'openVideo'; channel: number; stream: number } & MediaPlace)
  | { kind: 'closeVideo'; channel: number; stream: number }
  /** As `openVideo`, of a voice to the terminal; `content` as in `VideoContent`. */
  | ({ kind: 'openTalk'; channel: number; content: number } & MediaPlace)
  | { kind: 'closeTalk'; channel: number }
  /** The channel goes on, on the connection that it has: with another stream, or without sound. */
  | { kind: 'switchStream' | 'closeSound'; channel: number; stream: number }
  /** Times in epoch ms. */
  | { kind: 'queryFiles'; channel: number; start: number; end: number }
  /** As `openVideo`, of what was recorded; `speed` as in `playSpeeds`. */
  | ({ kind: 'playVideo'; channel: number; start: number; end: number; speed: PlaySpeed } & MediaPlace)
  | ({ kind: 'controlPlayback'; channel: number } & PlaybackStep)
  /** As `openVideo`, of the files of an alarm; `mark` and `alarmNumber` as in 0x9208. */
  | { kind: 'requestAttachments'; host: string; port: number; mark: string; alarmNumber: string }
  | { kind: 'moveCamera'; channel: number; act: CameraAct; preset?: number | undefined }
  /** Of what was recorded, to an FTP server; times in epoch ms, `networks` as in 0x9206. The answer has the `serial` of the request. */
  | ({ kind: 'uploadFiles'; channel: number; start: number; end: number; networks: number } & UploadPlace)
  | { kind: 'controlUpload'; serial: number; act: UploadAct }

/** Settings that the ingest thread gets at its start. */
export const IngestSettings = z.object({
  host: z.string(),
  port: z.number(),
  addresses: z.object({ app: z.string(), system: z.string() }),
  keepDays: z.number(),
  demo: z.boolean(),
  logLevel: z.enum(logLevels),
  /** Broker of the sensors, and the name of the shared subscription. */
  mqtt: z.object({ url: z.string().optional(), group: z.string() }),
  /** Store of the pictures. */
  files: FileSettings,
  /** Where several processes share the work; see `cluster/nodes.ts`. */
  cluster: z.object({ url: z.string(), process: z.string(), roles: z.enum(processRoles).array() }).optional(),
})
export type IngestSettings = z.infer<typeof IngestSettings>

/** A report that did not come through the gateway. */
export type SentReport = Omit<Report, 'settle'>

export type ToIngest =
  | { type: 'send'; id: number; deviceId: number; command: Command; reqId: string | undefined }
  | { type: 'readings'; id: number; report: ReadingReport }
  | { type: 'positions'; id: number; report: SentReport }
  | { type: 'figures'; id: number }
  | { type: 'startJobs' }
  | { type: 'close' }
export type FromIngest =
  | { type: 'listening'; port: number }
  | { type: 'updates'; updates: Update[] }
  | { type: 'answer'; id: number; answer: Answer }
  | { type: 'recorded'; id: number; recorded: Recorded }
  | { type: 'figures'; id: number; figures: IngestFigures }
  | ({ type: 'uploadEnded' } & EndedUpload)

/** The end of an upload as its terminal reports it; `serial` is that of the request. */
export type EndedUpload = { deviceId: number; serial: number; isGood: boolean }

/**
 * What the ingest thread does now: connections of terminals, locations that wait to be stored and how many may, when the last report to be stored was
 * received (epoch ms; 0 before), and what the recorder counted.
 */
export type IngestFigures = RecorderFigures & { connections: number; waiting: number; capacity: number; receivedAt: number }

/** A process of several, as the others know it; `startedAt` in epoch ms, `address` of its web server. */
export type ProcessState = IngestFigures & {
  name: string
  roles: readonly ProcessRole[]
  startedAt: number
  partitions: number
  address: string | undefined
}

/** The ingest thread as the API thread sees it: decoding and storing thousands of reports does not delay requests. */
export type Ingest = {
  /** TCP port of the terminals. */
  port: number
  /** Calls `listener` with committed reports and terminals that connected or disconnected, at most ten times a second. */
  onUpdates(listener: (updates: Update[]) => void): void
  /** Sends a command and waits for the terminal's answer; `reqId` is of the call that ordered it, for the log. Never rejects. */
  send(deviceId: number, command: Command, reqId?: string): Promise<Answer>
  /** Calls `listener` when a terminal says that an upload has ended. */
  onUploadEnded(listener: (ended: EndedUpload) => void): void
  /** Stores readings that a sensor sent over HTTP; resolves after the commit. Never rejects. */
  recordReadings(report: ReadingReport): Promise<Recorded>
  /** Stores positions that an app sent over HTTP; resolves after the commit. Never rejects. */
  recordPositions(report: SentReport): Promise<Recorded>
  /** Undefined once it stops. Never rejects; does not resolve while the thread hangs. */
  figures(): Promise<IngestFigures | undefined>
  /** True while what terminals report reaches this process. Never rejects; does not resolve while the thread hangs. */
  isFed(): Promise<boolean>
  /** The processes that share the work; none where this one does everything. */
  processes(): ProcessState[]
  /** Records and acknowledges the reports received so far, then stops. */
  close(): Promise<void>
}

/** The ingest thread of this process. */
export type OwnIngest = Ingest & {
  /** Starts the regular work for which nobody waits; to be called once, when everything else has started. */
  startJobs(): void
}

/** The part of it that API calls use. */
export type IngestCalls = Omit<Ingest, 'port' | 'onUpdates' | 'close'>

/** Stands in where no ingest runs: every terminal is offline and nothing is stored. */
export const noIngest: IngestCalls = {
  send: async () => ({ outcome: 'offline', result: null }),
  onUploadEnded: () => undefined,
  recordReadings: async () => 'failed',
  recordPositions: async () => 'failed',
  figures: async () => undefined,
  isFed: async () => true,
  processes: () => [],
}

/** Requests to the thread that wait for a reply, by id. */
class PendingRequests<Reply> {
  readonly #byId = new Map<number, (reply: Reply) => void>()
  #lastId = 0

  /** Calls `post` with the id of a new request; resolves with its reply. */
  add(post: (id: number) => void): Promise<Reply> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      this.#byId.set(id, resolve)
      post(id)
    })
  }

  resolve(id: number, reply: Reply) {
    this.#byId.get(id)?.(reply)
    this.#byId.delete(id)
  }

  resolveAll(reply: Reply) {
    for (const resolve of this.#byId.values()) resolve(reply)
    this.#byId.clear()
  }
}

/** The other end of `worker.ts`. */
class IngestThread {
  state: 'starting' | 'listening' | 'closing' = 'starting'
  readonly #worker: Worker
  readonly #ended: Promise<void>
  readonly #answers = new PendingRequests<Answer>()
  readonly #recordings = new PendingRequests<Recorded>()
  readonly #figures = new PendingRequests<IngestFigures | undefined>()
  readonly #listeners: ((updates: Update[]) => void)[] = []
  readonly #uploadListeners: ((ended: EndedUpload) => void)[] = []
  /** Updates that came before the first listener. */
  readonly #early: Update[] = []

  constructor(worker: Worker) {
    this.#worker = worker
    this.#ended = new Promise((resolve) => worker.once('exit', () => resolve()))
  }

  #post(message: ToIngest) {
    this.#worker.postMessage(message)
  }

  take(message: Exclude<FromIngest, { type: 'listening' }>) {
    if (message.type === 'answer') this.#answers.resolve(message.id, message.answer)
    else if (message.type === 'recorded') this.#recordings.resolve(message.id, message.recorded)
    else if (message.type === 'figures') this.#figures.resolve(message.id, message.figures)
    else if (message.type === 'uploadEnded') for (const listener of this.#uploadListeners) listener(message)
    else if (this.#listeners.length) for (const listener of this.#listeners) listener(message.updates)
    else this.#early.push(...message.updates)
  }

  onUpdates(listener: (updates: Update[]) => void) {
    this.#listeners.push(listener)
    if (this.#early.length) listener(this.#early.splice(0))
  }

  onUploadEnded(listener: (ended: EndedUpload) => void) {
    this.#uploadListeners.push(listener)
  }

  async send(deviceId: number, command: Command, reqId = currentCall.getStore()): Promise<Answer> {
    if (this.state === 'closing') return { outcome: 'offline', result: null }
    return this.#answers.add((id) => this.#post({ type: 'send', id, deviceId, command, reqId }))
  }

  async recordReadings(report: ReadingReport): Promise<Recorded> {
    if (this.state === 'closing') return 'failed'
    return this.#recordings.add((id) => this.#post({ type: 'readings', id, report }))
  }

  async recordPositions(report: SentReport): Promise<Recorded> {
    if (this.state === 'closing') return 'failed'
    return this.#recordings.add((id) => this.#post({ type: 'positions', id, report }))
  }

  async figures(): Promise<IngestFigures | undefined> {
    if (this.state === 'closing') return undefined
    return this.#figures.add((id) => this.#post({ type: 'figures', id }))
  }

  startJobs() {
    if (this.state === 'listening') this.#post({ type: 'startJobs' })
  }

  async close() {
    if (this.state === 'closing') return this.#ended
    this.state = 'closing'
    this.#post({ type: 'close' })
    await this.#ended
    this.#answers.resolveAll({ outcome: 'timedOut', result: null })
    this.#recordings.resolveAll('failed')
    this.#figures.resolveAll(undefined)
  }
}

/** Size of each half of the young generation of threads that start from now on, MB: `--optimize-for-size` leaves them one. See `createFavourTime`. */
const youngMegabytes = 32

type Options = {
  config: Pick<
    Config,
    'HOST' | 'JT808_PORT' | 'KEEP_DAYS' | 'DEMO' | 'LOG_LEVEL' | 'MQTT_URL' | 'MQTT_GROUP' | 'NATS_URL' | 'ROLES'
  > &
    FileSettings
  addresses: Addresses
  log: { error(what: object, text: string): void }
  die?: () => void
}

/**
 * Starts the ingest thread; resolves when it listens, rejects when it cannot. If the thread ends later without `close`, the process ends too,
 * with a reason in the log: its supervisor starts it again, and the terminals reconnect by themselves.
 */
export function startIngest({ config, addresses, log, die = () => process.exit(1) }: Options): Promise<OwnIngest> {
  const workerData: IngestSettings = {
    host: config.HOST,
    port: config.JT808_PORT,
    addresses,
    keepDays: config.KEEP_DAYS,
    demo: config.DEMO,
    logLevel: config.LOG_LEVEL,
    mqtt: { url: config.MQTT_URL, group: config.MQTT_GROUP },
    files: config,
    cluster: config.NATS_URL ? { url: config.NATS_URL, process: processName, roles: config.ROLES } : undefined,
  }
  setFlagsFromString(`--max-semi-space-size=${youngMegabytes}`)
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, name: 'ingest' })
  const thread = new IngestThread(worker)
  const ingestOn = (port: number): OwnIngest => ({
    port,
    onUpdates: (listener) => thread.onUpdates(listener),
    send: (deviceId, command, reqId) => thread.send(deviceId, command, reqId),
    onUploadEnded: (listener) => thread.onUploadEnded(listener),
    recordReadings: (report) => thread.recordReadings(report),
    recordPositions: (report) => thread.recordPositions(report),
    figures: () => thread.figures(),
    isFed: async () => (await thread.figures()) !== undefined,
    processes: () => [],
    startJobs: () => thread.startJobs(),
    close: () => thread.close(),
  })

  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromIngest) => {
      if (message.type !== 'listening') return thread.take(message)
      thread.state = 'listening'
      resolve(ingestOn(message.port))
    })
    worker.on('error', (error) => {
      if (thread.state === 'starting') return reject(error)
      log.error({ error }, 'the ingest thread failed')
    })
    worker.on('exit', (code) => {
      if (thread.state === 'starting') return reject(new Error(`the ingest thread ended at its start (${code})`))
      if (thread.state === 'closing') return
      log.error({ code }, 'the ingest thread ended, so this process ends')
      die()
    })
  })
}
