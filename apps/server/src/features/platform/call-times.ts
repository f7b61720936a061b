import type { Platform } from '@huanwei/contract/platform/endpoints'
import { minuteMs } from '@huanwei/contract/time'
import type { Answered } from '../../health/metrics.ts'

type Call = Platform['calls'][number]
type Sum = Omit<Call, 'meanMs'> & { totalMs: number }

const minutesKept = 60
const mostShown = 12

/** Times of the calls of the last hour, by their pattern: what is kept does not grow with the calls. `now`: epoch ms. */
export function createCallTimes(now = Date.now) {
  const minutes = new Map<number, Map<string, Sum>>()
  const minuteOf = () => Math.floor(now() / minuteMs)

  return {
    note({ method, route: path, status, seconds }: Omit<Answered, 'isFile'>) {
      const minute = minuteOf()
      const calls = minutes.get(minute) ?? new Map<string, Sum>()
      if (!calls.size) for (const old of minutes.keys()) if (old <= minute - minutesKept) minutes.delete(old)
      minutes.set(minute, calls)
      const ms = seconds * 1000
      add(calls, { method, path, count: 1, failed: status >= 500 ? 1 : 0, totalMs: ms, mostMs: ms })
    },
    /** The slowest calls. */
    slowest(): Call[] {
      const sums = new Map<string, Sum>()
      const from = minuteOf() - minutesKept
      for (const [minute, calls] of minutes) if (minute > from) for (const call of calls.values()) add(sums, call)
      return [...sums.values()]
        .sort((a, b) => b.mostMs - a.mostMs)
        .slice(0, mostShown)
        .map(({ totalMs, ...call }) => ({ ...call, meanMs: totalMs / call.count }))
    },
  }
}
export type CallTimes = ReturnType<typeof createCallTimes>

function add(sums: Map<string, Sum>, call: Sum) {
  const key = `${call.method} ${call.path}`
  const sum = sums.get(key) ?? { ...call, count: 0, failed: 0, totalMs: 0, mostMs: 0 }
  sum.count += call.count
  sum.failed += call.failed
  sum.totalMs += call.totalMs
  sum.mostMs = Math.max(sum.mostMs, call.mostMs)
  sums.set(key, sum)
}
