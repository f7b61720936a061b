import { minuteMs } from '@huanwei/contract/time'
import type { RecordedFile } from '@huanwei/contract/video/endpoints'
import { parseTime } from '../../lib/time.ts'

/** Recordings without a gap between them; epoch ms, bytes. */
export type Stretch = { from: number; to: number; size: number; isAlarm: boolean }

/** A terminal takes this long to begin the next file, ms. */
const longestGap = 5000

/** Files, the oldest first, as what a person sees on a bar: those that follow each other are one, but an alarm stands out. */
export function recordedStretches(files: readonly RecordedFile[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const { startTime, endTime, size, isAlarm } of files) {
    const [from, to] = [parseTime(startTime), parseTime(endTime)]
    const last = stretches.at(-1)
    if (last && last.isAlarm === isAlarm && from - last.to <= longestGap) {
      last.to = Math.max(last.to, to)
      last.size += size
    } else stretches.push({ from, to, size, isAlarm })
  }
  return stretches
}

/** Where something can be played from this moment on: there, or where the next stretch begins; undefined behind the last one. */
export function playableFrom(stretches: readonly Stretch[], at: number): number | undefined {
  const next = stretches.filter(({ to }) => to > at).map(({ from }) => Math.max(from, at))
  return next.length ? Math.min(...next) : undefined
}

/** Until when it is recorded without a gap from this moment on; undefined where nothing is recorded at it. Epoch ms. */
export function recordedUntil(stretches: readonly Pick<Stretch, 'from' | 'to'>[], at: number): number | undefined {
  let whole = { from: 0, to: 0 }
  for (const { from, to } of stretches) {
    if (from - whole.to <= longestGap) whole.to = Math.max(whole.to, to)
    else if (at < whole.to) break
    else whole = { from, to }
  }
  return at >= whole.from && at < whole.to ? whole.to : undefined
}

/** Bytes of what was recorded within a span, epoch ms, as if it were evenly spread. */
export const sizeWithin = (stretches: readonly Stretch[], { from, to }: { from: number; to: number }): number =>
  stretches.reduce((sum, one) => {
    const shared = Math.min(to, one.to) - Math.max(from, one.from)
    return shared > 0 ? sum + (one.size * shared) / (one.to - one.from) : sum
  }, 0)

/** Of a stretch what is around the moment that is shown, a few minutes; all of it when that is elsewhere. Epoch ms. */
export function spanAround({ from, to }: Stretch, at: number | undefined): { from: number; to: number } {
  if (at === undefined || at < from || at >= to) return { from, to }
  return { from: Math.max(from, at - minuteMs), to: Math.min(to, at + 4 * minuteMs) }
}
