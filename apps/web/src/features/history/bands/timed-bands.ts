import type { Band, BandKind } from '@huanwei/contract/history/endpoints'
import { parseTime } from '../../../lib/time.ts'
import { isSilent, pointAt, type TrackPoint } from '../tracks/track.ts'

/** A band with its ends, epoch ms. */
export type TimedBand = Band & { from: number; to: number }

export const timedBands = (bands: readonly Band[]): TimedBand[] =>
  bands.map((band) => ({ ...band, from: parseTime(band.startTime), to: parseTime(band.endTime) }))

/** In the order of a legend. */
export const bandKinds = ['work', 'drive', 'idle', 'stop'] as const satisfies readonly BandKind[]

/** The band at a moment; of two that touch there the later one. */
export function bandAt(bands: readonly TimedBand[], at: number): TimedBand | undefined {
  let [low, high] = [0, bands.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (bands[middle]!.from <= at) low = middle + 1
    else high = middle
  }
  const band = bands[low - 1]
  return band && at <= band.to ? band : undefined
}

type State = { kind: BandKind | 'silent' | 'unheard' | undefined /** km/h */; speed: number | undefined }

/** What something did at a moment; nothing but its speed where no band says it. */
export function stateAt(points: readonly TrackPoint[], bands: readonly TimedBand[], at: number): State {
  const point = pointAt(points, at)
  if (!point) return { kind: 'unheard', speed: undefined }
  const isUnheard = isSilent(point, at)
  const kind = bandAt(bands, at)?.kind ?? (isUnheard ? 'silent' : undefined)
  return { kind, speed: isUnheard ? undefined : Math.round(point.speed) }
}
