import { parentPort, workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { listen } from '../db/changes.ts'
import { connect } from '../db/connect.ts'
import { openStore } from '../features/files/open-store.ts'
import { createJobs } from '../features/jobs/jobs.ts'
import { placeNames } from '../lib/place-names.ts'
import { commandMessage } from './ingest/command-message.ts'
import { startConnectionLog } from './ingest/connection-log.ts'
import { startGateway } from './ingest/gateway.ts'
import type { StorePhoto } from './ingest/photos.ts'
import { PicturePace } from './ingest/picture-pace.ts'
import { startRegistry } from './ingest/registry.ts'
import { createStream } from './ingest/stream.ts'
import type { RuleCommand } from './judge/findings.ts'
import { startRules } from './judge/rules-in-force.ts'
import { type Command, type EndedUpload, type FromIngest, IngestSettings, type SentReport, type ToIngest } from './link.ts'
import type { Update } from './report.ts'
import { type ReadingReport, type Recorded, startReadings } from './store/readings.ts'
import { startRecorder } from './store/recorder.ts'
import { UpdateBatch } from './update-batch.ts'

/**
 * Locations between gateway and recorder: those of one batch, which are decoded while another is stored. More wait undecoded, and then in the
 * terminals' own buffers: objects that live long are what the collection of garbage costs.
 */
const capacity = 2000
/** Interval of posting updates to the main thread, ms. */
const postEveryMs = 100

const settings = IngestSettings.parse(workerData)
const log = pino({ level: settings.logLevel, base: { thread: 'ingest' } })
const post = (message: FromIngest) => parentPort?.postMessage(message)
const batch = new UpdateBatch()
const publish = (updates: Update[]) => batch.add(updates)

const db = connect(settings.addresses, { system: 8, app: 1 })
const changes = await listen(settings.addresses.app)
const registry = await startRegistry({ db, changes, log })
const stream = createStream({ capacity })
const nameOfPlace = await placeNames(settings.demo)
// The demo city lays out its streets with the first name, which takes half a second: no report waits for it.
nameOfPlace(0, 0)

/** Loaded with the first picture, as pictures are rare; loaded again with the next one when that fails. */
let photoStore: Promise<StorePhoto> | undefined
const storePhoto: StorePhoto = async (...picture) => {
  photoStore ??= openPhotoStore().catch((error) => {
    photoStore = undefined
    throw error
  })
  return (await photoStore)(...picture)
}
async function openPhotoStore() {
  const [{ createPhotoStore }, store] = await Promise.all([import('./ingest/photos.ts'), openStore(settings.files)])
  return createPhotoStore({ db, store, nameOfPlace })
}

const connectionLog = startConnectionLog({ db, log })
const { host, port } = settings
const uploadEnded = (ended: EndedUpload) => post({ type: 'uploadEnded', ...ended })
const gateway = await startGateway({ host, port, db, registry, stream, publish, uploadEnded, storePhoto, connectionLog, log })

const pictures = new PicturePace()
const sendCommand = (deviceId: number, command: Command) =>
  gateway.send(deviceId, commandMessage(command, gateway.ownAddressFor(deviceId)))
/** Sends what a rule asks of a terminal. */
function send({ deviceId, command }: RuleCommand) {
  const { kind } = command
  if (kind === 'takePhoto' && !pictures.take(deviceId, Date.now())) return
  sendCommand(deviceId, command).then(
    ({ outcome, result }) => log.debug({ deviceId, kind, outcome, result }, 'command of a rule'),
    (error: Error) => log.error({ deviceId, kind, error: error.message }, 'the command of a rule could not be sent'),
  )
}

const rules = await startRules({ db, changes, send, log, nameOfPlace })
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
  url &&
  (await import('./ingest/mqtt.ts')).startMqtt({ url, group, name: String(settings.port), registry, record: recordReadings, log })

const posting = setInterval(postUpdates, postEveryMs)
function postUpdates() {
  if (!batch.isEmpty) post({ type: 'updates', updates: batch.take(gateway.isConnected) })
}

/** Takes nothing new, records and acknowledges what has come, and releases everything, so that the thread ends by itself. */
async function close() {
  await gateway.pause()
  await recorder.close()
  await (await historyJobs)()
  await (await attendanceJobs)()
  await (await workJobs)()
  await readings.close()
  await rules.close()
  if (mqtt) await mqtt.close()
  await gateway.close()
  await connectionLog.close()
  clearInterval(posting)
  postUpdates()
  await registry.close()
  await changes.close()
  await db.close()
  parentPort?.close()
}

let isClosing = false
function closeOnce() {
  if (isClosing) return
  isClosing = true
  close().catch((error: Error) => {
    log.error({ error: error.message }, 'the ingest thread could not close')
    process.exit(1)
  })
}

parentPort?.on('message', (message: ToIngest) => {
  const { type } = message
  if (type === 'close') return closeOnce()
  const { id } = message
  if (type === 'figures') {
    const figures = { ...recorder.figures(), connections: gateway.connections(), waiting: stream.waiting() }
    return post({ type: 'figures', id, figures })
  }
  // Neither of these rejects.
  if (type === 'send') void sendCommand(message.deviceId, message.command).then((answer) => post({ type: 'answer', id, answer }))
  else {
    const recording = type === 'readings' ? recordReadings(message.report) : recordPositions(message.report)
    void recording.then((recorded) => post({ type: 'recorded', id, recorded }))
  }
})
post({ type: 'listening', port: gateway.port })
const jobs = createJobs({ db, log })
// These jobs run in this thread, as the other one answers requests, and are loaded last, as nobody waits for them.
const historyJobs = import('../features/history/jobs.ts').then(({ startHistoryJobs }) => startHistoryJobs(db, jobs))
const workJobs = import('../features/work/jobs.ts').then(({ startWorkJobs }) => startWorkJobs(db, jobs))
const attendanceJobs = import('../features/attendance/jobs.ts').then(({ startAttendanceJobs }) => startAttendanceJobs(db, jobs))
