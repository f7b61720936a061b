import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Bench } from '../../kit/bench.ts'
import { processorMs, residentBytes } from '../../kit/process-usage.ts'
import { count, megabytes, ms, type Result } from '../../kit/table.ts'
import { nameBytes } from './relay-link.ts'
import { pictureAge, sendPictures } from './sent-pictures.ts'

const cameras = 200
const viewersEach = 3
const minutes = 10
const bareSeconds = 60
/** Until all have their pictures. */
const settleMs = 5000
/** Of FLV: a tag of pictures, which is no description, and the length after it. */
const [pictureTag, sizeBytes] = [9, 4]
const leastShare = 0.5
const mostLateMs = 50
/** Growth over the run that is garbage waiting to be collected. */
const mostGrowth = 30e6

/** Measures what giving the pictures of many cameras to many viewers costs, and how late they are. Source: spec 3, section 16. */
export async function measureRelay(bench: Bench): Promise<Result[]> {
  bench.log('a bare relay of the same pictures')
  const bare = await relayBare(bench)
  bench.log(`${minutes} minutes of ${cameras} cameras`)
  const relay = await relayPictures(bench)
  bench.log('the bare relay again')
  const again = await relayBare(bench)
  const limit = (bare + again) / 2
  const { ages, before, after } = relay
  const late = ages.quantile(0.99)
  return [
    {
      label: `Pictures relayed, ${cameras} cameras with ${viewersEach} viewers each, Mbit/s to viewers per core`,
      ratio: relay.rate / limit,
      measured: `${count(relay.rate)} Mbit/s`,
      limit: `${count(limit)} Mbit/s socket.pipe`,
      budget: `≥ ${leastShare.toFixed(2)}`,
      met: relay.rate / limit >= leastShare,
    },
    {
      label: `… from the camera’s writing to the viewer’s reading, p99 of ${count(ages.count)} in ${minutes} minutes, a viewer that reads nothing beside them`,
      measured: `${ms(late)} (median ${ms(ages.quantile(0.5))})`,
      budget: `≤ ${mostLateMs} ms`,
      met: late <= mostLateMs,
    },
    {
      label: '… memory of the process after one minute and at the end',
      measured: `${megabytes(before)}, ${megabytes(after)}`,
      budget: `+ ${megabytes(mostGrowth)}`,
      met: after - before <= mostGrowth,
    },
  ]
}

/** Ages in tenths of a ms, which are many. */
function createAges() {
  const counts = new Map<number, number>()
  const ages = {
    count: 0,
    add(age: number) {
      const key = Math.round(age * 10)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      ages.count++
    },
    quantile(share: number) {
      let below = 0
      const found = [...counts]
        .sort(([a], [b]) => a - b)
        .find(([, amount]) => {
          below += amount
          return below > share * ages.count
        })
      return found ? found[0] / 10 : Number.NaN
    },
  }
  return ages
}

/** Starts a relay; `opened` is called with each camera that it asks for. */
async function startRelay(bench: Bench, name: string, opened: (deviceId: number, cameraPort: number) => void) {
  const child = fork(join(import.meta.dirname, name), { execArgv: process.execArgv })
  bench.onEnd(() => child.kill())
  const [{ cameraPort, viewerPort }] = await once(child, 'message')
  child.on('message', ({ camera }: { camera: number }) => opened(camera, cameraPort))
  return { pid: child.pid!, cameraPort: cameraPort as number, viewerPort: viewerPort as number, stop: () => child.kill() }
}

/** Megabits a second of viewers per core. */
const rateOf = (bytes: number, processor: number) => (bytes * 8) / 1e6 / (processor / 1000)

async function relayPictures(bench: Bench) {
  let ages = createAges()
  let bytes = 0
  const stops: (() => void)[] = []
  const relay = await startRelay(bench, 'relay-process.ts', (deviceId, port) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    socket.on('connect', () => stops.push(sendPictures(deviceId, (sent) => socket.write(sent))))
  })
  const viewers = Array.from({ length: cameras * viewersEach }, (_, i) => {
    const socket = new WebSocket(`ws://127.0.0.1:${relay.viewerPort}/${1 + (i % cameras)}`, { perMessageDeflate: false })
    socket.on('message', (data: Buffer, isBinary) => {
      bytes += data.length
      if (isBinary && data[0] === pictureTag && data[12] === 1) ages.add(pictureAge(data, data.length - sizeBytes))
    })
    return socket
  })
  await Promise.all(viewers.map((socket) => once(socket, 'open')))
  const idle = new WebSocket(`ws://127.0.0.1:${relay.viewerPort}/1`, { perMessageDeflate: false })
  await once(idle, 'open')
  idle.pause()
  await sleep(settleMs)
  bytes = 0
  ages = createAges()
  const start = processorMs(relay.pid)
  await sleep(60_000)
  const before = residentBytes(relay.pid)
  await sleep((minutes - 1) * 60_000)
  const rate = rateOf(bytes, processorMs(relay.pid) - start)
  const after = residentBytes(relay.pid)
  for (const stop of stops) stop()
  for (const socket of [...viewers, idle]) socket.terminate()
  relay.stop()
  return { ages, rate, before, after }
}

async function relayBare(bench: Bench): Promise<number> {
  let bytes = 0
  const relay = await startRelay(bench, 'pipe-process.ts', () => undefined)
  const named = (port: number, deviceId: number) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const name = Buffer.alloc(nameBytes)
    name.writeUInt32BE(deviceId)
    socket.write(name)
    return socket
  }
  const viewers = Array.from({ length: cameras * viewersEach }, (_, i) => named(relay.viewerPort, 1 + (i % cameras)))
  await Promise.all(viewers.map((socket) => once(socket, 'data')))
  for (const viewer of viewers)
    viewer.on('data', (chunk) => {
      bytes += chunk.length
    })
  const stops = Array.from({ length: cameras }, (_, i) => {
    const socket = named(relay.cameraPort, 1 + i)
    return { socket, stop: sendPictures(1 + i, (sent) => socket.write(sent)) }
  })
  await sleep(settleMs)
  bytes = 0
  const start = processorMs(relay.pid)
  await sleep(bareSeconds * 1000)
  const rate = rateOf(bytes, processorMs(relay.pid) - start)
  for (const { socket, stop } of stops) {
    stop()
    socket.destroy()
  }
  for (const viewer of viewers) viewer.destroy()
  relay.stop()
  return rate
}
