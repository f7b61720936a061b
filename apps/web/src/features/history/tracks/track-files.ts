import { silencesOf, stretchesOf, type Track, type TrackPoint } from './track.ts'

const iso = ({ at }: TrackPoint) => new Date(at).toISOString()
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign]!)

/** Ways as GPX 1.1, a segment for each stretch that is known; times in UTC, speed in m/s as its extension says. */
export function toGpx(tracks: readonly Track[]) {
  const pointOf = (point: TrackPoint) =>
    `<trkpt lat="${point.lat}" lon="${point.lng}"><ele>${point.altitude}</ele><time>${iso(point)}</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>${(point.speed / 3.6).toFixed(2)}</gpxtpx:speed><gpxtpx:course>${point.direction}</gpxtpx:course></gpxtpx:TrackPointExtension></extensions></trkpt>`
  const trackOf = ({ name, points }: Track) => {
    const segments = points.map((point, i) => `${point.isBreak && i > 0 ? '</trkseg><trkseg>' : ''}${pointOf(point)}`)
    return `<trk><name>${escaped(name)}</name><trkseg>${segments.join('\n')}</trkseg></trk>`
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Huanwei" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
${tracks.map(trackOf).join('\n')}
</gpx>
`
}

/** Ways as KML 2.2, a line for each stretch that is known. */
export function toKml(tracks: readonly Track[]) {
  const lineOf = (stretch: readonly TrackPoint[]) =>
    `<LineString><coordinates>${stretch.map(({ lng, lat, altitude }) => `${lng},${lat},${altitude}`).join(' ')}</coordinates></LineString>`
  const placemarkOf = ({ name, points }: Track) =>
    `<Placemark><name>${escaped(name)}</name><MultiGeometry>${stretchesOf(points).map(lineOf).join('')}</MultiGeometry></Placemark>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
${tracks.map(placemarkOf).join('\n')}
</Document></kml>
`
}

/** Ways as GeoJSON (RFC 7946): one feature each, times and speeds (km/h) in the shape of its lines, silences with km in a straight line. */
export const tracksToGeoJson = (tracks: readonly Track[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: tracks.map(({ name, points }) => {
      const stretches = stretchesOf(points)
      const silences = silencesOf(points).map(({ before, after, km }) => ({ from: iso(before), to: iso(after), km }))
      const unknownKm = silences.reduce((sum, { km }) => sum + km, 0)
      const each = <T>(value: (point: TrackPoint) => T) => stretches.map((stretch) => stretch.map(value))
      return {
        type: 'Feature',
        properties: { name, times: each(iso), speeds: each(({ speed }) => speed), unknownKm, silences },
        geometry: { type: 'MultiLineString', coordinates: each(({ lng, lat, altitude }) => [lng, lat, altitude]) },
      }
    }),
  })
