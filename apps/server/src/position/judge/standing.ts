/**
 * Where something stands, out of fixes that drift. A place is the median of the fixes around it, so that one or two fixes that are far end
 * nothing, and the reported speed, which is wrong where the position is, is used only where fixes are few. Source: spec 3, section 8.
 */
import { metresPerDegree } from '@huanwei/contract/geometry'
import { movingFrom } from '@huanwei/contract/live/rules'
import { minuteMs } from '@huanwei/contract/time'

/** The fields of a fix that tell whether something stands: device time in epoch ms, degrees WGS-84, km/h. */
export type Sample = { readonly time: number; readonly lng: number; readonly lat: number; readonly speed: number }

/** Shortest stop, ms. */
export const shortestStopMs = 3 * minuteMs
/** Maximum distance from the centre of a stop, metres. */
const stopRadius = 50
/**
 * Maximum distance between the mean places of two thirds of a window, metres. At 3 km/h the thirds of 3 minutes are at least 37 m apart,
 * even when it turns round in the middle.
 */
const mostProgress = 35
/** A silence longer than this, ms, is no part of a window. */
const longestGapMs = 5 * minuteMs
/** Of the fixes of each such slot of time, ms, only the first is used: a window has no more than 62 of them. */
const slotMs = 3000
/** The median is that of at most two fixes on each side, at most `medianMs` away. */
const mostAside = 2
const medianMs = minuteMs
/** Below this number of fixes in a window the reported speeds count. */
const fewFixes = 4
/** An absence from a place of at most this long, ms, ends no stop. */
const longestAbsenceMs = minuteMs
/** A moving fix further than this from the centre, metres, is not yet part of the stop. */
const arrivalDistance = 20

/** A place in degrees. */
type Place = { readonly lng: number; readonly lat: number }
/** A fix of a window, and its place without drift. */
type Placed = Sample & { readonly place: Place }

const isInSlotOf = (a: Sample, b: Sample) => Math.floor(a.time / slotMs) === Math.floor(b.time / slotMs)
const isFast = ({ speed }: Sample) => speed >= movingFrom

const radians = Math.PI / 180
/** Metres between two places at most some kilometres apart. */
function apart(a: Place, b: Place) {
  const [east, north] = [(a.lng - b.lng) * Math.cos(b.lat * radians), a.lat - b.lat]
  return metresPerDegree * Math.sqrt(east * east + north * north)
}

const medianOf3 = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
const medianOf5 = (a: number, b: number, c: number, d: number, e: number) =>
  medianOf3(e, Math.max(Math.min(a, b), Math.min(c, d)), Math.min(Math.max(a, b), Math.max(c, d)))

/** The median place of the fixes around one, as many before it as after it. */
function medianPlace(samples: readonly Sample[], i: number): Place {
  const sample = samples[i]!
  const isNear = (other: Sample | undefined) => other !== undefined && Math.abs(other.time - sample.time) <= medianMs
  const [a, b, d, e] = [samples[i - 2], samples[i - 1], samples[i + 1], samples[i + 2]]
  if (!isNear(b) || !isNear(d)) return sample
  if (!isNear(a) || !isNear(e)) return { lng: medianOf3(b!.lng, sample.lng, d!.lng), lat: medianOf3(b!.lat, sample.lat, d!.lat) }
  return {
    lng: medianOf5(a!.lng, b!.lng, sample.lng, d!.lng, e!.lng),
    lat: medianOf5(a!.lat, b!.lat, sample.lat, d!.lat, e!.lat),
  }
}

function meanPlace(entries: readonly Placed[], from: number, to: number): Place {
  let [lng, lat] = [0, 0]
  for (let i = from; i < to; i++) {
    lng += entries[i]!.place.lng
    lat += entries[i]!.place.lat
  }
  return { lng: lng / (to - from), lat: lat / (to - from) }
}

