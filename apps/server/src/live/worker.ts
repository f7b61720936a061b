import { parentPort, workerData } from 'node:worker_threads'
import { MessageId } from '@huanwei/terminal/ids'
import type { Message } from '@huanwei/terminal/message'
import { TextFlag } from '@huanwei/terminal/text'
import { pino } from 'pino'
import { listen } from '../db/changes.ts'
import { connect } from '../db/connect.ts'
import { startHistoryJobs } from '../features/history/jobs.ts'
import { placeNames } from '../lib/place.ts'
import { startGateway } from './gateway.ts'
import type { Command, FromIngest, IngestSettings, SentReport, ToIngest } from './link.ts'
import { startMqtt } from './mqtt.ts'
import { type ReadingReport, type Recorded, startReadings } from './readings.ts'
import { startRecorder } from './recorder.ts'
import { startRegistry } from './registry.ts'
import type { Update } from './report.ts'
import { createStream } from './stream.ts'

/** Locations between gateway and recorder: some seconds of work; more wait in the terminals' own buffers. */
const capacity = 20_000
/** How often the other thread hears of updates, ms. */
const tellEveryMs = 100

const settings: IngestSettings = workerData
const log = pino({ level: settings.logLevel, base: { thread: 'ingest' } })
const post = (message: FromIngest) => parentPort?.postMessage(message)

/** The message of a command. Source: spec 4, IV.3. */
function messageOf(command: Command): Message {
  if (command.kind === 'locate') return { id: MessageId.queryLocation }
  const { text, urgent, display, speak } = command
  const flags = (urgent ? TextFlag.urgent : 0) | (display ? TextFlag.display : 0) | (speak ? TextFlag.speak : 0)
  return { id: MessageId.text, flags, text }
}

/** Updates since the last telling, one for each terminal: the newest fix, all readings and the newest of all else. */
let told = new Map<number, Update>()
function publish(updates: Update[]) {
  for (const update of updates) {
    const before = told.get(update.deviceId)
    const fix = before?.fix && (!update.fix || update.fix.time < before.fix.time) ? before.fix : update.fix
    const seenAt = Math.max(update.seenAt, before?.seenAt ?? 0)
    const readings = before?.readings ? before.readings.concat(update.readings ?? []) : update.readings
    const { deviceId, connected } = update
    told.set(deviceId, { deviceId, connected, seenAt, ...(fix && { fix }), ...(readings && { readings }) })
  }
}

const db = connect(settings.databaseUrl, { owner: 8, app: 1 })
const changes = await listen(settings.databaseUrl)
const registry = await startRegistry({ db, changes, log })
const stream = createStream({ capacity })
const gateway = await startGateway({ host: settings.host, port: settings.port, db, registry, stream, publish, log })
const recorder = await startRecorder({
  db,
  stream,
  changes,
  publish,
  speak: (deviceId, text) => {
    const command: Command = { kind: 'text', text, urgent: true, display: true, speak: true }
    gateway.send(deviceId, messageOf(command)).then((outcome) => log.debug({ deviceId, ...outcome }, 'text of a rule'))
  },
  log,
  nameOfPlace: await placeNames(settings.demo),
  keepDays: settings.keepDays,
})
const readings = startReadings({ db, publish, log, keepDays: settings.keepDays })
function recordReadings(report: ReadingReport) {
  registry.seen(report.deviceId, report.receivedAt)
  return readings.record(report)
}
const recordPositions = (report: SentReport) =>
  new Promise<Recorded>((resolve) => {
    registry.seen(report.deviceId, report.receivedAt)
    const settle = (committed: boolean) => resolve(committed ? 'stored' : 'failed')
    if (stream.isFull() || !stream.push({ ...report, settle })) settle(false)
  })

const { url, group } = settings.mqtt
const mqtt = url && startMqtt({ url, group, name: String(settings.port), registry, record: recordReadings, log })

// Here, since the other thread answers people.
const stopHistoryJobs = startHistoryJobs(db, log)

const telling = setInterval(tell, tellEveryMs)
function tell() {
  if (!told.size) return
  // What was committed late says nothing about whether the terminal is there now.
  const updates = [...told.values()].map((update) => ({ ...update, connected: gateway.isConnected(update.deviceId) }))
  told = new Map()
  post({ type: 'updates', updates })
}

/** Takes nothing new, records and acknowledges what has come, and lets go of everything, so that the thread ends by itself. */
async function close() {
  await gateway.pause()
  await recorder.close()
  await stopHistoryJobs()
  await readings.close()
  if (mqtt) await mqtt.close()
  await gateway.close()
  clearInterval(telling)
  tell()
  await registry.close()
  await changes.close()
  await db.close()
  parentPort?.close()
}

const answer = (id: number, recorded: Recorded) => post({ type: 'recorded', id, recorded })
let closing = false
parentPort?.on('message', (message: ToIngest) => {
  if (message.type === 'send')
    gateway
      .send(message.deviceId, messageOf(message.command))
      .then((outcome) => post({ type: 'outcome', id: message.id, outcome }))
  else if (message.type === 'readings') recordReadings(message.report).then((recorded) => answer(message.id, recorded))
  else if (message.type === 'positions') recordPositions(message.report).then((recorded) => answer(message.id, recorded))
  else if (!closing) {
    closing = true
    close().catch((error: Error) => {
      log.error({ error: error.message }, 'the ingest thread could not close')
      process.exit(1)
    })
  }
})
post({ type: 'listening', port: gateway.port })
