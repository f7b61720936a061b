import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../tools/build-web.ts'
import { freePort } from '../../tools/free-port.ts'
import type { Bench } from '../kit/bench.ts'
import { residentBytes } from '../kit/process-usage.ts'
import { addVehicles } from '../kit/seed.ts'
import { count, median, megabytes, type Result, seconds } from '../kit/table.ts'
import { startLoad } from '../kit/terminal-load.ts'

const starts = 3
const longestStartMs = 3000
const load = { rate: 1000, terminals: 10_000, seconds: 20 }
const mostBytes = 300e6

/** Measures `npm start` from the command line on existing data. */
export async function measureStart(bench: Bench): Promise<Result[]> {
  const times: number[] = []
  const dataDir = join(bench.dir, 'start')
  bench.log('the first start creates the demo city')
  const first = await npmStart(bench, dataDir)
  for (let round = 0; round < starts; round++) times.push(await npmStart(bench, dataDir))
  const typical = median(times)
  return [
    {
      label: `npm start on existing data, until it answers (median of ${starts})`,
      measured: seconds(typical),
      budget: `≤ ${longestStartMs / 1000} s`,
      met: typical <= longestStartMs,
    },
    { label: '… the very first, with the demo city loaded', measured: seconds(first) },
  ]
}

/** Starts the product and stops it once the web app answers, with every process it started; resolves to the ms until the answer. */
async function npmStart(bench: Bench, dataDir: string): Promise<number> {
  const [port, terminalPort, picturePort] = [await freePort(), await freePort(), await freePort()]
  const ports = {
    PORT: String(port),
    JT808_PORT: String(terminalPort),
    JT1078_PORT: String(picturePort),
    JT808_FILES_PORT: '0',
    FTP_PORT: '0',
    VIDEO_API_PORT: '0',
  }
  const env = { ...process.env, ...ports, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const started = performance.now()
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true })
  const group = -child.pid!
  const stop = () => isRunning(group) && process.kill(group, 'SIGTERM')
  bench.onEnd(stop)
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } }).then(
      (reply) => reply.ok,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    await sleep(10)
  }
  const elapsed = performance.now() - started
  stop()
  // npm ends before the product, whose data the next start needs.
  while (isRunning(group)) await sleep(50)
  return elapsed
}

/** True while a process, or with a negative id a process group, exists. */
function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

/** Measures the memory of the product's process while ten thousand terminals are connected and report. */
export async function measureMemory(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('memory')
  await addVehicles(db, load.terminals, 200)
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  const idle = residentBytes(product.pid)
  bench.log(`${count(load.terminals)} terminals connect`)
  const running = await startLoad(bench, { db, port: product.terminalPort, ...load })
  const samples: number[] = []
  const sampling = setInterval(() => samples.push(residentBytes(product.pid)), 500)
  const result = await running.finished
  clearInterval(sampling)
  const peak = Math.max(...samples)
  return [
    {
      label: `Memory of the server's process, ${count(load.terminals - result.lost)} terminals at ${count(result.rate)} frames/s, the most in ${load.seconds} s`,
      measured: `${megabytes(peak)} (median ${megabytes(median(samples))}; ${megabytes(idle)} without terminals)`,
      budget: `≤ ${megabytes(mostBytes)}`,
      met: peak <= mostBytes,
    },
  ]
}