/** The centre of the entries up to `end` when they cover the time of a stop, stay near their centre and do not get on; else undefined. */
function standingPlace(entries: readonly Placed[], end: number): Place | undefined {
  const [first, last] = [entries[0]!, entries[end - 1]!]
  if (last.time - first.time < shortestStopMs) return
  const centre = meanPlace(entries, 0, end)
  for (let i = 0; i < end; i++) {
    if (apart(entries[i]!.place, centre) > stopRadius) return
    if (end < fewFixes && isFast(entries[i]!)) return
  }
  return getsOn(entries, end) ? undefined : centre
}

/** True when two thirds of the time of the entries have places too far apart for something that stands. */
function getsOn(entries: readonly Placed[], end: number): boolean {
  const [from, to] = [entries[0]!.time, entries[end - 1]!.time]
  const means: Place[] = []
  let start = 0
  for (let third = 1; third <= 3; third++) {
    let i = start
    while (i < end && (third === 3 || entries[i]!.time < from + ((to - from) * third) / 3)) i++
    if (i > start) means.push(meanPlace(entries, start, i))
    start = i
  }
  return means.some((a, i) => means.some((b, j) => j > i && apart(a, b) > mostProgress))
}

/** A fix of the window of a `StopFinder`. `index`: its number in the order of adding; `place` is final once the fixes after it are known. */
type Entry = Sample & { readonly index: number; place: Place }

/** The stop that is found last and may go on. */
type OpenStop = {
  from: Entry
  to: Entry
  /** The entry before `to`. */
  before: Entry
  centre: Place
  /** It was elsewhere after `to`. */
  isAway: boolean
}

/** The first and the last fix of a stop, by their place in the order in which they were added. */
export type StopRange = { from: number; to: number }

/** Finds the stops of one object among its fixes, added one by one in order of time. It keeps the fixes of the last minutes only. */
export class StopFinder {
  readonly #found: (stop: StopRange) => void
  #count = 0
  /** Fixes of the last minutes: those that have their place, and the latest ones, which still wait for it. */
  #entries: Entry[] = []
  #placed = 0
  #open: OpenStop | undefined
  /** The last fix of the stop before it. */
  #until = -1

  /** `found` is called for each stop, in order, when it is over. */
  constructor(found: (stop: StopRange) => void) {
    this.#found = found
  }

