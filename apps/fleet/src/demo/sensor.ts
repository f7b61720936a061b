import { randomStream } from '../random.ts'
import { createCan } from '../sensors/can.ts'
import { createToilet, measuringIntervalMs } from '../sensors/toilet.ts'
import { createBacklog } from './backlog.ts'
import { timeText } from './platform-client.ts'
import type { Repeat } from './repeat.ts'

type Options = {
  seed: number
  /** Device number. */
  number: number
  isCan: boolean
  /** Resolves to true when the platform has the readings. */
  send(readings: object[]): Promise<boolean>
  repeat: Repeat
}

/** Starts one sensor of the demo, which measures and sends regularly. `flush` sends its backlog. */
export function startSensor({ seed, number, isCan, send, repeat }: Options) {
  const measure = (isCan ? createCan : createToilet)(seed, number)
  const sendAll = createBacklog(send)
  repeat(measuringIntervalMs, randomStream(seed, number), () => {
    const now = Date.now()
    void sendAll(measure(now).map((measurement) => ({ ...measurement, time: timeText(now) })))
  })
  return { flush: () => void sendAll([]) }
}
