import { setTimeout as sleep } from 'node:timers/promises'
import { framesOf, type Link, openLink } from '@huanwei/fleet/link'
import { MessageId } from '@huanwei/terminal/ids'
import type { Location } from '@huanwei/terminal/location'
import { type Bench, logIn } from './kit.ts'
import { count, type Line, ms, quantile } from './lines.ts'
import { startLoad } from './load.ts'
import { addRules, addVehicles, terminalNumber } from './seed.ts'
import { subscribe } from './stomp.ts'

const load = { rate: 1000, terminals: 1000, seconds: 30 }
/** Terminals of this process, beside the load: each frame of theirs is followed to the screen. */
const probes = 50
const eachMs = 1250
const forMs = 25_000
const longestMs = 1200

/** From the frame that a terminal writes to the patch on a subscriber's socket, while a thousand frames a second come in. */
export async function measureLatency(bench: Bench): Promise<Line[]> {
  const { url, db } = await bench.database('latency')
  await addVehicles(db, load.terminals + probes, 100)
  await addRules(db, load.terminals / 10)
  const { rows } = await db.owner.query<{ terminal_no: string; object_id: number }>('select terminal_no, object_id from device')
  const vehicleOf = new Map(rows.map((row) => [row.terminal_no, row.object_id]))
  const product = await bench.product({ DATABASE_URL: url, DEMO: 'off' })
  const { token } = await logIn(product.url)

  /** When the newest frame of a vehicle was written, and its longitude, by which its patch is known. */
  const written = new Map<number, { lng: number; at: number }>()
  const times: number[] = []
  const feed = await subscribe(product.url, token, '/live/vehicle', ({ objects }) => {
    const now = performance.now()
    for (const { id, lng } of objects) {
      const frame = written.get(id)
      if (!frame || frame.lng !== lng) continue
      written.delete(id)
      times.push(now - frame.at)
    }
  })
  bench.after(feed.close)
  const terminals = await Promise.all(
    Array.from({ length: probes }, (_, i) => openProbe(product.terminalPort, terminalNumber(load.terminals + i))),
  )
  for (const { link } of terminals) bench.after(link.close)
  bench.say(`${count(load.rate)} frames/s come in`)
  const started = await startLoad(bench, { db, port: product.terminalPort, ...load })
  let sent = 0
  const end = performance.now() + forMs
  await Promise.all(
    terminals.map(async ({ link, terminalNo }, i) => {
      await sleep((eachMs / probes) * i)
      for (let turn = 0; performance.now() < end; turn++) {
        const lng = 104 + (i * 1000 + turn) / 1e6
        const frames = framesOf({ terminalNo, version2019: false }, { id: MessageId.location, location: fixAt(lng) }, 10 + turn)
        // A frame that was overtaken by the next counts as well, as far as it had waited.
        const before = written.get(vehicleOf.get(terminalNo)!)
        if (before) times.push(performance.now() - before.at)
        written.set(vehicleOf.get(terminalNo)!, { lng: Number(lng.toFixed(6)), at: performance.now() })
        link.write(frames)
        sent++
        // Off the beat of the channel, so that every phase of it is met.
        await sleep(eachMs + 90)
      }
    }),
  )
  await sleep(1500)
  const result = await started.finished
  const p99 = quantile(times, 0.99)
  return [
    {
      what: `Frame written by the terminal → patch on the subscriber’s socket, p99 of ${count(sent)}, at ${count(result.rate)} frames/s`,
      measured: `${ms(p99)} (median ${ms(quantile(times, 0.5))})`,
      budget: `≤ ${count(longestMs)} ms`,
      met: p99 <= longestMs && times.length >= sent,
    },
    {
      what: '… from the terminal’s writing to its acknowledgement after commit',
      measured: `median ${ms(result.p50)}, p99 ${ms(result.p99)}`,
    },
  ]
}

const fixAt = (lng: number): Location => ({
  ...{
    alarm: 0,
    status: 3,
    lat: 30.65,
    lng,
    altitude: 500,
    speed: 30,
    direction: 90,
    time: Math.floor(Date.now() / 1000) * 1000,
  },
  additions: { activeSafety: [], raw: [] },
})

/** A terminal that has registered and authenticated. */
function openProbe(port: number, terminalNo: string) {
  const identity = { terminalNo, version2019: false }
  const papers = { provinceId: 51, cityId: 100, manufacturer: 'HWSIM', model: 'HW-808', terminalId: terminalNo.slice(-7) }
  const { promise, resolve, reject } = Promise.withResolvers<{ link: Link; terminalNo: string }>()
  const link = openLink(
    { host: '127.0.0.1', port },
    {
      open: () => link.write(framesOf(identity, { id: MessageId.register, ...papers, plateColour: 2, plate: '川A00000' }, 0)),
      message(_, message) {
        if (message?.id === MessageId.registered) {
          if (message.authCode === undefined) return reject(new Error(`not registered: ${message.result}`))
          link.write(framesOf(identity, { id: MessageId.authenticate, authCode: message.authCode }, 1))
        } else if (message?.id === MessageId.platformReply && message.replyId === MessageId.authenticate)
          resolve({ link, terminalNo })
      },
      close: (reason) => reject(new Error(reason ?? 'closed by the gateway')),
    },
  )
  return promise
}
