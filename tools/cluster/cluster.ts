import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '@huanwei/server/db/embedded'
import { natsServer } from '@huanwei/server/position/cluster/nats.test-kit'
import { freePort } from '../free-port.ts'
import { startBalancer } from './balancer.ts'
import { type Member, startMember } from './member.ts'

const root = join(import.meta.dirname, '../..')

export type Settings = Record<string, string>

type Options = {
  /** Folder of all data. */
  dir: string
  /** Ports at which browsers and terminals reach the cluster, whichever of its processes are alive. */
  ports: { web: number; terminals: number }
  /** Servers of NATS, and processes of each role. */
  natsServers?: number
  each?: number
  settings?: Settings
  log(line: string): void
}

/** Time for a server of NATS to catch up with the others, ms. One that was killed has been seen to wait for ever; started again it is there at once. */
const healthyMs = 60_000

/** A server of NATS that has all that the others have, too: only then may another one end. */
const isHealthy = (health: string) => async (_output: () => string, hasEnded: () => boolean) => {
  for (const until = Date.now() + healthyMs; !hasEnded() && Date.now() < until; await sleep(200)) {
    const signal = AbortSignal.timeout(2000)
    const reply = await fetch(health, { signal }).catch(() => undefined)
    if (reply?.ok) return
  }
  throw new Error(hasEnded() ? 'ended before it was healthy' : 'was not healthy in time')
}

async function isRunning(output: () => string, hasEnded: () => boolean) {
  while (!output().includes('is running:')) {
    if (hasEnded()) throw new Error('ended while it started')
    await sleep(100)
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/**
 * Starts a whole installation on this machine: PostgreSQL, servers of NATS, several processes of each role, and a balancer before them. What ends is
 * started again. `members` has all processes by name, each with the address of its health; the one of the database is watched by the database's own
 * supervisor. What a process says is in `NAME.log` in the folder.
 */
export async function startCluster({ dir, ports, natsServers = 3, each = 2, settings = {}, log }: Options) {
  const members = new Map<string, Member & { health: string }>()
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one()
  }
  const ended = (name: string) => (code: number | null, signal: string | null) => log(`${name} ended (${signal ?? code})`)

  async function add(name: string, health: string, parts: Omit<Parameters<typeof startMember>[0], 'name' | 'ended' | 'logFile'>) {
    const member = await startMember({ name, ...parts, logFile: join(dir, `${name}.log`), ended: ended(name) })
    members.set(name, { ...member, health })
    closing.push(member.stop)
  }

  try {
    const say = (_: object, text: string) => log(text)
    const database = await startEmbedded(join(dir, 'database'), {
      log: { info: say, warn: say },
      settings: { max_connections: '200' },
    })
    closing.push(database.stop)
    const routes = await Promise.all(Array.from({ length: natsServers }, freePort))
    const natsPorts = await Promise.all(Array.from({ length: natsServers }, freePort))
    const monitoring = await Promise.all(Array.from({ length: natsServers }, freePort))
    const servers = natsPorts.map((port, i) => {
      const name = `nats-${i + 1}`
      const store = join(dir, name)
      mkdirSync(store, { recursive: true })
      const alone = ['-js', '-sd', store, '-a', '127.0.0.1', '-p', String(port), '-m', String(monitoring[i]), '-n', name]
      const joined = ['-cluster_name', 'huanwei', '-cluster', `nats://127.0.0.1:${routes[i]}`]
      const others = ['-routes', routes.map((route) => `nats://127.0.0.1:${route}`).join()]
      const args = natsServers > 1 ? [...alone, ...joined, ...others] : alone
      const health = `http://127.0.0.1:${monitoring[i]}/healthz`
      return add(name, health, { command: natsServer, args, ready: isHealthy(health) })
    })
    await Promise.all(servers)

    const common = {
      DATABASE_URL: database.url,
      NATS_URL: natsPorts.map((port) => `nats://127.0.0.1:${port}`).join(),
      DATA_DIR: join(dir, 'files'),
      LOG_LEVEL: 'warn',
      SIMULATE: 'off',
      ...settings,
    }
    async function run(name: string, env: Settings) {
      const args = [join(root, 'tools/start.ts'), '--no-build']
      const flags = ['--import', join(root, 'tools/quick-imports.mjs')]
      const health = String(await freePort())
      return add(name, `http://127.0.0.1:${health}/health/ready`, {
        command: process.execPath,
        args: [...flags, ...args],
        env: { ...common, HEALTH_HOST: '127.0.0.1', HEALTH_PORT: health, ...env },
        cwd: root,
        ready: isRunning,
      })
    }
    const numbered = Array.from({ length: each }, (_, i) => i + 1)
    const terminalPorts = await Promise.all(numbered.map(freePort))
    const webPorts = await Promise.all(numbered.map(freePort))
    // The first brings the tables up to date.
    await run('worker-1', { ROLES: 'worker' })
    await Promise.all([
      ...numbered.slice(1).map((i) => run(`worker-${i}`, { ROLES: 'worker' })),
      ...terminalPorts.map((port, i) => run(`gateway-${i + 1}`, { ROLES: 'gateway', JT808_PORT: String(port) })),
      ...webPorts.map((port, i) => run(`api-${i + 1}`, { ROLES: 'api', PORT: String(port) })),
      ...numbered.map(async (i) => run(`media-${i}`, { ROLES: 'media', ...(await mediaPorts()) })),
    ])
    for (const [port, targets] of [
      [ports.terminals, terminalPorts],
      [ports.web, webPorts],
    ] as const) {
      const balancer = await startBalancer(port, targets)
      closing.push(balancer.close)
    }
    return {
      members,
      databaseUrl: database.url,
      nats: common.NATS_URL,
      /** Ends the server of the database at once; it is started again. */
      killDatabase: () => void process.kill(database.postmasterPid(), 'SIGKILL'),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function mediaPorts(): Promise<Settings> {
  const names = ['PORT', 'JT1078_PORT', 'JT808_FILES_PORT', 'FTP_PORT', 'VIDEO_API_PORT']
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, String(await freePort())])))
}
