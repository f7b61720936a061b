import type { Report } from './report.ts'

/** What carries reports from the gateway to the recorder: one queue in the order of arrival, so in order for each device. */
export type Stream = {
  /** Takes a report, also when full: who sends should then stop reading until `onFree`. False, and not taken, once closed. */
  push(report: Report): boolean
  /** Whether it has been filled and not yet half emptied again. */
  isFull(): boolean
  /** Calls `listener` each time it has room again after it was full. */
  onFree(listener: () => void): void
  /**
   * The next reports: waits for one, then up to `lingerMs` until `max` locations are there. Hands out at most `max` locations,
   * but always one report, however many it holds; none once closed and empty. One caller at a time.
   */
  take(max: number, lingerMs: number): Promise<Report[]>
  /** Locations that wait; a report without any counts as one. */
  waiting(): number
  /** Ends it: what waits is still handed out. */
  close(): void
}

/** At this share of its capacity a full stream has room again; the gap keeps readers from stopping and going at every report. */
const freeShare = 0.5
/** Handed-out places at the front of the queue that are kept before it is cut, so that cutting costs little per report. */
const keptPlaces = 4096

const weightOf = (report: Report) => Math.max(1, report.locations.length)

/** A stream inside this process, meant to hold `capacity` locations. */
export function createStream({ capacity }: { capacity: number }): Stream {
  let reports: Report[] = []
  let head = 0
  let weight = 0
  let full = false
  let closed = false
  /** While `take` waits: for how many locations, and what to call then. */
  let waiter: { wanted: number; wake: () => void } | undefined
  const freeListeners: (() => void)[] = []

  /** Resolves when `wanted` locations are there, the stream is closed or `ms` have passed. */
  const arrivalOf = (wanted: number, ms?: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        waiter = undefined
        resolve()
      }
      const timer = ms === undefined ? undefined : setTimeout(wake, ms)
      waiter = { wanted, wake }
    })

  const shift = (max: number) => {
    const start = head
    let room = max
    while (head < reports.length) {
      const taken = weightOf(reports[head]!)
      if (taken > room && head > start) break
      room -= taken
      weight -= taken
      head++
    }
    const batch = reports.slice(start, head)
    if (head === reports.length || head > keptPlaces) {
      reports = reports.slice(head)
      head = 0
    }
    if (full && weight <= capacity * freeShare) {
      full = false
      for (const listener of freeListeners) listener()
    }
    return batch
  }

  return {
    push(report) {
      if (closed) return false
      reports.push(report)
      weight += weightOf(report)
      full ||= weight >= capacity
      if (waiter && weight >= waiter.wanted) waiter.wake()
      return true
    },
    isFull: () => full,
    onFree: (listener) => {
      freeListeners.push(listener)
    },
    async take(max, lingerMs) {
      if (!closed && weight === 0) await arrivalOf(1)
      if (!closed && weight < max && lingerMs > 0) await arrivalOf(max, lingerMs)
      return shift(max)
    },
    waiting: () => weight,
    close() {
      closed = true
      waiter?.wake()
    },
  }
}
