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
  /** When the last report was received, epoch ms; 0 before the first. */
  receivedAt(): number
  /** Takes no more reports; `take` still returns the queued ones. */
  close(): void
}

/** The end of it at which the gateway works. */
export type StreamInput = Pick<Stream, 'push' | 'isFull' | 'onFree' | 'waiting' | 'receivedAt'>

/** Share of the capacity below which a full stream is free again; the gap keeps readers from pausing and resuming at every report. */
const freeShare = 0.5
/** Locations of a report; one without any counts as one. */
export const weightOf = (report: Report) => Math.max(1, report.locations.length)

/** A stream inside this process, meant to hold `capacity` locations. */
export function createStream({ capacity }: { capacity: number }): Stream {
  const reports: Report[] = []
  const fullness = createFullness(capacity)
  let closed = false
  let receivedAt = 0
  const arrival = createArrival()

  const shift = (max: number) => {
    let [count, room] = [0, max]
    for (const report of reports) {
      const taken = weightOf(report)
      if (taken > room && count) break
      room -= taken
      count++
    }
    const batch = reports.splice(0, count)
    fullness.add(room - max)
    return batch
  }

  return {
    push(report) {
      if (closed) return false
      reports.push(report)
      receivedAt = report.receivedAt
      fullness.add(weightOf(report))
      arrival.note(fullness.weight())
      return true
    },
    isFull: fullness.isFull,
    onFree: fullness.onFree,
    async take(max, lingerMs, work) {
      const { weight } = fullness
      if (work && !closed && weight() < max) {
        await Promise.race([arrival.of(max), work])
        arrival.end()
      }
      if (!closed && weight() === 0) await arrival.of(1)
      if (!closed && weight() < max && lingerMs > 0) await arrival.of(max, lingerMs)
      return shift(max)
    },
    waiting: fullness.weight,
    receivedAt: () => receivedAt,
    close() {
      closed = true
      arrival.end()
    },
  }
}

/** Counts the locations that wait, and tells when there is room for more again. */
export function createFullness(capacity: number) {
  let weight = 0
  let isFull = false
  const freeListeners: (() => void)[] = []
  return {
    weight: () => weight,
    isFull: () => isFull,
    onFree: (listener: () => void) => void freeListeners.push(listener),
    add(change: number) {
      weight += change
      if (weight >= capacity) isFull = true
      else if (isFull && weight <= capacity * freeShare) {
        isFull = false
        for (const listener of freeListeners) listener()
      }
    },
  }
}

/** The wait of the one caller of `take`. */
function createArrival() {
  /** Set while it waits: the number of locations it waits for, and the function that ends the wait. */
  let waiter: { wanted: number; wake: () => void } | undefined
  return {
    /** Resolves when `wanted` locations are there, the wait is ended or `ms` have passed. */
    of: (wanted: number, ms?: number) =>
      new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          waiter = undefined
          resolve()
        }
        const timer = ms === undefined ? undefined : setTimeout(wake, ms)
        waiter = { wanted, wake }
      }),
    /** `weight` locations are there. */
    note(weight: number) {
      if (waiter && weight >= waiter.wanted) waiter.wake()
    },
    end: () => waiter?.wake(),
  }
}
