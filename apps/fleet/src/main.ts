import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type Demo, startDemo } from './demo.ts'
import { startFleet } from './drive.ts'
import { runLoad } from './load.ts'
import { replay } from './replay.ts'

const usage = `The simulated fleet: JT/T 808 terminals over TCP, sensors and phones over HTTP.
  --port N --host H --terminals N --seed N --state DIR    drives vehicles through the demo city
  --demo                                                  with the people and sensors of the demo city; what they know is JSON on stdin
  --parent PID                                            stops when this parent is gone
  --load --rate R --terminals N --seconds S               sends at a fixed rate and prints what came back as JSON
    [--window N] [--behind S] [--first NUMBER]            S: stored locations, a second apart, the first from S seconds ago
    [--acked FILE]                                        FILE: terminal,time (epoch s),serial of every acknowledged location
  --replay FILE --speed X                                 plays frames (hex, one a line) or a CSV terminal,time,lng,lat,speed,direction`

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '6808' },
    terminals: { type: 'string', default: '320' },
    seed: { type: 'string', default: '808' },
    state: { type: 'string' },
    demo: { type: 'boolean', default: false },
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

/** Vehicles of the whole demo city. */
const wholeFleet = 320

/** A whole number above `least`; ends the process with a message when it is none. */
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
} else await drive()

async function drive() {
  const dataDir = process.env.DATA_DIR
  const state = values.state ?? (dataDir ? join(dataDir, 'fleet') : join(tmpdir(), 'huanwei-fleet'))
  const seed = wholeNumber('seed', values.seed, 0)
  // A small fleet comes with as few people and sensors.
  const share = Math.min(1, terminals / wholeFleet)
  const fleet = startFleet({ host, port, terminals, badges: values.demo ? share : 0, seed, state })
  const demo: Demo | undefined = values.demo ? JSON.parse(await text(process.stdin)) : undefined
  const stopDemo = demo && (await startDemo(demo, { seed, share }))
  console.log(`fleet: ${terminals} terminals drive for ${host}:${port}`)
  let before = { ...fleet.counts }
  const telling = setInterval(() => {
    const { connected, reports, acknowledged, resent } = fleet.counts
    const perSecond = ((reports - before.reports) / 60).toFixed(1)
    console.log(
      `fleet: ${connected} connected, ${perSecond} reports/s, ${fleet.waiting()} waiting, ${acknowledged - before.acknowledged} acknowledged, ${resent - before.resent} sent again`,
    )
    before = { ...fleet.counts }
  }, 60_000)
  const stop = () => {
    clearInterval(telling)
    stopDemo?.()
    fleet.stop()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  const parent = values.parent === undefined ? undefined : wholeNumber('parent', values.parent)
  // A product that was killed starts a fleet of its own when it comes back.
  if (parent !== undefined)
    setInterval(() => {
      if (process.ppid !== parent) stop()
    }, 1000).unref()
}
