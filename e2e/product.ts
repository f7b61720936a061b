import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '@huanwei/server/db/hold'
import { freePort } from '../tools/free-port.ts'

const root = join(import.meta.dirname, '..')
/** The command that `npm start` runs. */
const viaInstall = ['tools/ensure-installed.mjs', 'tools/start.ts']

export type Product = Awaited<ReturnType<typeof startProduct>>

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'huanwei-e2e-'))

/** A copy of a stopped product's data. */
export function copyOf(from: string) {
  const dataDir = newDataDir()
  // Keeps the owner: when root runs the tests, the data belong to another user.
  execFileSync('cp', ['-a', `${from}/.`, dataDir])
  return dataDir
}

/** Lines of every start and stop; any other output with LOG_LEVEL `warn` needs an explanation. */
const expected = [
  /^[✓·] (web app|database|tables|statistics|demo city|menus|live state|terminals|listening|stopp)/,
  /^Huanwei 环卫 is running: /,
  /^Terminals \(JT\/T 808\): /,
  /^Pictures of terminals \(JT\/T 1078\): /,
  /^Files of their alarms \(T\/JSATL 12\): /,
  /^Uploads of terminals \(FTP\): /,
  /^Video interface \(CMSV6\): /,
  /^Short messages \(SMS\) are written to /,
  /^Demo accounts, password /,
  /^ {2}\w[\w.]* +\S/,
  /^fleet: \d+ /,
  /^$/,
]

/** Output lines that do not belong to a start or stop. */
export const unexplained = (output: string) => output.split('\n').filter((line) => !expected.some((one) => one.test(line)))

/** Runs the product until it ends; for the messages of a start that fails. */
export async function runProduct(settings: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, ['tools/start.ts', ...args], { cwd: root, env: { ...process.env, ...settings } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code]: (number | null)[] = await once(child, 'close')
  return { code, output }
}

/** A limit for what hangs: loading the demo city takes a busy machine minutes, ms. */
const longestStartMs = 600_000

/**
 * Starts the product as a person does, on ports and data of its own. `output` is all its output. It leads a process group, as in a terminal:
 * `interrupt` is Ctrl-C, which reaches the whole group.
 */
export async function startProduct(settings: Record<string, string> = {}, dataDir = newDataDir()) {
  const ports = {
    PORT: String(await freePort()),
    JT808_PORT: String(await freePort()),
    JT1078_PORT: String(await freePort()),
    JT808_FILES_PORT: String(await freePort()),
    FTP_PORT: String(await freePort()),
    VIDEO_API_PORT: String(await freePort()),
  }
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
  while (!output.includes('is running:') && !hasEnded && performance.now() - started < longestStartMs) await sleep(20)
  if (hasEnded || !output.includes('is running:')) {
    killGroup(pid)
    throw new Error(`the product did not start:\n${output}`)
  }

  /** Sends Ctrl-C; resolves with the exit code when the product has ended. */
  async function interrupt(signal: NodeJS.Signals = 'SIGINT') {
    if (!hasEnded) process.kill(-pid, signal)
    await ended
    return child.exitCode
  }
  return {
    /** Id of the process that leads the group. */
    pid,
    url: `http://localhost:${env.PORT}`,
    port: Number(env.PORT),
    terminalPort: Number(env.JT808_PORT),
    dataDir,
    output: () => output,
    interrupt,
    kill: () => interrupt('SIGKILL'),
    /** Stops the product and removes its data; also stops a database that a killed product left running. */
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

/** A product that has not stopped by then is killed, so that it does not delay other tests, ms. */
const longestStopMs = 60_000

function killGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

/** The process that serves the database of a data directory; undefined when none runs. */
export function postmasterOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'pg', 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return isAlive(pid) ? pid : undefined
}
