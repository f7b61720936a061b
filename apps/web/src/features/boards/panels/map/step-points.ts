import { Status } from '@huanwei/contract/live/codes'

/** What stands on a map, as somebody steps through it. */
export type MapStop = { key: string; name: string; status: Status }

/** The most urgent first. */
const order: readonly Status[] = [Status.alert, Status.warning, Status.moving, Status.stationary, Status.offline]

/** Stops in the order in which they are stepped through: by how urgent they are, then by name. Pure. */
export const inStepOrder = (stops: readonly MapStop[]): MapStop[] =>
  stops.toSorted(
    (a, b) =>
      order.indexOf(a.status) - order.indexOf(b.status) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) ||
      (a.key < b.key ? -1 : 1),
  )

/** Stops that the keys of a page pass. */
const pageStops = 10

/** Place in a row of `count` that a key leads to from `place`; undefined for a key that leads nowhere. Pure. */
export function stepAfter(key: string, place: number, count: number): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return place < last ? place + 1 : 0
    case 'ArrowUp':
    case 'ArrowLeft':
      return place > 0 ? place - 1 : last
    case 'PageDown':
      return Math.min(last, place + pageStops)
    case 'PageUp':
      return Math.max(0, place - pageStops)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
