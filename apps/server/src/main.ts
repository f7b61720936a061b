import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { listen } from './db/changes.ts'
import { connect } from './db/connect.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { findSensorKeys } from './demo/devices.ts'
import { accountsText, loadDemo } from './demo/load.ts'
import { password } from './demo/organisation.ts'
import { startPlanJobs } from './features/plans/jobs.ts'
import { startSessionJobs } from './features/session/jobs.ts'
import { updateTenants } from './features/tenants/queries.ts'
import { openStore } from './lib/open-store.ts'
import { createRunning } from './lib/running.ts'
import { smsLog } from './lib/sms.ts'
import { startLatest } from './live/latest.ts'
import { startIngest } from './live/link.ts'

type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>

const fleetMain = join(import.meta.dirname, '../../fleet/src/main.ts')

/** Starts everything this process runs, one step after the other; what is up already stops again when a later step fails. */
export async function startProduct(config: Config, step: Step) {
  const { started, stop } = createRunning()
  try {
    await Promise.all([mustBeFree(config.PORT, config.HOST, 'PORT'), mustBeFree(config.JT808_PORT, config.HOST, 'JT808_PORT')])
    const url =
      config.DATABASE_URL ??
      (
        await step('database', async () =>
          started(await startEmbedded(config.DATA_DIR, { log: console.log }), (one) => one.stop()),
        )
      ).url
    const db = started(connect(url), (one) => one.close())
    await step('tables', () => migrate(db.owner, new Date()))
    if (config.DEMO) await step('demo city', async () => loadDemo(db, await openStore(config), new Date()))
    await step('menus', () => db.system(updateTenants))
    started(startSessionJobs(db, console), (stopJobs) => stopJobs())
    started(startPlanJobs(db, console), (stopJobs) => stopJobs())
    const changes = started(await listen(url), (one) => one.close())
    // A thread of its own: it loads while this one does.
    const terminals = step('terminals', () => startIngest({ config, databaseUrl: url, log: console }))
    const begun = terminals.catch(() => undefined)
    started(begun, async (one) => (await one)?.close())
    const latest = started(await step('live state', () => startLatest(db, changes)), (one) => one.close())
    const { buildApp } = await import('./app.ts')
    const ingest = await terminals
    ingest.onUpdates(latest.apply)
    const app = started(await buildApp({ db, changes, config, latest, ingest }), (one) => one.close())
    const address = await step('listening', () => app.listen({ port: config.PORT, host: config.HOST }))
    if (config.SIMULATE) {
      const keys = config.DEMO ? await db.system(findSensorKeys) : undefined
      started(startFleet(config, ingest.port, keys && { web: address, password, keys, broker: config.MQTT_URL }), (one) =>
        one.stop(),
      )
    }
    const web = address.replace('127.0.0.1', 'localhost')
    return {
      address: web,
      terminalPort: ingest.port,
      summary: [
        `Huanwei 环卫 is running: ${web}`,
        `Terminals (JT/T 808): ${config.HOST}:${ingest.port}`,
        ...(config.DEMO ? [`Short messages (SMS) are written to ${smsLog(config)}`, accountsText] : []),
      ].join('\n'),
      stop,
    }
  } catch (error) {
    await stop().catch((second: Error) => console.error('not everything stopped:', second.message))
    throw error
  }
}

async function mustBeFree(port: number, host: string, setting: string) {
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw taken ? new Error(`port ${port} is taken; stop what uses it or set ${setting} to another`) : error
  } finally {
    probe.close()
  }
}

/** The simulated fleet is a process of its own that knows nothing but the terminal port, and of the demo what its people and sensors know. */
function startFleet(config: Config, port: number, demo: object | undefined) {
  const args = [fleetMain, '--port', String(port), '--terminals', String(config.FLEET_SIZE), '--parent', String(process.pid)]
  if (demo) args.push('--demo')
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'], detached: true })
  child.stdin.on('error', () => undefined).end(JSON.stringify(demo ?? {}))
  let stopping = false
  child.once('exit', (code, signal) => {
    if (!stopping) console.error(`the simulated fleet stopped (${signal ?? code})`)
  })
  return {
    stop: async () => {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
