import { type GeoJSONSource, type MapLibreMap, Marker } from 'maplibre-gl'
import { type Coordinates, fromBaseMap, type Position, toBaseMap } from '../base/coordinates.ts'
import { accent, trailColour } from '../base/palette.ts'

type Place = { lng: number; lat: number }

/** A line along the points of a map, with a mark where it begins, and clicks beside the points. Places are WGS-84. */
export function createWayLine(map: MapLibreMap, coordinates: Coordinates) {
  const start = new Marker({ color: accent })
  let line: readonly Position[] = []
  let isReady = false

  function draw() {
    const source = map.getSource<GeoJSONSource>('way')
    const geometry = { type: 'LineString' as const, coordinates: line.map((place) => toBaseMap(coordinates, place)) }
    if (source) return void source.setData({ type: 'Feature', properties: {}, geometry })
    if (!isReady) return
    map.addSource('way', { type: 'geojson', data: { type: 'Feature', properties: {}, geometry } })
    map.addLayer({
      id: 'way',
      type: 'line',
      source: 'way',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': trailColour, 'line-width': 3, 'line-opacity': 0.8 },
    })
  }
  // A map whose tiles are loading says that its style is not loaded either: what comes meanwhile would not be drawn.
  map.once('style.load', () => {
    isReady = true
    draw()
  })

  return {
    /** Draws the line in the order of its positions, `from` marked. */
    showLine(next: readonly Position[], from?: Place & { label: string }) {
      line = next
      draw()
      if (!from) return void start.remove()
      start.getElement().setAttribute('aria-label', from.label)
      start.setLngLat(toBaseMap(coordinates, [from.lng, from.lat])).addTo(map)
    },
    /** Sets a listener of clicks on the ground. Returns the function that removes it. */
    listen(listener: (place: Place) => void) {
      const click = ({ lngLat, originalEvent }: { lngLat: Place; originalEvent: MouseEvent }) => {
        if (originalEvent.target !== map.getCanvas()) return
        const [lng, lat] = fromBaseMap(coordinates, [lngLat.lng, lngLat.lat])
        listener({ lng, lat })
      }
      map.on('click', click)
      return () => void map.off('click', click)
    },
  }
}
