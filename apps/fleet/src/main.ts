import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { cameraFaults } from './cameras/live-cameras.ts'
import { startDemoDevices } from './demo/demo.ts'
import { parsePlatformAccess } from './demo/platform-access.ts'
import { runLoad } from './loader/load.ts'
import { replay } from './replay/replay.ts'
import type { Counters } from './terminals/counters.ts'
import { faultOrder } from './terminals/fault-order.ts'
import { startFleet } from './terminals/fleet.ts'

const usage = `The simulated fleet: JT/T 808 terminals over TCP, sensors and phones over HTTP.
  --port N --host H --terminals N --seed N --state DIR    drives vehicles through the demo city
  --demo                                                  with the people and sensors of the demo city; reads their access as JSON on stdin
    [--orders]                                            takes lines on stdin, TERMINAL FAULT or all FAULT, about cameras:
                                                          ${cameraFaults.join(', ')}; well ends it
  --parent PID                                            stops when this parent is gone
  --load --rate R --terminals N --seconds S               sends at a fixed rate and prints the result as JSON
    [--window N] [--behind S] [--first NUMBER]            S: stored locations, a second apart, the first from S seconds ago
    [--acked FILE]                                        FILE: terminal,time (epoch s),serial of every acknowledged location
  --replay FILE --speed X                                 plays frames (hex, one a line) or a CSV terminal,time,lng,lat,speed,direction`

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '6808' },
    terminals: { type: 'string', default: '334' },
    seed: { type: 'string', default: '808' },
    state: { type: 'string' },
    demo: { type: 'boolean', default: false },
    orders: { type: 'boolean', default: false },
    parent: { type: 'string' },
    load: { type: 'boolean', default: false },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '10' },
    window: { type: 'string', default: '64' },
    behind: { type: 'string', default: '0' },
    first: { type: 'string', default: '14000000001' },
    acked: { type: 'string' },
    replay: { type: 'string' },
    speed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

/** Vehicles of the whole demo, and two that nobody has entered. */
const cityVehicles = 334
const reportMs = 60_000

/** A whole number of at least `least`; any other value ends the process with a message. */
function wholeNumber(name: string, text: string, least = 1): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least) return value
  console.error(`--${name} ${text}: expected a whole number of at least ${least}`)
  process.exit(2)
}

if (values.help) {
  console.log(usage)
  process.exit()
}

const { host } = values
const port = wholeNumber('port', values.port)
const terminals = wholeNumber('terminals', values.terminals)
if (values.load) {
  const [rate, seconds] = [wholeNumber('rate', values.rate), wholeNumber('seconds', values.seconds)]
  const [window, firstNumber] = [wholeNumber('window', values.window), wholeNumber('first', values.first)]
  const behind = wholeNumber('behind', values.behind, 0)
  const result = await runLoad({ host, port, terminals, rate, seconds, window, behind, firstNumber, acked: values.acked })
  console.log(JSON.stringify(result))
} else if (values.replay !== undefined) {
  const speed = Number(values.speed)
  if (!(speed > 0)) throw new Error(`--speed ${values.speed}: expected a number above 0`)
  console.log(JSON.stringify(await replay({ host, port, file: values.replay, speed })))
} else await simulate()

/** Simulates the fleet, and with `--demo` the demo city's people and sensors, until the process is stopped. */
async function simulate() {
  const dataDir = process.env.DATA_DIR
  const state = values.state ?? (dataDir ? join(dataDir, 'fleet') : join(tmpdir(), 'huanwei-fleet'))
  const seed = wholeNumber('seed', values.seed, 0)
  // A smaller fleet has as small a share of the people and sensors.
  const share = Math.min(1, terminals / cityVehicles)
  const fleet = startFleet({ host, port, terminals, badges: values.demo ? share : 0, seed, state })
  const stopDemo = values.demo
    ? await startDemoDevices(parsePlatformAccess(await text(process.stdin)), { seed, share, vehicles: terminals })
    : undefined
  console.log(`fleet: ${terminals} terminals drive for ${host}:${port}`)
  if (values.orders && !values.demo) createInterface(process.stdin).on('line', (line) => console.log(faultOrder(line, fleet)))
  const reporting = reportRegularly(fleet.counters, fleet.waiting)
  const stop = () => {
    clearInterval(reporting)
    stopDemo?.()
    fleet.stop()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  if (values.parent !== undefined) stopWithoutParent(wholeNumber('parent', values.parent), stop)
}

/** Prints a line about the last minute, every minute. */
function reportRegularly(counters: Counters, waiting: () => number) {
  let previous = { ...counters }
  return setInterval(() => {
    const { connected, reports, acknowledged, resent } = counters
    const perSecond = (((reports - previous.reports) * 1000) / reportMs).toFixed(1)
    console.log(
      `fleet: ${connected} connected, ${perSecond} reports/s, ${waiting()} waiting, ${acknowledged - previous.acknowledged} acknowledged, ${resent - previous.resent} sent again`,
    )
    previous = { ...counters }
  }, reportMs)
}

/** Stops when the parent process is gone: a product that was killed starts a new fleet when it comes back. */
function stopWithoutParent(parent: number, stop: () => void) {
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 1000).unref()
}
