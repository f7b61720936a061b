import { setTimeout as sleep } from 'node:timers/promises'
import { connectTerminal, type TerminalClient } from '@huanwei/fleet/terminals/client'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Location } from '@huanwei/terminal/messages/location'
import type { Bench } from '../kit/bench.ts'
import { logIn } from '../kit/log-in.ts'
import { addRules, addVehicles, terminalNumber } from '../kit/seed.ts'
import { subscribe } from '../kit/stomp.ts'
import { count, ms, quantile, type Result } from '../kit/table.ts'
import { startLoad } from '../kit/terminal-load.ts'

/** Loads in frames a second, with the budget of the p99 from a frame to a screen, ms. */
const loads = [
  { rate: 200, longestMs: 500 },
  { rate: 1000, longestMs: 1200 },
]
const terminals = 1000
const seconds = 33
/** The load's terminals have connected by then: a burst of as many changes as there are terminals, which is sent at the pace of a thousand. */
const settlingMs = 4000
/** Terminals in this process, beside the load, whose frames are followed to the screen. */
const probeCount = 50
/** Interval of the frames of a probe; 90 ms more than a period of the channel, so that every phase of it is measured. */
const intervalMs = 1250 + 90
const measuringMs = 25_000

/** Measures the time from a frame of a terminal to the patch on a subscriber's socket, while few and while a thousand frames a second arrive. */
export async function measureLatency(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('latency')
  await addVehicles(db, terminals + probeCount, 100)
  await addRules(db, terminals / 10)
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  const { token } = await logIn(product.url)
  const probes = await openProbes(db, product.terminalPort)
  for (const { terminal } of probes) bench.onEnd(terminal.close)
  const results: Result[] = []
  for (const { rate, longestMs } of loads) {
    const follower = followFrames()
    const feed = await subscribe(product.url, token, '/live/vehicle', ({ objects }) => follower.arrived(objects))
    bench.log(`${count(rate)} frames/s arrive`)
    const running = await startLoad(bench, { db, port: product.terminalPort, rate, terminals, seconds })
    await sleep(settlingMs)
    await sendProbes(probes, follower.sent)
    await sleep(1500)
    const result = await running.finished
    feed.close()
    const { times, sentCount } = follower
    const p99 = quantile(times, 0.99)
    results.push(
      {
        label: `Frame written by the terminal → patch on the subscriber’s socket, p99 of ${count(sentCount())}, at ${count(result.rate)} frames/s`,
        measured: `${ms(p99)} (median ${ms(quantile(times, 0.5))})`,
        budget: `≤ ${count(longestMs)} ms`,
        met: p99 <= longestMs && times.length >= sentCount(),
      },
      {
        label: '… from the terminal’s writing to its acknowledgement after commit',
        measured: `median ${ms(result.p50)}, p99 ${ms(result.p99)}`,
      },
    )
  }
  return results
}

type Probe = { terminal: TerminalClient; vehicle: number }

/** Matches the patches of the live channel with the frames that caused them, by vehicle and longitude. */
function followFrames() {
  const times: number[] = []
  const latest = new Map<number, { lng: number; at: number }>()
  let sent = 0
  return {
    /** Times from a frame to its patch, ms. */
    times,
    sentCount: () => sent,
    sent(vehicle: number, lng: number) {
      // A frame that the next one overtook counts with the time it has waited.
      const overtaken = latest.get(vehicle)
      if (overtaken) times.push(performance.now() - overtaken.at)
      latest.set(vehicle, { lng: Number(lng.toFixed(6)), at: performance.now() })
      sent++
    },
    arrived(objects: readonly { id: number; lng?: number | null | undefined }[]) {
      const now = performance.now()
      for (const { id, lng } of objects) {
        const frame = latest.get(id)
        if (!frame || frame.lng !== lng) continue
        latest.delete(id)
        times.push(now - frame.at)
      }
    },
  }
}

/** Connects the probes, which register and authenticate. */
async function openProbes(db: OwnedDatabase, port: number): Promise<Probe[]> {
  const { rows } = await db.owner.query<{ terminal_no: string; object_id: number }>('select terminal_no, object_id from device')
  const vehicleOf = new Map(rows.map((row) => [row.terminal_no, row.object_id]))
  return Promise.all(
    Array.from({ length: probeCount }, async (_, i) => {
      const terminalNo = terminalNumber(terminals + i)
      const terminal = await connectTerminal({ port, terminalNo })
      await terminal.enter()
      return { terminal, vehicle: vehicleOf.get(terminalNo)! }
    }),
  )
}

/** Lets every probe send at its interval, evenly shifted against each other; `onSent` is called just before a frame is written. */
async function sendProbes(probes: readonly Probe[], onSent: (vehicle: number, lng: number) => void) {
  const end = performance.now() + measuringMs
  await Promise.all(
    probes.map(async ({ terminal, vehicle }, i) => {
      await sleep((intervalMs / probeCount) * i)
      for (let turn = 0; performance.now() < end; turn++) {
        const lng = 104 + (i * 1000 + turn) / 1e6
        onSent(vehicle, lng)
        terminal.send({ id: MessageId.location, location: locationAt(lng) })
        await sleep(intervalMs)
      }
    }),
  )
}

const locationAt = (lng: number): Location => ({
  alarm: 0,
  status: 3,
  lat: 30.65,
  lng,
  altitude: 500,
  speed: 30,
  direction: 90,
  time: Math.floor(Date.now() / 1000) * 1000,
  additions: { activeSafety: [], raw: [] },
})
