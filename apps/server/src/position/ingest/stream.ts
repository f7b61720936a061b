import type { Report } from '../report.ts'

/** Queue of reports from the gateway to the recorder, in the order of arrival and so in order for each device. */
export type Stream = {
  /** Adds a report, also when full: the caller should then stop reading until `onFree`. Returns false, and adds nothing, once closed. */
  push(report: Report): boolean
  /** True from the moment it is full until it is half empty. */
  isFull(): boolean
  /** Calls `listener` each time it has room again after it was full. */
  onFree(listener: () => void): void
  /**
   * Removes the next reports: waits for one, then up to `lingerMs` until `max` locations are there; before that, as long as there is `work`, for that
   * number only. Returns at most `max` locations, but always one report, however many it holds; no reports once closed and empty. One caller at a
   * time.
   */
  take(max: number, lingerMs: number, work?: Promise<unknown>): Promise<Report[]>
  /** Number of queued locations; a report without any counts as one. */
  waiting(): number
  /** Takes no more reports; `take` still returns the queued ones. */
  close(): void
}

/** Share of the capacity below which a full stream is free again; the gap keeps readers from pausing and resuming at every report. */
const freeShare = 0.5
const weightOf = (report: Report) => Math.max(1, report.locations.length)

/** A stream inside this process, meant to hold `capacity` locations. */
export function createStream({ capacity }: { capacity: number }): Stream {
  const reports: Report[] = []
  let weight = 0
  let full = false
  let closed = false
  /** Set while `take` waits: the number of locations it waits for, and the function that ends the wait. */
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
    let [count, room] = [0, max]
    for (const report of reports) {
      const taken = weightOf(report)
      if (taken > room && count) break
      room -= taken
      weight -= taken
      count++
    }
    const batch = reports.splice(0, count)
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
    async take(max, lingerMs, work) {
      if (work && !closed && weight < max) {
        await Promise.race([arrivalOf(max), work])
        waiter?.wake()
      }
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
