/**
 * Where something stands, out of fixes that drift. A place is the median of the fixes around it, so that one or two fixes that are far end
 * nothing, and the reported speed, which is wrong where the position is, is used only where fixes are few. Source: spec 3, section 8.
 */
import { metresPerDegree } from '@huanwei/contract/geometry'
import { movingFrom } from '@huanwei/contract/live/rules'
import { minuteMs } from '@huanwei/contract/time'

/** The fields of a fix that tell whether something stands: device time in epoch ms, degrees WGS-84, km/h. */
export type Sample = { readonly time: number; readonly lng: number; readonly lat: number; readonly speed: number }

/** A sample whose memory is its owner's, to be used again. */
export type OwnSample = { -readonly [Field in keyof Sample]: Sample[Field] }

/** Shortest stop, ms. */
const shortestStopMs = 3 * minuteMs
/** Maximum distance from the centre of a stop, metres, and the share of places that may be further away. */
const stopRadius = 50
const mostAway = 0.2
/**
 * Maximum distance between the mean places of two thirds of a window, metres. At 3 km/h the thirds of 3 minutes are at least 37 m apart,
 * even when it turns round in the middle. Strong drift exceeds it too: then a longer window decides, which no way of that speed fits in.
 */
const mostProgress = 35
const longWindowMs = 6 * minuteMs
/** A silence longer than this, ms, is no part of a window. */
const longestGapMs = 5 * minuteMs
/** Of the fixes of each such slot of time, ms, only the first is used: a window has no more than 122 of them. */
const slotMs = 3000
/** The median is that of at most two fixes on each side, at most `medianMs` away. */
const mostAside = 2
const medianMs = minuteMs / 2
/** Below this number of fixes in a window the reported speeds count. */
const fewFixes = 4
/** An absence from a place of at most this long, ms, ends no stop. */
const longestAbsenceMs = minuteMs
/** A stop begins and ends with a place at most this far from its centre, metres. */
const arrivalDistance = 40
/** Number of places after which the centre of a stop no longer moves more slowly. */
const centreOf = 60

/** A place in degrees. */
type Place = { lng: number; lat: number }
/** A fix of a window, with its place without drift. */
type Placed = Pick<Sample, 'time' | 'speed'> & { readonly place: Place }

const isInSlotOf = (sample: Sample, time: number) => Math.floor(sample.time / slotMs) === Math.floor(time / slotMs)
const isFast = ({ speed }: Pick<Sample, 'speed'>) => speed >= movingFrom

const radians = Math.PI / 180
/** Metres between two places at most some kilometres apart. */
function apart(a: Place, b: Place) {
  const [east, north] = [(a.lng - b.lng) * Math.cos(b.lat * radians), a.lat - b.lat]
  return metresPerDegree * Math.sqrt(east * east + north * north)
}

const medianOf3 = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
const medianOf5 = (a: number, b: number, c: number, d: number, e: number) =>
  medianOf3(e, Math.max(Math.min(a, b), Math.min(c, d)), Math.min(Math.max(a, b), Math.max(c, d)))

/** Sets `place` to the median place of the fixes around one, as many before it as after it. */
function setMedianPlace(samples: readonly Sample[], i: number, place: Place): void {
  const sample = samples[i]!
  const b = samples[i - 1]
  const d = samples[i + 1]
  if (!b || !d || !isNear(b, sample) || !isNear(d, sample)) {
    place.lng = sample.lng
    place.lat = sample.lat
    return
  }
  const a = samples[i - 2]
  const e = samples[i + 2]
  if (!a || !e || !isNear(a, sample) || !isNear(e, sample)) {
    place.lng = medianOf3(b.lng, sample.lng, d.lng)
    place.lat = medianOf3(b.lat, sample.lat, d.lat)
    return
  }
  place.lng = medianOf5(a.lng, b.lng, sample.lng, d.lng, e.lng)
  place.lat = medianOf5(a.lat, b.lat, sample.lat, d.lat, e.lat)
}

const isNear = (a: Sample, b: Sample) => Math.abs(a.time - b.time) <= medianMs

function meanPlace(entries: readonly Placed[], from: number, to: number): Place {
  let [lng, lat] = [0, 0]
  for (let i = from; i < to; i++) {
    lng += entries[i]!.place.lng
    lat += entries[i]!.place.lat
  }
  return { lng: lng / (to - from), lat: lat / (to - from) }
}

/** Entries that show where something stood: a half-open range of their indices, and their mean place. */
type Window = { from: number; to: number; centre: Place }

/**
 * The window up to the entry before `end` in which something stood; undefined when it did not. `placeEarlier` is called before entries older than
 * `shortestStopMs` are looked at.
 */
function standingWindow(entries: readonly Placed[], end: number, placeEarlier?: () => void): Window | undefined {
  const { time } = entries[end - 1]!
  const brief = windowFrom(entries, end, time - shortestStopMs)
  if (!brief || !isTogether(entries, brief)) return
  if (end - brief.from < fewFixes) return entries.slice(brief.from, end).some(isFast) ? undefined : brief
  if (!getsOn(entries, brief)) return brief
  placeEarlier?.()
  const long = windowFrom(entries, end, time - longWindowMs)
  return long && isTogether(entries, long) ? long : undefined
}

