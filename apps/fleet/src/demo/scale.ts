import { minuteMs } from '@huanwei/contract/time'
import { randomStream } from '../random.ts'
import { createScale } from '../sensors/scale.ts'
import { createBacklog } from './backlog.ts'
import { timeText } from './platform-client.ts'
import type { Repeat } from './repeat.ts'

type Options = {
  seed: number
  /** Number of the vehicle in the fleet. */
  index: number
  /** Codes of the restaurants by name. */
  codes: Record<string, string>
  /** Resolves to true when the platform has the readings. */
  send(readings: object[]): Promise<boolean>
  repeat: Repeat
}

/** Starts the scale of a kitchen truck, which sends every minute what was weighed since. `flush` sends its backlog. */
export function startScale({ seed, index, codes, send, repeat }: Options) {
  const weigh = createScale(seed, index)
  const sendAll = createBacklog(send)
  let since = Date.now()
  repeat(minuteMs, randomStream(seed, index), () => {
    const now = Date.now()
    const weighings = weigh(since, now)
    since = now
    const readings = weighings.flatMap(({ restaurant, time, weight }) => {
      const facilityCode = codes[restaurant]
      return facilityCode === undefined ? [] : [{ metric: 'weight', value: weight, time: timeText(time), facilityCode }]
    })
    if (readings.length) void sendAll(readings)
  })
  return { flush: () => void sendAll([]) }
}
