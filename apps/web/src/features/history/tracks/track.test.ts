// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { keysOf, spanOf } from '../history-search.ts'
import { speedPath, ticksOf } from './speed-path.ts'
import { isSilent, pointAt, silencesOf, stretchesOf, type Track, type TrackPoint } from './track.ts'
import { toGpx, toKml, tracksToGeoJson } from './track-files.ts'

const start = Date.parse('2026-03-02T08:00:00+08:00')
const point = (seconds: number, lng: number, more: Partial<TrackPoint> = {}): TrackPoint => ({
  at: start + seconds * 1000,
  lng,
  lat: 30,
  speed: 36,
  direction: 90,
  altitude: 5,
  status: 3,
  mileage: null,
  time: '',
  isBreak: false,
  ...more,
})
const points = [point(0, 104), point(10, 104.001, { speed: 18 }), point(1000, 105, { isBreak: true }), point(1010, 105.001)]

describe('where it was at a moment', () => {
  test.each([
    ['before the first nowhere', -1, undefined],
    ['on a point there', 0, 104],
    ['between two evenly', 5, 104.0005],
    ['in a silence where it was last heard', 500, 104.001],
    ['after the last there', 5000, 105.001],
  ])('%s', (_, seconds, lng) => {
    const found = pointAt(points, start + seconds * 1000)?.lng
    expect(found === undefined ? found : Number(found.toFixed(6))).toBe(lng)
  })
  test.each([
    ['on a point', 0, false],
    ['between two', 5, false],
    ['in a silence', 500, true],
    ['after the last', 5000, true],
  ])('%s it is silent: %s s, %s', (_, seconds, expected) => {
    const at = start + seconds * 1000
    expect(isSilent(pointAt(points, at)!, at)).toBe(expected)
  })
  test('its speed changes evenly too', () => expect(pointAt(points, start + 5000)?.speed).toBe(27))
})

test('a way is drawn in stretches, a single point in none', () => {
  const lines = stretchesOf([...points, point(5000, 106, { isBreak: true })])
  expect(lines.map((line) => line.map(({ lng }) => lng))).toEqual([
    [104, 104.001],
    [105, 105.001],
  ])
})

test('a silence after which it was elsewhere is told with its straight line; a jump and a rest are none', () => {
  const found = silencesOf([
    ...points,
    point(1700, 105.001, { isBreak: true }),
    point(1710, 107, { isBreak: true }),
    point(5000, 107.1, { isBreak: true }),
  ])
  expect(found.map(({ before, after, km }) => [before.lng, after.lng, Math.round(km)])).toEqual([
    [104.001, 105, 96],
    [107, 107.1, 10],
  ])
})

test('of what the address names, what can move is chosen, each once, six at most', () => {
  expect(keysOf('1-12,0-7,1-12,2-5,1-0,x')).toEqual(['1-12', '0-7'])
  expect(keysOf('1-1,1-2,1-3,1-4,1-5,1-6,1-7')).toHaveLength(6)
  expect(keysOf(undefined)).toEqual([])
})

test('the span is as chosen, else the day of the moment, else today', () => {
  const [from, to] = ['2026-03-01 08:00:00', '2026-03-01 09:00:00']
  expect(spanOf({ from, to, at: undefined }, start)).toEqual({ startTime: from, endTime: to })
  const day = { startTime: '2026-02-03 00:00:00', endTime: '2026-02-03 23:59:59' }
  expect(spanOf({ from: to, to: from, at: '2026-02-03 04:05:06' }, start)).toEqual(day)
  expect(spanOf({ from: undefined, to: undefined, at: undefined }, start).startTime).toBe('2026-03-02 00:00:00')
})

test('the drawing of speeds shows the fastest of each column, and round moments', () => {
  const frame = { from: start, to: start + 20_000, width: 10, height: 60 }
  expect(speedPath([point(0, 0, { speed: 60 }), point(1, 0, { speed: 30 }), point(20, 0, { speed: 30 })], frame)).toBe(
    'M0 60L0 0L1 30L10 30L10 60Z',
  )
  expect(speedPath([], frame)).toBe('')
  expect(ticksOf(start, start + 8 * 3_600_000).map(({ text }) => text)).toEqual([
    '08:00',
    '09:00',
    '10:00',
    '11:00',
    '12:00',
    '13:00',
    '14:00',
    '15:00',
  ])
  expect(ticksOf(start, start + 4 * 86_400_000).map(({ text }) => text)).toEqual(['03-03', '03-04', '03-05', '03-06'])
})

test('files for maps hold every point with its time, in segments, and names safely', () => {
  const track: Track = { key: '1-1', name: '川A<&>1', colour: '', total: 4, points }
  const document = new DOMParser().parseFromString(toGpx([track]), 'application/xml')
  expect(document.querySelector('parsererror')).toBeNull()
  expect(document.querySelector('name')?.textContent).toBe('川A<&>1')
  expect([...document.querySelectorAll('trkseg')].map((segment) => segment.querySelectorAll('trkpt').length)).toEqual([2, 2])
  expect(document.querySelector('trkpt > time')?.textContent).toBe('2026-03-02T00:00:00.000Z')
  const kml = new DOMParser().parseFromString(toKml([track]), 'application/xml')
  expect(kml.querySelector('Placemark > name')?.textContent).toBe('川A<&>1')
  expect(Array.from(kml.querySelectorAll('coordinates'), ({ textContent }) => textContent)).toEqual([
    '104,30,5 104.001,30,5',
    '105,30,5 105.001,30,5',
  ])
  const { features } = JSON.parse(tracksToGeoJson([track]))
  expect(features[0].geometry.coordinates).toEqual([
    [
      [104, 30, 5],
      [104.001, 30, 5],
    ],
    [
      [105, 30, 5],
      [105.001, 30, 5],
    ],
  ])
  expect(features[0].properties).toMatchObject({
    unknownKm: expect.closeTo(96.2, 1),
    silences: [{ from: '2026-03-02T00:00:10.000Z', to: '2026-03-02T00:16:40.000Z', km: expect.closeTo(96.2, 1) }],
  })
  expect(features[0].properties.times[1]).toEqual(['2026-03-02T00:16:40.000Z', '2026-03-02T00:16:50.000Z'])
})
