import { metresPerDegree } from '@huanwei/contract/geometry'
import type { Place } from '../../../map/fields/PlaceMap.tsx'

/** Degrees WGS-84. */
export type Box = { west: number; south: number; east: number; north: number }

/** The square with a side of so many metres around a place. */
export function boxAround({ lng, lat }: Place, metres: number): Box {
  const north = metres / 2 / metresPerDegree
  const east = north / Math.cos((lat * Math.PI) / 180)
  return { west: lng - east, south: lat - north, east: lng + east, north: lat + north }
}

export const ringOf = ({ west, south, east, north }: Box): [lng: number, lat: number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]