/** The window that begins with the last entry at or before a time; undefined when there is none. */
function windowFrom(entries: readonly Placed[], to: number, time: number): Window | undefined {
  let from = to - 1
  while (from >= 0 && entries[from]!.time > time) from--
  return from < 0 ? undefined : { from, to, centre: meanPlace(entries, from, to) }
}

/** True when the places of a window are near its centre, but for a few. */
function isTogether(entries: readonly Placed[], { from, to, centre }: Window): boolean {
  const cosine = Math.cos(centre.lat * radians)
  const most = (stopRadius / metresPerDegree) ** 2
  let left = Math.floor((to - from) * mostAway)
  for (let i = from; i < to; i++) {
    const { lng, lat } = entries[i]!.place
    if (((lng - centre.lng) * cosine) ** 2 + (lat - centre.lat) ** 2 > most && left-- === 0) return false
  }
  return true
}

/** True when two thirds of the time of a window have places too far apart for something that stands. */
function getsOn(entries: readonly Placed[], { from, to }: Window): boolean {
  const [first, last] = [entries[from]!.time, entries[to - 1]!.time]
  const means: Place[] = []
  for (let third = 1, start = from; third <= 3; third++) {
    let end = start
    while (end < to && (third === 3 || entries[end]!.time < first + ((last - first) * third) / 3)) end++
    if (end > start) means.push(meanPlace(entries, start, end))
    start = end
  }
  return means.some((a, i) => means.some((b, j) => j > i && apart(a, b) > mostProgress))
}

/** A fix of the window of a `StopFinder`. `index`: its number in the order of adding; `place` is final once the fixes after it are known. */
type Entry = Sample & { readonly index: number; readonly place: Place }

/** The stop that is found last and may go on. */
type OpenStop = {
  readonly from: Entry
  to: Entry
  /** The entry before `to`. */
  before: Entry
  /** Its moving centre, and the number of places that moved it. */
  centre: Place
  count: number
  /** It was elsewhere after `to`. */
  isAway: boolean
}

