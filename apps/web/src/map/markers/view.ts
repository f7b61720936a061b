import type { MapLibreMap } from 'maplibre-gl'
import { toUnitSquare } from '../base/coordinates.ts'

/** Projection of the flat map on the screen: unit square to CSS pixels, cheap enough for every marker of every frame. */
export type View = {
  width: number
  height: number
  zoom: number
  bearing: number
  /** The middle on the unit square: that of the part which nothing lies over. */
  x: number
  y: number
  place(x: number, y: number): readonly [number, number]
}

export function viewOf(map: MapLibreMap): View {
  const { lng, lat } = map.getCenter()
  const [zoom, bearing] = [map.getZoom(), map.getBearing()]
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const { left = 0, right = 0, top = 0, bottom = 0 } = map.getPadding()
  const [middleX, middleY] = [(width + left - right) / 2, (height + top - bottom) / 2]
  const centre = toUnitSquare([lng, lat])
  const scale = 512 * 2 ** zoom
  const angle = (bearing * Math.PI) / 180
  const [cosine, sine] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
  return {
    width,
    height,
    zoom,
    bearing,
    ...centre,
    place: (x, y) => {
      const [east, south] = [x - centre.x, y - centre.y]
      return [middleX + east * cosine + south * sine, middleY - east * sine + south * cosine]
    },
  }
}
