import { expect, test } from 'vitest'
import { parseTime } from '../../../lib/time.ts'
import type { TrackPoint } from '../tracks/track.ts'
import { bandAt, stateAt, timedBands } from './timed-bands.ts'

const at = (time: string) => parseTime(`2026-03-02 ${time}`)
const bands = timedBands([
  { kind: 'drive', startTime: '2026-03-02 08:00:00', endTime: '2026-03-02 08:10:00', seconds: 600 },
  { kind: 'work', startTime: '2026-03-02 08:10:00', endTime: '2026-03-02 08:30:00', seconds: 1200 },
  { kind: 'stop', startTime: '2026-03-02 09:00:00', endTime: '2026-03-02 10:00:00', seconds: 3600 },
])
const point = (time: string, more: Partial<TrackPoint> = {}): TrackPoint => ({
  at: at(time),
  time: '',
  lng: 104,
  lat: 30,
  speed: 12,
  direction: 0,
  altitude: 0,
  status: 3,
  mileage: null,
  isBreak: false,
  ...more,
})

test.each([
  ['07:59:59', undefined],
  ['08:00:00', 'drive'],
  ['08:10:00', 'work'],
  ['08:30:00', 'work'],
  ['08:30:01', undefined],
  ['09:30:00', 'stop'],
])('at %s it is in the band %s', (time, kind) => expect(bandAt(bands, at(time))?.kind).toBe(kind))

test('the state is that of the band; a stop goes on while nothing is heard', () => {
  const points = [
    point('08:00:00'),
    point('08:30:00'),
    point('09:00:00', { isBreak: true }),
    point('10:00:00', { isBreak: true }),
  ]
  expect(stateAt(points, bands, at('07:00:00'))).toEqual({ kind: 'unheard', speed: undefined })
  expect(stateAt(points, bands, at('08:05:00'))).toEqual({ kind: 'drive', speed: 12 })
  expect(stateAt(points, bands, at('08:45:00'))).toEqual({ kind: 'silent', speed: undefined })
  expect(stateAt(points, bands, at('09:30:00'))).toEqual({ kind: 'stop', speed: undefined })
  expect(stateAt(points, [], at('08:05:00'))).toEqual({ kind: undefined, speed: 12 })
})
