import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseAccount, findBinaries, makePrivateDirectory, openDirectories, type SystemAccount, socketDir } from './account.ts'
import { lockDirectory, processStart } from './hold.ts'

export type Embedded = {
  /** Address for the owner, over a Unix socket that only users of this machine with access to the data can reach. */
  url: string
  postmasterPid(): number
  /** Fast shutdown; resolves when the server has ended. */
  stop(): Promise<void>
}

type ServerLog = Record<'info' | 'warn', (what: object, text: string) => void>
const quiet: ServerLog = { info: () => undefined, warn: () => undefined }

type Options = {
  log?: ServerLog
  /** Server settings on top of ours, e.g. `fsync: 'off'` for tests. */
  settings?: Record<string, string>
}

const user = 'huanwei'
const database = 'huanwei'
const startMs = 90_000
/** Settings for throughput, without a loss of durability. */
const ours = {
  listen_addresses: '',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  max_connections: '80',
  jit: 'off',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
}

/** Address of a database in its sockets' folder. */
const urlIn = (sockets: string, name: string) => `postgres://${user}@localhost:5432/${name}?host=${encodeURIComponent(sockets)}`

/** Address of the database that a product runs on `dataDir` now; undefined when none does. */
export async function runningUrl(dataDir: string): Promise<string | undefined> {
  const url = urlIn(socketDir(resolve(dataDir)), database)
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return url
  } catch {
    return undefined
  }
}

/**
 * Runs the real PostgreSQL from npm on `dataDir` until stopped; restarts it when it dies. Makes the cluster on first use, recovers it after a crash.
 * Throws when another living product holds the directory, or when the platform has no binaries.
 */
export async function startEmbedded(dataDir: string, { log = quiet, settings = {} }: Options = {}): Promise<Embedded> {
  if (process.platform === 'win32') throw new Error('no embedded PostgreSQL on Windows: set DATABASE_URL')
  const home = resolve(dataDir)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const release = lockDirectory(home)
  let server: Server | undefined
  try {
    const account = databaseAccount()
    const bin = findBinaries(account)
    const place = { cluster: join(home, 'pg'), sockets: socketDir(home), log: join(home, 'postgres.log') }
    makePrivateDirectory(place.sockets, account)
    if (!existsSync(join(place.cluster, 'PG_VERSION'))) {
      log.info({}, 'the database is made')
      initialise(bin, place.cluster, account)
    }
    await stopOrphan(place.cluster)
    server = supervise(bin, place, { ...ours, ...settings }, account, log)
    const url = (name: string) => urlIn(place.sockets, name)
    await untilReady(url('postgres'), server, place.log)
    await ensureDatabase(url('postgres'))
    const { child, stop } = server
    return {
      url: url(database),
      postmasterPid: () => child().pid ?? 0,
      stop: async () => {
        await stop()
        if (!place.sockets.startsWith(home)) rmSync(place.sockets, { recursive: true, force: true })
        release()
      },
    }
  } catch (error) {
    await server?.stop()
    release()
    throw error
  }
}

const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** Creates the cluster under a temporary name and renames it, so that an incomplete one is never used. */
function initialise(bin: string, cluster: string, account: SystemAccount | undefined) {
  const making = `${cluster}.making`
  rmSync(making, { recursive: true, force: true })
  makePrivateDirectory(making, account)
  const handed = openDirectories([making], account)
  const made = spawnSync(join(bin, 'initdb'), ['-D', handed.names[0] ?? making, '-U', user, '-A', 'trust', ...locale], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', ...handed.descriptors],
  })
  handed.close()
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
  renameSync(making, cluster)
}

/** Cleanly stops the server that a killed product left running. */
async function stopOrphan(cluster: string) {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  const birth = processStart(pid)
  if (!birth || !worksIn(pid, cluster)) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; processStart(pid) === birth; waited += 50) {
    if (waited > startMs) throw new Error(`the database left by an earlier run (process ${pid}) does not stop`)
    await sleep(50)
  }
}

/** True when a process is the server of a cluster and not another one that got the server's old id. */
function worksIn(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(cluster)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    // The process has ended, or belongs to another account.
    return false
  }
}

type Server = { child(): ChildProcess; starts(): number; stop(): Promise<void> }

/** Starts before a server that never answers counts as broken. The first few may fail on the shared memory of a killed server. */
const mostStarts = 15

/** Keeps a postmaster running, starting it again when it dies. It is outside this process group, so that Ctrl-C reaches this process first. */
function supervise(
  bin: string,
  place: { cluster: string; sockets: string; log: string },
  settings: Record<string, string>,
  account: SystemAccount | undefined,
  log: ServerLog,
): Server {
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let stopping = false
  let gone: Promise<void> = Promise.resolve()
  let starts = 0
  const launch = () => {
    starts++
    const out = openSync(place.log, 'a', 0o600)
    const handed = openDirectories([place.cluster, place.sockets], account)
    const [cluster = '', sockets = ''] = handed.names
    const child = spawn(join(bin, 'postgres'), ['-D', cluster, '-k', sockets, '-p', '5432', ...set], {
      ...account,
      cwd: '/',
      stdio: ['ignore', out, out, ...handed.descriptors],
      detached: true,
    })
    handed.close()
    closeSync(out)
    gone = new Promise((done) => {
      const ended = (why: string | number | null) => {
        done()
        if (stopping) return
        log.warn({ why }, 'the database stopped and is started again')
        setTimeout(() => {
          if (!stopping) current = launch()
        }, 300)
      }
      child.once('exit', (code, signal) => ended(signal ?? code))
      child.once('error', (error) => {
        if (!child.pid) ended(error.message)
      })
    })
    return child
  }
  let current = launch()
  return {
    child: () => current,
    starts: () => starts,
    stop: async () => {
      stopping = true
      current.kill('SIGINT')
      await gone
    },
  }
}

async function untilReady(url: string, server: Server, logFile: string) {
  const deadline = Date.now() + startMs
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline || server.starts() > mostStarts) {
        throw new Error(`the database does not start: ${error instanceof Error ? error.message : error}; see ${logFile}`)
      }
      await sleep(30)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

async function ensureDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}
