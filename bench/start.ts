import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../tools/build-web.ts'
import { type Bench, residentBytes } from './kit.ts'
import { count, type Line, median, megabytes, seconds } from './lines.ts'
import { startLoad } from './load.ts'
import { freePort } from './product.ts'
import { addVehicles } from './seed.ts'

const starts = 3
const longestStartMs = 3000
const load = { rate: 1000, terminals: 10_000, seconds: 20 }
const mostBytes = 300e6

/** `npm start` as a person types it, on data that is there already. */
export async function measureStart(bench: Bench): Promise<Line[]> {
  const times: number[] = []
  const dataDir = join(bench.dir, 'start')
  bench.say('the first start makes the demo city')
  const first = await npmStart(bench, dataDir)
  for (let round = 0; round < starts; round++) times.push(await npmStart(bench, dataDir))
  const typical = median(times)
  return [
    {
      what: `npm start on existing data, until it answers (median of ${starts})`,
      measured: seconds(typical),
      budget: `≤ ${longestStartMs / 1000} s`,
      met: typical <= longestStartMs,
    },
    { what: '… the very first, with the demo city loaded', measured: seconds(first) },
  ]
}

/** Milliseconds until the web app answers; then it is stopped again. */
async function npmStart(bench: Bench, dataDir: string): Promise<number> {
  const [port, terminalPort] = [await freePort(), await freePort()]
  const env = { ...process.env, PORT: String(port), JT808_PORT: String(terminalPort), DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const began = performance.now()
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true })
  const ended = once(child, 'exit')
  const stop = () => child.exitCode === null && child.signalCode === null && process.kill(-child.pid!, 'SIGTERM')
  bench.after(stop)
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } }).then(
      (reply) => reply.ok,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    await sleep(10)
  }
  const took = performance.now() - began
  stop()
  await ended
  return took
}

/** What the product's process holds while ten thousand terminals are connected and report. */
export async function measureMemory(bench: Bench): Promise<Line[]> {
  const { url, db } = await bench.database('memory')
  await addVehicles(db, load.terminals, 200)
  const product = await bench.product({ DATABASE_URL: url, DEMO: 'off' })
  const idle = residentBytes(product.pid)
  bench.say(`${count(load.terminals)} terminals connect`)
  const started = await startLoad(bench, { db, port: product.terminalPort, ...load })
  const held: number[] = []
  const watching = setInterval(() => held.push(residentBytes(product.pid)), 500)
  const result = await started.finished
  clearInterval(watching)
  const most = Math.max(...held)
  return [
    {
      what: `Memory of the server's process, ${count(load.terminals - result.lost)} terminals at ${count(result.rate)} frames/s, the most in ${load.seconds} s`,
      measured: `${megabytes(most)} (median ${megabytes(median(held))}; ${megabytes(idle)} without terminals)`,
      budget: `≤ ${megabytes(mostBytes)}`,
      met: most <= mostBytes,
    },
  ]
}
