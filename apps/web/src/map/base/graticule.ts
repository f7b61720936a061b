type Line = {
  type: 'Feature'
  properties: { name: string; from: number }
  geometry: { type: 'LineString'; coordinates: [number, number][] }
}

/** Degrees between lines, how far from the centre they reach, and the zoom from which they are drawn. */
const grids = [
  { step: 1, reach: 20, from: 0 },
  { step: 0.1, reach: 1.5, from: 9 },
  { step: 0.02, reach: 0.4, from: 12 },
] as const

/** Lines of longitude and latitude around a place, named by their degrees. */
export function graticule({ lng, lat }: { lng: number; lat: number }): { type: 'FeatureCollection'; features: Line[] } {
  const line = (name: string, from: number, coordinates: [number, number][]): Line => ({
    type: 'Feature',
    properties: { name, from },
    geometry: { type: 'LineString', coordinates },
  })
  const features = grids.flatMap(({ step, reach, from }) => {
    const count = Math.round(reach / step)
    const digits = step < 0.1 ? 2 : step < 1 ? 1 : 0
    const [west, south] = [Math.round(lng / step) * step, Math.round(lat / step) * step]
    return Array.from({ length: 2 * count + 1 }, (_, index) => {
      const [east, north] = [west + (index - count) * step, Math.min(85, Math.max(-85, south + (index - count) * step))]
      return [
        line(`${Math.abs(east).toFixed(digits)}°${east < 0 ? 'W' : 'E'}`, from, [
          [east, south - reach],
          [east, south + reach],
        ]),
        line(`${Math.abs(north).toFixed(digits)}°${north < 0 ? 'S' : 'N'}`, from, [
          [west - reach, north],
          [west + reach, north],
        ]),
      ]
    }).flat()
  })
  return { type: 'FeatureCollection', features }
}