  add({ time, lng, lat, speed }: Sample) {
    const entry: Entry = { time, lng, lat, speed, index: this.#count++, place: { lng, lat } }
    const last = this.#entries.at(-1)
    if (last && isInSlotOf(last, entry)) return
    if (last && isSilence(last, time)) this.#crossSilence(last, entry)
    this.#entries.push(entry)
    while (this.#placed < this.#entries.length - mostAside) this.#place()
  }

  /** Reports the last stop; nothing may be added after that. */
  end() {
    this.#placeAll()
    this.#close()
  }

  #placeAll() {
    while (this.#placed < this.#entries.length) this.#place()
  }

  /** Gives the next entry its place, and finds out whether it stands there. */
  #place() {
    const entry = this.#entries[this.#placed]!
    entry.place = medianPlace(this.#entries, this.#placed++)
    let old = 0
    while (old + 2 < this.#placed && this.#entries[old + 1]!.time <= entry.time - shortestStopMs) old++
    if (old) {
      this.#entries.splice(0, old)
      this.#placed -= old
    }
    const centre = standingPlace(this.#entries, this.#placed)
    if (centre) this.#stand(centre)
    else this.#heed(entry)
  }

  /** Continues the open stop, or opens another, with the entries that stand. */
  #stand(centre: Place) {
    const [first, before, to] = [this.#entries[0]!, this.#entries[this.#placed - 2]!, this.#entries[this.#placed - 1]!]
    const open = this.#open
    const isSame = open && (first.time <= open.to.time || this.#isBack(open, first, centre))
    if (isSame) this.#open = { from: open.from, to, before, centre, isAway: false }
    else {
      this.#close()
      const hasArrived = (entry: Entry) => !isFast(entry) || apart(entry.place, centre) <= arrivalDistance
      const from = this.#entries.find((entry) => entry.index > this.#until && hasArrived(entry)) ?? to
      this.#open = { from, to, before, centre, isAway: false }
    }
  }

  #isBack({ to, centre, isAway }: OpenStop, first: Entry, at: Place) {
    return apart(centre, at) <= stopRadius && (!isAway || first.time - to.time <= longestAbsenceMs)
  }

  /** Notes that it left the open stop, if it is elsewhere. */
  #heed(entry: Entry) {
    const open = this.#open
    if (!open) return
    if (apart(entry.place, open.centre) > stopRadius) {
      // A fast fix just before it was elsewhere is the one at which it set off.
      const setOff = !open.isAway && isFast(open.to) && this.#entries[this.#placed - 2] === open.to
      if (setOff) open.to = open.before
      open.isAway = true
    }
    if (open.isAway && entry.time - open.to.time > longestAbsenceMs) this.#close()
  }

  /** Ends the window at a silence. What is found where it was before has stood there meanwhile. */
  #crossSilence(last: Entry, entry: Entry) {
    this.#placeAll()
    const open = this.#open
    if (open && !open.isAway && apart(entry, open.centre) <= stopRadius)
      this.#open = { from: open.from, to: entry, before: last, centre: open.centre, isAway: false }
    else if (!isFast(last) && !isFast(entry) && apart(last, entry) <= stopRadius) {
      this.#close()
      this.#open = { from: last, to: entry, before: last, centre: last, isAway: false }
    }
    this.#entries = []
    this.#placed = 0
  }

  #close() {
    const open = this.#open
    this.#open = undefined
    this.#until = open?.to.index ?? this.#until
    if (open && open.to.time - open.from.time >= shortestStopMs) this.#found({ from: open.from.index, to: open.to.index })
  }
}

/** The stops of fixes in order of time, as indices of their first and last fix. */
export function stopsOf(fixes: readonly Sample[]): StopRange[] {
  const stops: StopRange[] = []
  const finder = new StopFinder((stop) => void stops.push(stop))
  for (const fix of fixes) finder.add(fix)
  finder.end()
  return stops
}

/** The latest fixes of one object in order of time, enough to tell whether it stands; see `trailWith`. */
export type Trail = readonly Sample[]
/** A trail depends on the fixes of this time only, ms. */
export const trailMs = shortestStopMs + 2 * longestGapMs + slotMs

/** The trail at a moment without a located fix: nothing of it is left after a silence. */
export const trailAt = (trail: Trail, time: number): Trail => (isSilence(trail.at(-1), time) ? [] : trail)
const isSilence = (last: Sample | undefined, time: number) => !last || time - last.time > longestGapMs

/** The trail with one more fix, which is later than its last one. */
export function trailWith(trail: Trail, { time, lng, lat, speed }: Sample): Trail {
  const sample = { time, lng, lat, speed }
  const last = trail.at(-1)
  if (!last || isSilence(last, time)) return [sample]
  if (isInSlotOf(last, sample)) return trail
  const first = trail.findIndex((_, i) => (trail[i + 1]?.time ?? time) > time - shortestStopMs)
  return [...trail.slice(first), sample]
}

/** True when something stands at a fix, the last one of its trail: it is slow, or it has stood for the time of a stop and a single fix says otherwise. */
export function standsAt(trail: Trail, fix: Sample): boolean {
  if (!isFast(fix)) return true
  if (trail.length < fewFixes || isElsewhere(trail)) return false
  const placed = trail.map((sample, i): Placed => ({ ...sample, place: medianPlace(trail, Math.min(i, trail.length - 2)) }))
  return standingPlace(placed, placed.length) !== undefined
}

/** True when the latest place is too far from most fixes of the trail for something that stands; this spares the windows of what drives. */
function isElsewhere(trail: Trail): boolean {
  const place = medianPlace(trail, trail.length - 2)
  let far = 0
  for (const sample of trail) if (apart(sample, place) > 2 * stopRadius && 2 * ++far > trail.length) return true
  return false
}
