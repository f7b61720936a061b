import { hourMs, minuteMs } from '../time.ts'

/** Time after which an event that nobody received is kept as failed, ms. Source: spec 3, section 18. */
export const deliverySpanMs = 24 * hourMs

/** Pauses behind the first failures, ms; the last one stands for all further. */
const pauses = [5000, 15_000, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs]

/** Pause after the try of this number, from 1, ms. */
export const pauseAfter = (tries: number) => pauses[Math.min(tries, pauses.length) - 1] ?? 0
