import type { SensorPlace } from '@huanwei/city/workers'
import { randomStream } from '../random.ts'
import { createCan } from '../sensors/can.ts'
import { createStation } from '../sensors/station.ts'
import { createToilet, measuringIntervalMs } from '../sensors/toilet.ts'
import { createBacklog } from './backlog.ts'
import { timeText } from './platform-client.ts'
import type { Repeat } from './repeat.ts'

const models = { toilet: createToilet, can: createCan, station: createStation }

type Options = {
  seed: number
  /** Device number. */
  number: number
  place: SensorPlace
  /** Resolves to true when the platform has the readings. */
  send(readings: object[]): Promise<boolean>
  repeat: Repeat
}

/** Starts one sensor of the demo, which measures and sends regularly. `flush` sends its backlog. */
export function startSensor({ seed, number, place, send, repeat }: Options) {
  const measure = models[place](seed, number)
  const sendAll = createBacklog(send)
  repeat(measuringIntervalMs, randomStream(seed, number), () => {
    const now = Date.now()
    void sendAll(measure(now).map((measurement) => ({ ...measurement, time: timeText(now) })))
  })
  return { flush: () => void sendAll([]) }
}
