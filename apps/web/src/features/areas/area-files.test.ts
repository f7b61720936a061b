// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { areasToGeoJson, readAreas, UnreadableFile } from './area-files.ts'

const ring: [number, number][] = [
  [104, 30],
  [104.1, 30],
  [104.1, 30.1],
]

test('what is written as GeoJSON is read as it was', () => {
  const areas = [
    { name: '一号', shape: { kind: 'circle' as const, centre: ring[0]!, radius: 500 } },
    { name: '二号', shape: { kind: 'polygon' as const, ring } },
    { name: '三号', shape: { kind: 'route' as const, line: ring, width: 12 } },
  ]
  expect(readAreas(areasToGeoJson(areas))).toEqual(areas)
})

test('what cannot become an area says why, the rest is taken', () => {
  const feature = (name: string, type: string, coordinates: unknown) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type, coordinates },
  })
  const features = [
    feature('点', 'Point', [104, 30]),
    feature('洞', 'Polygon', [ring, ring]),
    feature('两块', 'MultiPolygon', [[[...ring, ring[0]]], [ring]]),
    feature('远', 'LineString', [
      [204, 30],
      [205, 30],
    ]),
    feature('短', 'LineString', [[104, 30]]),
    feature('结', 'Polygon', [
      [
        [104, 30],
        [104.1, 30.1],
        [104.1, 30],
        [104, 30.2],
      ],
    ]),
    { type: 'Feature', properties: null, geometry: { type: 'LineString', coordinates: ring } },
  ]
  expect(readAreas(JSON.stringify({ type: 'FeatureCollection', features }))).toEqual([
    { name: '点', problem: 'point' },
    { name: '洞', problem: 'holes' },
    { name: '两块 1', shape: { kind: 'polygon', ring } },
    { name: '两块 2', shape: { kind: 'polygon', ring } },
    { name: '远', problem: 'range' },
    { name: '短', problem: 'shape' },
    { name: '结', problem: 'checks:shapeCrossesItself' },
    { name: '', problem: 'name' },
  ])
})

test('the placemarks of KML are read, with or without a prefix', () => {
  const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>文件</name>
    <Placemark><name>东区</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
      104,30,0 104.1,30,0
      104.1,30.1,0 104,30,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
    <Placemark><name>路</name><LineString><coordinates>104,30 104.1,30 104.1,30.1</coordinates></LineString></Placemark>
    <Placemark><name>空</name></Placemark></Document></kml>`
  const expected = [
    { name: '东区', shape: { kind: 'polygon', ring } },
    { name: '路', shape: { kind: 'route', line: ring, width: 30 } },
    { name: '空', problem: 'shape' },
  ]
  expect(readAreas(kml)).toEqual(expected)
  const prefixed = kml.replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1k:').replace('xmlns=', 'xmlns:k=')
  expect(readAreas(prefixed)).toEqual(expected)
})

test.each(['', '[]', '{"type":"Topology"}', '<gpx/>', '<kml>'])('%j is neither', (text) => {
  expect(() => readAreas(text)).toThrow(UnreadableFile)
})
