import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '@huanwei/server/db/hold'

const root = join(import.meta.dirname, '..')
/** How a person's `npm start` runs it. */
const viaInstall = ['tools/ensure-installed.mjs', 'tools/start.ts']

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

export type Product = Awaited<ReturnType<typeof startProduct>>

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'huanwei-e2e-'))

/** Lines that belong to every start and stop; anything else the product prints while LOG_LEVEL is `warn` is something to explain. */
const expected = [
  /^[✓·] (web app|database|tables|demo city|menus|live state|terminals|listening|stopp)/,
  /^initialising the database$/,
  /^Huanwei 环卫 is running: /,
  /^Terminals \(JT\/T 808\): /,
  /^Short messages \(SMS\) are written to /,
  /^Demo accounts, password /,
  /^ {2}\w[\w.]* +\S/,
  /^fleet: \d+ /,
  /^$/,
]

/** What the product printed that no start and no stop prints. */
export const unexplained = (output: string) => output.split('\n').filter((line) => !expected.some((one) => one.test(line)))

/** Runs the product until it ends, for what it says when it does not start. */
export async function runProduct(settings: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, ['tools/start.ts', ...args], { cwd: root, env: { ...process.env, ...settings } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code]: (number | null)[] = await once(child, 'close')
  return { code, output }
}

/**
 * The product as a person starts it, on ports and data of its own. `output` is all it printed. It leads a process group, as in a terminal:
 * `interrupt` is Ctrl-C, which reaches all of the group.
 */
export async function startProduct(settings: Record<string, string> = {}, dataDir = newDataDir()) {
  const ports = { PORT: String(await freePort()), JT808_PORT: String(await freePort()) }
  const env = { ...process.env, ...ports, DATA_DIR: dataDir, LOG_LEVEL: 'warn', FLEET_SIZE: '30', ...settings }
  const started = performance.now()
  const child = spawn(process.execPath, viaInstall, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const pid = child.pid ?? 0
  let output = ''
  let hasEnded = false
  const ended = once(child, 'exit').finally(() => {
    hasEnded = true
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  while (!output.includes('is running:') && !hasEnded && performance.now() - started < 120_000) await sleep(20)
  const startMs = performance.now() - started
  if (hasEnded || !output.includes('is running:')) {
    killGroup(pid)
    throw new Error(`the product did not start:\n${output}`)
  }

  /** Ctrl-C; resolves with the exit code when it has ended. */
  async function interrupt(signal: NodeJS.Signals = 'SIGINT') {
    if (!hasEnded) process.kill(-pid, signal)
    await ended
    return child.exitCode
  }
  return {
    /** Of the process that leads the group. */
    pid,
    url: `http://localhost:${env.PORT}`,
    port: Number(env.PORT),
    terminalPort: Number(env.JT808_PORT),
    dataDir,
    startMs,
    output: () => output,
    interrupt,
    kill: () => interrupt('SIGKILL'),
    /** Ends it and removes its data; also a database that a killed product left running. */
    remove: async () => {
      const force = setTimeout(() => killGroup(pid), longestStopMs)
      await interrupt('SIGTERM')
      clearTimeout(force)
      const orphan = postmasterOf(dataDir)
      if (orphan) process.kill(orphan, 'SIGQUIT')
      while (orphan && isAlive(orphan)) await sleep(20)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Whoever has not stopped by then does not hold up the other tests, ms. */
const longestStopMs = 60_000

function killGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** The process that serves the database of a data directory; undefined when none runs. */
export function postmasterOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'pg', 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return isAlive(pid) ? pid : undefined
}