/** The first and the last fix of a stop, by their place in the order in which they were added. */
type StopRange = { from: number; to: number }

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
    if (last && isInSlotOf(last, time)) return
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
    setMedianPlace(this.#entries, this.#placed++, entry.place)
    let old = 0
    while (old + 2 < this.#placed && this.#entries[old + 1]!.time <= entry.time - longWindowMs) old++
    if (old) {
      this.#entries.splice(0, old)
      this.#placed -= old
    }
    const window = standingWindow(this.#entries, this.#placed)
    if (window) return this.#stand(window)
    this.#heed(entry)
    this.#closeAfter(entry)
  }

  /** Continues the open stop, or opens another, with the entries of a window in which something stood. */
  #stand(window: Window) {
    const first = this.#entries[window.from]!
    const open = this.#open
    if (open && (first.time <= open.to.time || this.#isBack(open, first, window.centre))) this.#goOn(open, window)
    else this.#begin(window)
  }

  #goOn(open: OpenStop, { to, centre }: Window) {
    const [before, last] = [this.#entries[to - 2]!, this.#entries[to - 1]!]
    const share = 1 / Math.min(++open.count, centreOf)
    open.centre = {
      lng: open.centre.lng + (centre.lng - open.centre.lng) * share,
      lat: open.centre.lat + (centre.lat - open.centre.lat) * share,
    }
    if (apart(last.place, open.centre) <= arrivalDistance) Object.assign(open, { before, to: last })
    else this.#heed(last)
    open.isAway = false
  }

  /** Opens a stop; it has arrived for sure in the second half of the window. */
  #begin(window: Window) {
    this.#close()
    const centre = meanPlace(this.#entries, (window.from + window.to) >> 1, window.to)
    const there = this.#entries
      .slice(window.from, window.to)
      .filter(({ index, place }) => index > this.#until && apart(place, centre) <= arrivalDistance)
    const [from, to, before = from] = [there[0], there.at(-1), there.at(-2)]
    if (from && to && before) this.#open = { from, to, before, centre, count: 1, isAway: false }
  }

  #isBack({ to, centre, isAway }: OpenStop, first: Entry, at: Place) {
    return apart(centre, at) <= stopRadius && (!isAway || first.time - to.time <= longestAbsenceMs)
  }

  /** Notes that it has left the open stop, if it is elsewhere. */
  #heed(entry: Entry) {
    const open = this.#open
    if (!open || apart(entry.place, open.centre) <= stopRadius) return
    // A fast fix just before it was elsewhere is the one at which it set off.
    const setOff = !open.isAway && isFast(open.to) && this.#entries[this.#placed - 2] === open.to
    if (setOff) open.to = open.before
    open.isAway = true
  }

  /** Ends the open stop when it is over at an entry that does not stand. */
  #closeAfter({ time }: Entry) {
    if (this.#open?.isAway && time - this.#open.to.time > longestAbsenceMs) this.#close()
  }

  /** Ends the window at a silence. What is found where it was before has stood there meanwhile. */
  #crossSilence(last: Entry, entry: Entry) {
    this.#placeAll()
    const open = this.#open
    const isUnmoved = !isFast(last) && !isFast(entry) && apart(last, entry) <= stopRadius
    if (open && !open.isAway && (apart(entry, open.centre) <= stopRadius || (isUnmoved && open.to === last)))
      Object.assign(open, { before: last, to: entry })
    else if (isUnmoved) {
      this.#close()
      this.#open = { from: last, to: entry, before: last, centre: last, count: 1, isAway: false }
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

/** The latest fixes of one object in order of time, enough to tell whether it stands; see `extendTrail`. */
export type Trail = readonly Sample[]
/** A trail depends on the fixes of this time only, ms. */
export const trailMs = longWindowMs + 2 * longestGapMs + slotMs

/** The trail at a moment without a located fix: nothing of it is left after a silence. */
export const trailAt = (trail: Trail, time: number): Trail => (isSilence(trail.at(-1), time) ? [] : trail)
const isSilence = (last: Sample | undefined, time: number) => !last || time - last.time > longestGapMs

/** Index of the first fix of a trail that still matters at a later time. */
function keptFrom(trail: Trail, time: number): number {
  if (isSilence(trail.at(-1), time)) return trail.length
  let from = 0
  while (from + 1 < trail.length && trail[from + 1]!.time <= time - longWindowMs) from++
  return from
}

/**
 * Adds a fix, which is later than the last one, to a trail that nobody else has. The new fix takes the memory of one that is left out: memory that
 * is used for minutes and then given back costs more to collect than all the rest.
 */
export function extendTrail(trail: OwnSample[], { time, lng, lat, speed }: Sample): void {
  const last = trail.at(-1)
  if (last && isInSlotOf(last, time)) return
  const from = keptFrom(trail, time)
  const [entry] = from ? trail.splice(0, from) : []
  if (!entry) return void trail.push({ time, lng, lat, speed })
  entry.time = time
  entry.lng = lng
  entry.lat = lat
  entry.speed = speed
  trail.push(entry)
}

/** The trail with one more fix, which is later than its last one. */
export function trailWith(trail: Trail, { time, lng, lat, speed }: Sample): Trail {
  const last = trail.at(-1)
  return last && isInSlotOf(last, time) ? trail : [...trail.slice(keptFrom(trail, time)), { time, lng, lat, speed }]
}

/** True when something stands at a fix, the last one of its trail: it is slow, or it has stood for the time of a stop and a single fix says otherwise. */
export function standsAt(trail: Trail, fix: Sample): boolean {
  if (!isFast(fix)) return true
  if (trail.length < fewFixes) return false
  setMedianPlace(trail, trail.length - 2, lastPlace)
  if (isElsewhere(trail, lastPlace)) return false
  // Most windows are decided by their last minutes: the places of the others are worked out when they are asked for.
  const from = indexBefore(trail, trail.at(-1)!.time - shortestStopMs)
  const window = standingWindow(placedEntries(trail, from, trail.length), trail.length, () => placedEntries(trail, 0, from))
  return window !== undefined && apart(lastPlace, window.centre) <= stopRadius
}

/** Index of the last fix at or before a time, or of the first one. */
function indexBefore(trail: Trail, time: number): number {
  let index = trail.length - 1
  while (index > 0 && trail[index]!.time > time) index--
  return index
}

/** A place that is set again and again: objects of a class whose fields are numbers from the start keep them without an object for each. */
class SetPlace {
  lng = Number.NaN
  lat = Number.NaN
}
/** Memory of `standsAt` and `placedEntries`, used again by each call, as there are thousands in a second. */
const lastPlace = new SetPlace()
const placedMemory: { time: number; speed: number; place: Place }[] = []

/** The fixes of a trail, those from `start` on and before `end` with their places, at the beginning of an array that is valid until the trail of another one. */
function placedEntries(trail: Trail, start: number, end: number): readonly Placed[] {
  while (placedMemory.length < end) placedMemory.push({ time: 0, speed: 0, place: new SetPlace() })
  for (let i = start; i < end; i++) {
    const { time, speed } = trail[i]!
    const entry = placedMemory[i]!
    entry.time = time
    entry.speed = speed
    setMedianPlace(trail, Math.min(i, trail.length - 2), entry.place)
  }
  return placedMemory
}

/** True when a place is too far from most fixes of the trail for something that stands there; this spares the windows of what drives. */
function isElsewhere(trail: Trail, { lng, lat }: Place): boolean {
  const cosine = Math.cos(lat * radians)
  const most = ((2 * stopRadius) / metresPerDegree) ** 2
  let far = 0
  for (const one of trail)
    if (((one.lng - lng) * cosine) ** 2 + (one.lat - lat) ** 2 > most && 2 * ++far > trail.length) return true
  return false
}
