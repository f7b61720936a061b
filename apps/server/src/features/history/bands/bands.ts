import type { BandKind } from '@huanwei/contract/history/endpoints'
import { minuteMs } from '@huanwei/contract/time'
import type { Span } from '../../../http/span.ts'
import type { TrackFix } from '../track.ts'

/** A stretch of a track in which one thing was done, epoch ms. */
export type TrackBand = Span & { kind: BandKind }

/** Work that pauses for at most this long goes on: a red light, turning round. ms */
const pauseMs = 2 * minuteMs

/** Times in order, those that overlap or follow each other after a pause as one. */
export function withoutPauses(times: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { from, to } of times.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && from - last.to <= pauseMs) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

type Parts = { stops: readonly (readonly TrackFix[])[]; trips: readonly (readonly TrackFix[])[] }

/**
 * The stops and trips of a track in order of time, cut where something else begins: work, standing with the engine on. They cover stops and trips
 * exactly. Who has no ignition, a person, does not idle, and works while standing too; an engine that is off works nothing.
 */
export function bandsOf({ stops, trips }: Parts, worked: readonly Span[], hasIgnition: boolean): TrackBand[] {
  const isWork = within(withoutPauses(worked))
  const isOn = ({ status }: TrackFix) => (status & 1) === 1
  function kindOf(before: TrackFix, fix: TrackFix, isStop: boolean): BandKind {
    if (isStop && hasIgnition && !isOn(before)) return 'stop'
    if (isWork(before.time, fix.time)) return 'work'
    if (!isStop) return 'drive'
    return hasIgnition ? 'idle' : 'stop'
  }
  const bands: TrackBand[] = []
  const parts = [...stops.map((track) => ({ track, isStop: true })), ...trips.map((track) => ({ track, isStop: false }))]
  for (const { track, isStop } of parts.sort((a, b) => a.track[0]!.time - b.track[0]!.time))
    for (let i = 1; i < track.length; i++) {
      const [before, fix] = [track[i - 1]!, track[i]!]
      const kind = kindOf(before, fix, isStop)
      const last = bands.at(-1)
      if (last?.kind === kind && last.to === before.time) last.to = fix.time
      else bands.push({ kind, from: before.time, to: fix.time })
    }
  return bands
}

/** A function that tells whether times lie in one of the spans; asked in order of time. */
function within(spans: readonly Span[]) {
  let next = 0
  return (from: number, to: number) => {
    while (next < spans.length && spans[next]!.to <= from) next++
    const span = spans[next]
    return span !== undefined && span.from <= from && span.to >= to
  }
}
