import { parentPort, workerData } from 'node:worker_threads'
import { MessageId } from '@huanwei/terminal/ids'
import type { Message } from '@huanwei/terminal/message'
import { TextFlag } from '@huanwei/terminal/text'
import { pino } from 'pino'
import { listen } from '../db/changes.ts'
import { connect } from '../db/connect.ts'
import { openStore } from '../lib/open-store.ts'
import { placeNames } from '../lib/place.ts'
import { startConnectionLog } from './connection-log.ts'
import { startGateway } from './gateway.ts'
import type { Command, FromIngest, IngestSettings, SentReport, ToIngest } from './link.ts'
import type { KeepPhoto } from './photos.ts'
import { type ReadingReport, type Recorded, startReadings } from './readings.ts'
import { startRecorder } from './recorder.ts'
import { startRegistry } from './registry.ts'
import type { Update } from './report.ts'
import { startRules } from './rules-in-force.ts'
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
  switch (command.kind) {
    case 'locate':
      return { id: MessageId.queryLocation }
    case 'queryParameters':
      return { id: MessageId.queryAllParameters }
    case 'queryAttributes':
      return { id: MessageId.queryAttributes }
    case 'setParameters':
      return {
        id: MessageId.setParameters,
        parameters: command.parameters.map((parameter) => ({ ...parameter, type: 'number' })),
      }
    case 'takePhoto':
      return { id: MessageId.takePicture, channel: command.channel, ...onePicture }
    case 'text': {
      const { text, urgent, display, speak } = command
      const flags = (urgent ? TextFlag.urgent : 0) | (display ? TextFlag.display : 0) | (speak ? TextFlag.speak : 0)
      return { id: MessageId.text, flags, text }
    }
  }
}

/** 800 x 600, uploaded at once. */
const onePicture = {
  ...{ command: 1, intervalSeconds: 0, save: 0, resolution: 3, quality: 5 },
  ...{ brightness: 127, contrast: 63, saturation: 63, chroma: 127 },
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
const nameOfPlace = await placeNames(settings.demo)
/** Pictures are rare: what keeps them is loaded with the first, or with the next one when that fails. */
let keeper: Promise<KeepPhoto> | undefined
const keepPhoto: KeepPhoto = async (...picture) => {
  keeper ??= openKeeper().catch((error) => {
    keeper = undefined
    throw error
  })
  return (await keeper)(...picture)
}
async function openKeeper() {
  const [{ photoKeeper }, store] = await Promise.all([import('./photos.ts'), openStore(settings.files)])
  return photoKeeper({ db, store, nameOfPlace })
}
const connectionLog = startConnectionLog({ db, log })
const { host, port } = settings
const gateway = await startGateway({ host, port, db, registry, stream, publish, keepPhoto, connectionLog, log })
const rules = await startRules({
  db,
  changes,
  speak: (deviceId, text) => {
    const command: Command = { kind: 'text', text, urgent: true, display: true, speak: true }
    gateway
      .send(deviceId, messageOf(command))
      .then(({ outcome, result }) => log.debug({ deviceId, outcome, result }, 'text of a rule'))
  },
  log,
  nameOfPlace,
})
const recorder = startRecorder({ db, rules, stream, publish, log, keepDays: settings.keepDays })
const readings = startReadings({ db, rules, publish, log, keepDays: settings.keepDays })
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
const mqtt =
  url && (await import('./mqtt.ts')).startMqtt({ url, group, name: String(settings.port), registry, record: recordReadings, log })

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
  await (await historyJobs)()
  await readings.close()
  await rules.close()
  if (mqtt) await mqtt.close()
  await gateway.close()
  await connectionLog.close()
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
    gateway.send(message.deviceId, messageOf(message.command)).then((answer) => post({ type: 'answer', id: message.id, answer }))
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
// Here, since the other thread answers people; last, since nobody waits for them.
const historyJobs = import('../features/history/jobs.ts').then(({ startHistoryJobs }) => startHistoryJobs(db, log))
