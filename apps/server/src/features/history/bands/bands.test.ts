import { expect, test } from 'vitest'
import type { TrackFix } from '../track.ts'
import { bandsOf, withoutPauses } from './bands.ts'

const second = 1000
/** Fixes at some seconds; with the engine on unless they are negative. */
const fixes = (...seconds: number[]): TrackFix[] =>
  seconds.map((at) => ({
    time: Math.abs(at) * second,
    lng: 104,
    lat: 30,
    speed: 0,
    direction: 0,
    altitude: 0,
    status: at < 0 ? 2 : 3,
    mileage: null,
    isBreak: false,
  }))
const span = (from: number, to: number) => ({ from: from * second, to: to * second })
const told = (bands: ReturnType<typeof bandsOf>) => bands.map(({ kind, from, to }) => [kind, from / second, to / second])

const trip = fixes(0, 10, 20, 30)
const stop = fixes(30, 100, -110, -300, 310)
const onward = fixes(310, 320, 330)

test('stops and trips are cut where work or idling begins, and covered to the second', () => {
  const bands = bandsOf({ stops: [stop], trips: [trip, onward] }, [span(10, 20), span(20, 30)], true)
  expect(told(bands)).toEqual([
    ['drive', 0, 10],
    ['work', 10, 30],
    ['idle', 30, 110],
    ['stop', 110, 310],
    ['drive', 310, 330],
  ])
})

test('work goes on over a short pause, standing too, but not with the engine off', () => {
  expect(withoutPauses([span(150, 160), span(0, 10), span(5, 40), span(281, 290)])).toEqual([span(0, 160), span(281, 290)])
  const bands = bandsOf({ stops: [stop], trips: [trip, onward] }, [span(0, 110), span(110, 330)], true)
  expect(told(bands)).toEqual([
    ['work', 0, 110],
    ['stop', 110, 310],
    ['work', 310, 330],
  ])
})

test('a person has no ignition: standing is a stop or work', () => {
  const bands = bandsOf({ stops: [stop], trips: [] }, [span(100, 300)], false)
  expect(told(bands)).toEqual([
    ['stop', 30, 100],
    ['work', 100, 300],
    ['stop', 300, 310],
  ])
})

test('a silence between two trips is no band', () => {
  const later = fixes(2000, 2010)
  expect(told(bandsOf({ stops: [], trips: [trip, later] }, [], true))).toEqual([
    ['drive', 0, 30],
    ['drive', 2000, 2010],
  ])
})
