import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import type { FileSettings } from '../lib/open-store.ts'
import type { Answer } from './connection.ts'
import type { ReadingReport, Recorded } from './readings.ts'
import type { Report, Update } from './report.ts'

/** What a terminal can be told to do. */
export type Command =
  | { kind: 'text'; text: string; urgent: boolean; display: boolean; speak: boolean }
  | { kind: 'locate' | 'queryParameters' | 'queryAttributes' }
  | { kind: 'setParameters'; parameters: { id: number; value: number }[] }
  | { kind: 'takePhoto'; channel: number }

/** What the ingest thread gets when it starts. */
export type IngestSettings = {
  host: string
  port: number
  databaseUrl: string
  keepDays: number
  demo: boolean
  logLevel: Config['LOG_LEVEL']
  /** Where sensors publish, and with whom this process shares their messages. */
  mqtt: { url: string | undefined; group: string }
  /** Where pictures go. */
  files: FileSettings
}

/** A report that came another way than through the gateway. */
export type SentReport = Omit<Report, 'settle'>

export type ToIngest =
  | { type: 'send'; id: number; deviceId: number; command: Command }
  | { type: 'readings'; id: number; report: ReadingReport }
  | { type: 'positions'; id: number; report: SentReport }
  | { type: 'close' }
export type FromIngest =
  | { type: 'listening'; port: number }
  | { type: 'updates'; updates: Update[] }
  | { type: 'answer'; id: number; answer: Answer }
  | { type: 'recorded'; id: number; recorded: Recorded }

/** The ingest thread, seen from the thread that serves people: decoding and storing thousands of reports does not make them wait. */
export type Ingest = {
  /** Where terminals connect. */
  port: number
  /** Calls `listener` with what was committed and which terminals came and went, ten times a second at most. */
  onUpdates(listener: (updates: Update[]) => void): void
  /** Sends a command and waits for the terminal's answer. Never rejects. */
  send(deviceId: number, command: Command): Promise<Answer>
  /** Stores what a sensor sent over HTTP; resolves after the commit. Never rejects. */
  recordReadings(report: ReadingReport): Promise<Recorded>
  /** The same for positions. */
  recordPositions(report: SentReport): Promise<Recorded>
  /** Records and acknowledges what has come, then stops. */
  close(): Promise<void>
}

/** What calls ask of it. */
export type Devices = Omit<Ingest, 'port' | 'onUpdates' | 'close'>

/** Where no ingest runs every terminal is offline and nothing is stored. */
export const noDevices: Devices = {
  send: async () => ({ outcome: 'offline', result: null }),
  recordReadings: async () => 'failed',
  recordPositions: async () => 'failed',
}

type Log = { error(...words: unknown[]): void }

/**
 * Starts the ingest thread; resolves when it listens, rejects when it cannot. Should the thread end later without being told to,
 * the process ends too, with a reason in the log: whoever runs it starts it again, and terminals come back by themselves.
 */
export function startIngest({
  config,
  databaseUrl,
  log,
  die = () => process.exit(1),
}: {
  config: Pick<Config, 'HOST' | 'JT808_PORT' | 'KEEP_DAYS' | 'DEMO' | 'LOG_LEVEL' | 'MQTT_URL' | 'MQTT_GROUP'> & FileSettings
  databaseUrl: string
  log: Log
  die?: () => void
}): Promise<Ingest> {
  const workerData: IngestSettings = {
    host: config.HOST,
    port: config.JT808_PORT,
    databaseUrl,
    keepDays: config.KEEP_DAYS,
    demo: config.DEMO,
    logLevel: config.LOG_LEVEL,
    mqtt: { url: config.MQTT_URL, group: config.MQTT_GROUP },
    files: config,
  }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, name: 'ingest' })
  const listeners: ((updates: Update[]) => void)[] = []
  /** What came before anybody listened. */
  const early: Update[] = []
  const waiting = new Map<number, (answer: Answer) => void>()
  const recording = new Map<number, (recorded: Recorded) => void>()
  let lastId = 0
  let state: 'starting' | 'listening' | 'closing' = 'starting'
  const post = (message: ToIngest) => worker.postMessage(message)
  const record = (messageOf: (id: number) => ToIngest) =>
    new Promise<Recorded>((resolve) => {
      if (state === 'closing') return resolve('failed')
      const id = ++lastId
      recording.set(id, resolve)
      post(messageOf(id))
    })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))

  const ingestAt = (port: number): Ingest => ({
    port,
    onUpdates: (listener) => {
      listeners.push(listener)
      if (early.length) listener(early.splice(0))
    },
    send: (deviceId, command) =>
      new Promise((resolve) => {
        if (state === 'closing') return resolve({ outcome: 'offline', result: null })
        const id = ++lastId
        waiting.set(id, resolve)
        post({ type: 'send', id, deviceId, command })
      }),
    recordReadings: (report) => record((id) => ({ type: 'readings', id, report })),
    recordPositions: (report) => record((id) => ({ type: 'positions', id, report })),
    async close() {
      if (state === 'closing') return ended
      state = 'closing'
      post({ type: 'close' })
      await ended
      for (const resolve of waiting.values()) resolve({ outcome: 'timedOut', result: null })
      for (const resolve of recording.values()) resolve('failed')
    },
  })

  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromIngest) => {
      if (message.type === 'listening') {
        state = 'listening'
        resolve(ingestAt(message.port))
      } else if (message.type === 'updates') {
        if (!listeners.length) early.push(...message.updates)
        for (const listener of listeners) listener(message.updates)
      } else if (message.type === 'answer') {
        waiting.get(message.id)?.(message.answer)
        waiting.delete(message.id)
      } else {
        recording.get(message.id)?.(message.recorded)
        recording.delete(message.id)
      }
    })
    worker.on('error', (error) => {
      if (state === 'starting') return reject(error)
      log.error('the ingest thread failed:', error)
    })
    worker.on('exit', (code) => {
      if (state === 'starting') return reject(new Error(`the ingest thread ended at its start (${code})`))
      if (state === 'closing') return
      log.error(`the ingest thread ended (${code}), so this process ends`)
      die()
    })
  })
}
