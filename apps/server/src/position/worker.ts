import { parentPort, workerData } from 'node:worker_threads'
import { listen } from '../db/changes.ts'
import { connect } from '../db/connect.ts'
import { createLog } from '../lib/log.ts'
import { placeNames } from '../lib/place-names.ts'
import { type FromIngest, IngestSettings, type ToIngest } from './link.ts'
import { startAlone } from './roles/alone.ts'

const settings = IngestSettings.parse(workerData)
const log = createLog(settings.logLevel, 'ingest')
const post = (message: FromIngest) => parentPort?.postMessage(message)

const db = connect(settings.addresses, { log, size: { system: 8, app: 1 }, isShared: settings.cluster !== undefined })
const changes = await listen(settings.addresses.app)
const nameOfPlace = await placeNames(settings.demo)

const parts = { settings, db, changes, nameOfPlace, log, post }
const roles = settings.cluster
  ? await (await import('./cluster/member.ts')).startMember(parts, settings.cluster)
  : await startAlone(parts)

async function close() {
  await roles.close()
  await changes.close()
  await db.close()
  parentPort?.close()
}

function startJobs() {
  // The demo city lays out its streets with the first name, which takes half a second: no report waits for it, nor does the start.
  nameOfPlace(0, 0)
  roles.startJobs()
}

let isClosing = false
function closeOnce() {
  if (isClosing) return
  isClosing = true
  close().catch((error: Error) => {
    log.error({ error }, 'the ingest thread could not close')
    process.exit(1)
  })
}

parentPort?.on('message', (message: ToIngest) => {
  const { type } = message
  if (type === 'close') return closeOnce()
  if (type === 'startJobs') return startJobs()
  const { id } = message
  if (type === 'figures') return post({ type: 'figures', id, figures: roles.figures() })
  // None of these rejects.
  if (type === 'send')
    void roles.send(message.deviceId, message.command, message.reqId).then((answer) => post({ type: 'answer', id, answer }))
  else {
    const recording = type === 'readings' ? roles.recordReadings(message.report) : roles.recordPositions(message.report)
    void recording.then((recorded) => post({ type: 'recorded', id, recorded }))
  }
})
post({ type: 'listening', port: roles.port })
