/** Tries one rule out, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '../../../db/connect.ts'
import { createLog } from '../../../lib/log.ts'
import { tryRule } from './tryout.ts'
import { Job } from './tryouts.ts'

const { addresses, viewer, rule, now, limitMs } = Job.parse(workerData)
const db = connect(addresses, { log: createLog('error', 'tryout'), size: { system: 1, app: 1 } })
// The clock of a thread is that of the process.
const until = performance.now() + limitMs
const tried = await tryRule(db, viewer, rule, now, () => performance.now() > until)
parentPort?.postMessage(tried)
await db.close()
