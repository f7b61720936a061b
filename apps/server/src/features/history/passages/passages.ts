import { minuteMs } from '@huanwei/contract/time'

/** Degrees WGS-84. */
export type Box = { west: number; south: number; east: number; north: number }
/** A located fix; `time` in epoch ms, km/h. */
export type NearFix = { time: number; lng: number; lat: number; speed: number }
/** A stay in a box or a way through it: from its first fix there to its last, or the fixes around a way that has none in it. Epoch ms, km/h. */
export type TimeInBox = { from: number; to: number; fixes: number; highestSpeed: number }

/** Longest time between two fixes in which something went straight from one to the other, ms. */
const straightMs = 2 * minuteMs
/** A longer time outside makes two stays of one, ms. */
const awayMs = 10 * minuteMs

const isInside = ({ lng, lat }: NearFix, box: Box) => lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north

/** True when the straight line between two places crosses the box: what of the line is left after each side's half plane is cut off. */
function crosses(a: NearFix, b: NearFix, { west, south, east, north }: Box): boolean {
  let [first, last] = [0, 1]
  for (const [step, low, high] of [
    [b.lng - a.lng, west - a.lng, east - a.lng],
    [b.lat - a.lat, south - a.lat, north - a.lat],
  ] as const) {
    if (step === 0) {
      if (low > 0 || high < 0) return false
      continue
    }
    first = Math.max(first, Math.min(low / step, high / step))
    last = Math.min(last, Math.max(low / step, high / step))
  }
  return first <= last
}

/** The stays of one object in a box, in order, out of its fixes in and around it. */
export function staysIn(fixes: readonly NearFix[], box: Box): TimeInBox[] {
  const stays: TimeInBox[] = []
  function add(from: number, to: number, inside: readonly NearFix[]) {
    const speed = Math.max(0, ...inside.map((fix) => fix.speed))
    const last = stays.at(-1)
    if (!last || from - last.to > awayMs) stays.push({ from, to, fixes: inside.length, highestSpeed: speed })
    else {
      last.to = Math.max(last.to, to)
      last.fixes += inside.length
      last.highestSpeed = Math.max(last.highestSpeed, speed)
    }
  }
  let before: NearFix | undefined
  for (const fix of fixes) {
    const isWay = before && !isInside(before, box) && fix.time - before.time <= straightMs
    if (isInside(fix, box)) add(fix.time, fix.time, [fix])
    else if (before && isWay && crosses(before, fix, box)) add(before.time, fix.time, [])
    before = fix
  }
  return stays
}
