import type { Worker } from '@huanwei/city/workers'
import { hourMs } from '@huanwei/contract/time'
import { createWalker } from '../people/walker.ts'
import { randomStream } from '../random.ts'
import { createBacklog } from './backlog.ts'
import { type PlatformClient, timeText } from './platform-client.ts'
import type { Repeat } from './repeat.ts'

const reportIntervalMs = 15_000
/** Battery at the beginning of a shift, percent, and its use per hour. */
const [initialBattery, batteryPerHour] = [96, 9.2]
/** Seed index of the first phone, above the indexes of badges. */
const firstPhoneIndex = 100_000

type Options = { seed: number; index: number; carrier: Worker; client: PlatformClient; repeat: Repeat }

/** Starts one phone with the app, which logs in and reports positions during the shift. Rejects when the log-in is refused. */
export async function startPhone({ seed, index, carrier: { username, team }, client, repeat }: Options) {
  const walk = createWalker(seed, firstPhoneIndex + index, team)
  let token = await client.logIn(username)
  const send = createBacklog(async (positions: object[]) => {
    const reply = await client.post('/admin/device/data/report', token, { positions })
    if (reply.status === 401) token = await client.logIn(username)
    return reply.ok
  })
  repeat(reportIntervalMs, randomStream(seed, firstPhoneIndex + index), () => {
    const { time, start, lng, lat, speed, direction, engineOn, conditions } = walk(Date.now())
    const battery = Math.round(initialBattery - ((time - start) / hourMs) * batteryPerHour)
    const sos = conditions.has('sos')
    if (engineOn) void send([{ lng, lat, speed, direction, accuracy: 8, battery, sos, time: timeText(time) }])
  })
}
