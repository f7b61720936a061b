import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

type Options = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  cwd?: string
  /** Receives all that it writes. */
  logFile: string
  /** Resolves when a start of it serves; rejects when that has ended, or is to be ended and tried anew. */
  ready(output: () => string, hasEnded: () => boolean): Promise<void>
  /** Hears that it ended without being asked to. */
  ended(code: number | null, signal: string | null): void
}

/** Pause before a process that has ended is started again, ms: that of the systemd unit. */
const restartMs = 1000

export type Member = Awaited<ReturnType<typeof startMember>>

/** Time for a process to serve, also on a busy machine and after some that failed, ms. */
const servingMs = 300_000

/** Runs a process of a cluster, and starts it again whenever it ends, as its supervisor does. */
export async function startMember({ name, command, args, env, cwd, logFile, ready, ended }: Options) {
  let current: { child: ChildProcess; hasEnded: boolean; isServing: boolean }
  let output = ''
  let isStopping = false

  function start() {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    const mine = { child, hasEnded: false, isServing: false }
    current = mine
    let said = ''
    const take = (chunk: Buffer | string) => {
      said += chunk
      output += chunk
      appendFileSync(logFile, chunk)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('error', (error) => take(`${error.message}\n`))
    child.once('exit', async (code, signal) => {
      mine.hasEnded = true
      if (isStopping) return
      ended(code, signal)
      await sleep(restartMs)
      if (!isStopping) start()
    })
    ready(
      () => said,
      () => mine.hasEnded,
    ).then(
      () => {
        mine.isServing = true
      },
      (error: Error) => {
        take(`${error.message}\n`)
        child.kill('SIGKILL')
      },
    )
  }

  /** Resolves when it serves (again); rejects with what it said when it does not. */
  async function serving() {
    for (let waited = 0; current.hasEnded || !current.isServing; waited += 50) {
      if (waited > servingMs) throw new Error(`${name} does not serve:\n${output}`)
      await sleep(50)
    }
  }

  start()
  await serving()
  return {
    name,
    pid: () => current.child.pid ?? 0,
    output: () => output,
    serving,
    /** SIGKILL ends it at once; it is started again. */
    signal: (signal: NodeJS.Signals) => void current.child.kill(signal),
    /** Stops it in order; resolves when it has been started again and serves. */
    async restart() {
      const { child } = current
      child.kill('SIGTERM')
      await once(child, 'exit')
      await serving()
    },
    async stop() {
      isStopping = true
      const { child } = current
      if (current.hasEnded) return
      const force = setTimeout(() => child.kill('SIGKILL'), 20_000)
      child.kill('SIGTERM')
      child.kill('SIGCONT')
      await once(child, 'exit')
      clearTimeout(force)
    },
  }
}
