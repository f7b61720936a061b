import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

type Options = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  cwd?: string
  /** Resolves when it serves; called after each start. */
  ready(output: () => string): Promise<void>
  /** Hears that it ended without being asked to. */
  ended(code: number | null, signal: string | null): void
}

/** Pause before a process that has ended is started again, ms: that of the systemd unit. */
const restartMs = 1000

export type Member = Awaited<ReturnType<typeof startMember>>

/** Runs a process of a cluster, and starts it again whenever it ends, as its supervisor does. */
export async function startMember({ name, command, args, env, cwd, ready, ended }: Options) {
  let child: ChildProcess
  let output = ''
  let isStopping = false
  let serving: Promise<void>

  function start() {
    child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let mine = ''
    const take = (chunk: Buffer) => {
      mine += chunk
      output += chunk
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('error', (error) => take(Buffer.from(`${error.message}\n`)))
    child.once('exit', async (code, signal) => {
      if (isStopping) return
      ended(code, signal)
      await sleep(restartMs)
      if (!isStopping) start()
    })
    serving = ready(() => mine)
    serving.catch(() => undefined)
  }

  start()
  await serving!
  return {
    name,
    pid: () => child.pid ?? 0,
    output: () => output,
    /** Ends it at once; it is started again. */
    kill: () => void child.kill('SIGKILL'),
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Resolves when it serves (again). */
    serving: () => serving,
    async stop() {
      isStopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const force = setTimeout(() => child.kill('SIGKILL'), 20_000)
      child.kill('SIGTERM')
      child.kill('SIGCONT')
      await once(child, 'exit')
      clearTimeout(force)
    },
  }
}
