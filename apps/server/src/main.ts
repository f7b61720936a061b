import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { ProcessRole } from '@huanwei/contract/platform/codes'
import { defaultLanguage } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type Changes, listen } from './db/changes.ts'
import { connect, type Database } from './db/connect.ts'
import { startEmbedded } from './db/embedded.ts'
import { type Addresses, addressesOf, ensureLogins } from './db/logins.ts'
import { asOwner, migrate } from './db/migrate.ts'
import { claimDatabase } from './db/only-process.ts'
import { ensureStatistics } from './db/statistics.ts'
import { secureDemoAccounts } from './demo/accounts.ts'
import { accountsText, knownPassword } from './demo/known-accounts.ts'
import { loadDemoApart } from './demo/load/apart.ts'
import { findRestaurantCodes, findSensorKeys } from './demo/terminals.ts'
import { startCleaningJobs } from './features/cleaning/jobs.ts'
import { startDocumentJobs } from './features/documents/jobs.ts'
import { startEmergencyJobs } from './features/emergencies/jobs.ts'
import { startDeadlineJobs } from './features/home/jobs.ts'
import { createJobs } from './features/jobs/jobs.ts'
import { startPlanJobs } from './features/plans/jobs.ts'
import { startSessionJobs } from './features/session/jobs.ts'
import { smsLog } from './features/sms/provider.ts'
import { startTallyJobs } from './features/tallies/jobs.ts'
import { updateTenants } from './features/tenants/queries.ts'
import { startViolationJobs } from './features/violations/jobs.ts'
import type { Health } from './health/health-server.ts'
import type { Watched } from './health/readiness.ts'
import { createRunning } from './http/running.ts'
import { createLog } from './lib/log.ts'
import { processName } from './lib/process-name.ts'
import { type Latest, startLatest } from './position/latest/latest.ts'
import { type Ingest, startIngest } from './position/link.ts'

type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>

const fleetMain = join(import.meta.dirname, '../../fleet/src/main.ts')

/** Starts all parts of this process one after the other; when a step fails, the parts started before are stopped. */
export async function startProduct(config: Config, step: Step) {
  const log = createLog(config.LOG_LEVEL, 'main')
  const running = createRunning()
  const { started, stop } = running
  const plays = (role: ProcessRole) => config.ROLES.includes(role)
  try {
    for (const setting of new Set(config.ROLES.flatMap((role) => portsOf[role])))
      await mustBeFree(config[setting], config.HOST, setting)
    const health = await healthOf(config, log)
    if (health) started('the health port', health, (one) => one.close())
    const addresses = await prepareDatabase({ config, step, running, log })
    const db = started('the connections to the database', connect(addresses, { log }), (one) => one.close())
    await secureDemoAccounts(db, config)
    await step('menus', () => db.system(updateTenants))
    const changes = started('the listener to changes', await listen(addresses.app), (one) => one.close())
    const nats = health && config.NATS_URL ? await natsOf(config, config.NATS_URL, running) : undefined
    const parts = { config, db, changes, addresses, step, running, health, nats, log }
    const terminals =
      plays('gateway') || plays('worker') ? step('terminals', () => startIngest({ config, addresses, log })) : undefined
    const begun = terminals?.catch(() => undefined)
    started('the terminals', begun, async (one) => (await one)?.close())
    const served = plays('api') || plays('media') ? await startServing(parts, terminals) : undefined
    const ingest = await terminals
    if (plays('worker')) startJobs({ config, db, changes, running, log })
    ingest?.startJobs()
    if (health && ingest && !served) started('the readiness', health.ready({ db, ingest, own: ingest, nats }), (end) => end())
    return {
      address: served?.web ?? '',
      terminalPort: ingest?.port ?? 0,
      summary: summaryOf(config, served?.web, ingest?.port),
      stop,
    }
  } catch (error) {
    await stop().catch((second: Error) => log.error({ error: second }, 'not everything stopped'))
    throw error
  }
}

