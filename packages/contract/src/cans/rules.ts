import { metresBetween } from '../geometry.ts'
import { FillBand } from './codes.ts'

/** Degrees, WGS-84. */
type Place = { lng: number; lat: number }

/** Starts that are tried; each costs a look at every pair. */
const mostStarts = 20

/**
 * The order in which a truck takes all places, with the metres from the one before: always the nearest next one, from several starts, the shortest of
 * these then mended where two legs cross (2-opt). Straight lines; begins at `depot`, or anywhere without one, and ends anywhere. Pure.
 */
export function collectionRoute<P extends Place>(places: readonly P[], depot?: Place): { place: P; metres: number }[] {
  // The depot comes last among the stops, so that a stop keeps its index.
  const stops: readonly Place[] = depot ? [...places, depot] : places
  const metres = stops.map((a) => stops.map((b) => metresBetween(a.lng, a.lat, b.lng, b.lat)))
  const between = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? 0 : (metres[a]?.[b] ?? 0)
  const lengthOf = (order: readonly number[]) => order.reduce((sum, one, i) => sum + between(order[i - 1], one), 0)
  const step = Math.max(1, Math.ceil(places.length / mostStarts))
  const starts = depot ? [places.length] : places.flatMap((_, i) => (i % step === 0 ? [i] : []))
  const orders = starts.map((start) => nearestFirst(stops.length, start, between))
  const [best = []] = orders.sort((a, b) => lengthOf(a) - lengthOf(b))
  return mend(best, between, depot ? 1 : 0).flatMap((one, i, order) => {
    const place = places[one]
    return place ? [{ place, metres: between(order[i - 1], one) }] : []
  })
}

type Between = (a: number | undefined, b: number | undefined) => number

/** The nearest that is left, again and again. */
function nearestFirst(count: number, start: number, between: Between) {
  const left = new Set(Array.from({ length: count }, (_, i) => i))
  const order: number[] = []
  for (let at: number | undefined = start; at !== undefined; ) {
    order.push(at)
    left.delete(at)
    const from: number = at
    at = undefined
    for (const other of left) if (at === undefined || between(from, other) < between(from, at)) at = other
  }
  return order
}

/** Turns parts round while that makes the whole shorter by more than a millimetre; the first `fixed` stay. */
function mend(order: readonly number[], between: Between, fixed: number) {
  const mended = [...order]
  for (let isShorter = true; isShorter; ) {
    isShorter = false
    for (let i = fixed; i < mended.length - 1; i++)
      for (let j = i + 1; j < mended.length; j++) {
        const [before, first, last, after] = [mended[i - 1], mended[i], mended[j], mended[j + 1]]
        const gain = between(before, first) + between(last, after) - between(before, last) - between(first, after)
        if (gain <= 0.001) continue
        mended.splice(i, j - i + 1, ...mended.slice(i, j + 1).reverse())
        isShorter = true
      }
  }
  return mended
}

/** A can was emptied where its fill fell by so many points between two readings, percent. */
export const emptiedBy = 30

/** The band of a fill level, percent; undefined where there is no reading. `overfullFrom`: percent. Pure. */
export function fillBandOf(fill: number | undefined, overfullFrom: number): FillBand {
  if (fill === undefined) return FillBand.unknown
  if (fill >= overfullFrom) return FillBand.overfull
  return fill >= 50 ? FillBand.half : FillBand.low
}
