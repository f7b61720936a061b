import type { BaseMap } from '@huanwei/contract/sites/endpoints'
import gcoord from 'gcoord'

/** Longitude and latitude, degrees. */
export type Position = [lng: number, lat: number]
export type Coordinates = Extract<BaseMap, { kind: 'tiles' }>['coordinates']

/** The system the base map is drawn in; own data is WGS-84. */
export const coordinatesOf = (base: BaseMap): Coordinates => (base.kind === 'tiles' ? base.coordinates : 'WGS84')

/** WGS-84 to where the base map shows it. For display only, never stored. Source: spec 3, section 8. */
export const toBaseMap = (coordinates: Coordinates, point: Position): Position =>
  coordinates === 'WGS84' ? point : gcoord.transform(point, 'WGS84', coordinates)

/** A place on the base map, say a click, to WGS-84; the inverse of `toBaseMap` to about 0.1 m. */
export const fromBaseMap = (coordinates: Coordinates, point: Position): Position =>
  coordinates === 'WGS84' ? point : gcoord.transform(point, coordinates, 'WGS84')

/** Web Mercator on the unit square, (0, 0) north-west. Latitudes beyond ±85.05° lie outside of it. */
export function toUnitSquare([lng, lat]: Position): { x: number; y: number } {
  const sine = Math.sin((lat * Math.PI) / 180)
  return { x: lng / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

/** The inverse of `toUnitSquare`. */
export const fromUnitSquare = (x: number, y: number): Position => [
  (x - 0.5) * 360,
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
]