/** The ports that a role opens. */
const portsOf = {
  gateway: ['JT808_PORT'],
  worker: [],
  api: ['PORT'],
  media: ['PORT', 'JT1078_PORT', 'JT808_FILES_PORT', 'FTP_PORT', 'VIDEO_API_PORT'],
} as const satisfies Record<ProcessRole, readonly (keyof Config)[]>

type Running = ReturnType<typeof createRunning>
type DatabaseParts = { config: Config; step: Step; running: Running; log: Logger }

/** Starts the embedded database, unless there is another, claims it and brings it up to date. Returns where it is reached. */
async function prepareDatabase({ config, step, running: { started }, log }: DatabaseParts): Promise<Addresses> {
  const embedded = async () => started('the database', await startEmbedded(config.DATA_DIR, { log }), (one) => one.stop())
  const url = config.DATABASE_URL ?? (await step('database', embedded)).url
  const addresses = addressesOf(url)
  await asOwner(url, async (owner) => {
    await ensureLogins(owner, url)
    const isShared = config.NATS_URL !== undefined
    started(
      'the claim to the database',
      await claimDatabase(addresses.system, { isShared, onTaken: stopOnTaken(log) }),
      (release) => release(),
    )
    await step('tables', () => migrate(owner, new Date()))
    await step('statistics', () => ensureStatistics(owner))
    if (config.DEMO) await step('demo city', () => loadDemoApart(owner, { url, files: config }))
  })
  return addresses
}

type JobParts = { config: Config; db: Database; changes: Changes; running: Running; log: Logger }

/** Starts the jobs that need no request; called last, as nobody waits for them. */
function startJobs({ config, db, changes, running: { started }, log }: JobParts) {
  const jobs = createJobs({ db, log, holder: config.NATS_URL && processName })
  started('the jobs of sessions', startSessionJobs(db, jobs), (stopJobs) => stopJobs())
  started('the jobs of tallies', startTallyJobs(db, jobs), (stopJobs) => stopJobs())
  started('the jobs of violations', startViolationJobs(db, jobs), (stopJobs) => stopJobs())
  started('the jobs of deadlines', startDeadlineJobs(db, jobs), (stopJobs) => stopJobs())
  started('the jobs of documents', startDocumentJobs(db, jobs), (stopJobs) => stopJobs())
  started('the jobs of cleaning', startCleaningJobs(db, jobs), (stopJobs) => stopJobs())
  started('the jobs of plans', startPlanJobs(db, jobs), (stopJobs) => stopJobs())
  started('the jobs of emergencies', startEmergencyJobs({ db, changes, jobs }), (stopJobs) => stopJobs())
}

type ServedParts = {
  config: Config
  db: Database
  changes: Changes
  step: Step
  running: Running
  health: Health | undefined
  nats: Watched['nats']
  log: Logger
}

/** Starts the live state, the web server and the simulated fleet. Returns the address of the web server. */
async function startServing(
  { config, db, changes, step, running: { started }, health, nats, log }: ServedParts,
  terminals: Promise<Ingest> | undefined,
) {
  const latest = started('the live state', await step('live state', () => startLatest({ db, changes, log })), (one) =>
    one.close(),
  )
  const { buildApp } = await import('./app.ts')
  const ingest = config.NATS_URL
    ? started('the link to the other processes', await linkTo(config, config.NATS_URL, latest), (one) => one.close())
    : await terminals
  if (!ingest) throw new Error('ROLES: the API needs a gateway and a worker in this process, or NATS_URL')
  ingest.onUpdates(latest.apply)
  const app = started(
    'the web server',
    await buildApp({ db, changes, config, latest, ingest, onAnswered: health?.answered }),
    (one) => one.close(),
  )
  const address = await step('listening', () => app.listen({ port: config.PORT, host: config.HOST }))
  if (config.SIMULATE) {
    const demo = config.DEMO ? await demoFor(config, db, address) : undefined
    const port = (await terminals)?.port || config.JT808_PORT
    started('the simulated fleet', startFleet({ config, port, demo, log }), (one) => one.stop())
  }
  const sockets = () => app.websocketServer.clients.size
  const { boardComputations } = app
  const own = await terminals
  if (health) started('the readiness', health.ready({ db, ingest, own, nats, sockets, boardComputations }), (end) => end())
  return { web: address.replace('127.0.0.1', 'localhost') }
}

