import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Platform } from '@huanwei/contract/platform/endpoints'
import { minuteMs } from '@huanwei/contract/time'
import { timeText } from '../../lib/time.ts'

const nanosecondsPerMs = 1e6
const microsecondsPerMs = 1e3
const resolutionMs = 20

type Parts = { version: string; sockets(): number }

/** Watches this process from now on: what it takes of the machine, and how late it answers. Returns how it is, and what ends the watch. */
export function watchNode({ version, sockets }: Parts) {
  const startTime = timeText(performance.timeOrigin)
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  let [used, since] = [process.cpuUsage(), performance.now()]
  let last: Pick<Platform['node'], 'processorShare' | 'delayMs'> | undefined

  function measure() {
    const { user, system } = process.cpuUsage(used)
    const processorShare = (user + system) / microsecondsPerMs / Math.max(1, performance.now() - since)
    const delayMs = Math.max(0, delay.percentile(99) / nanosecondsPerMs - resolutionMs)
    return { processorShare, delayMs }
  }
  const timer = setInterval(() => {
    last = measure()
    delay.reset()
    ;[used, since] = [process.cpuUsage(), performance.now()]
  }, minuteMs)
  timer.unref()

  return {
    state: (): Platform['node'] => ({
      host: hostname(),
      pid: process.pid,
      version,
      startTime,
      memoryBytes: process.memoryUsage.rss(),
      ...(last ?? measure()),
      sockets: sockets(),
    }),
    end() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