/** Processes that share the work are reached through NATS. */
async function linkTo(config: Config, url: string, latest: Latest) {
  const { startRemoteIngest } = await import('./position/cluster/remote-ingest.ts')
  const log = createLog(config.LOG_LEVEL, 'api')
  const roles = config.ROLES.filter((role) => role === 'api' || role === 'media')
  const membership = { url, process: processName, roles, address: config.OWN_URL }
  return startRemoteIngest({ membership, log, missed: latest.catchUp })
}

function summaryOf({ HOST, ROLES, ...config }: Config, web: string | undefined, terminalPort: number | undefined) {
  const lines: Record<ProcessRole, string[]> = {
    gateway: [`Terminals (JT/T 808): ${HOST}:${terminalPort}`],
    worker: [],
    api: [],
    media: [
      `Pictures of terminals (JT/T 1078): ${HOST}:${config.JT1078_PORT}`,
      `Files of their alarms (T/JSATL 12): ${HOST}:${config.JT808_FILES_PORT}`,
      `Uploads of terminals (FTP): ${HOST}:${config.FTP_PORT}`,
      `Video interface (CMSV6): http://${HOST}:${config.VIDEO_API_PORT}`,
    ],
  }
  return [
    `Huanwei ${say(defaultLanguage, 'common:product')} is running: ${web ?? ROLES.join(', ')}`,
    ...ROLES.flatMap((role) => lines[role]),
    ...(config.SMS_PROVIDER === 'log' ? [`Short messages (SMS) are written to ${smsLog(config)}`] : []),
    ...(config.DEMO ? [accountsText(config.DEMO_PASSWORD)] : []),
  ].join('\n')
}

/** Metrics load with the port that serves them. */
async function healthOf({ HEALTH_PORT: port, HEALTH_HOST: host }: Config, log: Logger) {
  if (port === undefined) return undefined
  await mustBeFree(port, host, 'HEALTH_PORT')
  const { startHealth } = await import('./health/health-server.ts')
  return startHealth({ host, port, log })
}

/** Returns what asks NATS for the health port. */
async function natsOf({ LOG_LEVEL: level }: Config, url: string, { started }: Running): Promise<Watched['nats']> {
  const { watchNats } = await import('./position/cluster/watch-nats.ts')
  const watch = watchNats({ url, name: `${processName} health`, log: createLog(level, 'health') })
  return started('the look at NATS', await watch, (one) => one.close()).answers
}

/** Two processes on one database would spoil each other's violations: the one that lost it stops. */
const stopOnTaken = (log: Logger) => () => {
  log.error('another process of the product took the database while it could not be reached from here; stopping')
  process.kill(process.pid, 'SIGTERM')
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

/** The demo's credentials for its people and sensors, who report to the web server at `web`. */
async function demoFor({ DEMO_PASSWORD, MQTT_URL }: Config, db: Database, web: string) {
  const keys = await db.system(findSensorKeys)
  const restaurants = await db.system(findRestaurantCodes)
  return { web, password: DEMO_PASSWORD ?? knownPassword, keys, restaurants, broker: MQTT_URL }
}

type FleetParts = { config: Config; port: number; demo: object | undefined; log: Logger }

/** Starts the simulated fleet as a process of its own. It gets the terminal port and, for the demo, the credentials of its people and sensors. */
function startFleet({ config, port, demo, log }: FleetParts) {
  const args = [fleetMain, '--port', String(port), '--terminals', String(config.FLEET_SIZE), '--parent', String(process.pid)]
  if (demo) args.push('--demo')
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'], detached: true })
  child.stdin.on('error', () => undefined).end(JSON.stringify(demo ?? {}))
  let stopping = false
  child.once('exit', (code, signal) => {
    if (!stopping) log.error({ code, signal }, 'the simulated fleet stopped')
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
