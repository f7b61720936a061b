import { Status } from '@huanwei/contract/live/codes'
import type { LiveObject } from '@huanwei/contract/live/messages'
import { expect, test } from 'vitest'
import { type Candidate, suggestedPeople } from './suggestions.ts'

const report = { lng: 104, lat: 30.6 }
/** A Monday 06:00 in Asia/Shanghai. */
const now = Date.parse('2024-01-01T06:00:00+08:00')
const early = { name: '早班', start: '05:00', end: '13:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }
const night = { name: '夜班', start: '21:00', end: '05:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }
const person = (userId: number, more: Partial<Candidate> = {}): Candidate => ({
  userId,
  name: `${userId}`,
  deptName: '一部',
  isNear: true,
  open: 0,
  shifts: [],
  ...more,
})
const at = (lng: number, status: Status = Status.stationary): LiveObject => ({
  id: 1,
  status,
  lng,
  lat: 30.6,
  speed: 0,
  direction: 0,
  acc: false,
  time: now,
  seenAt: now,
})
const suggested = (people: Candidate[], places: Record<number, LiveObject> = {}) =>
  suggestedPeople(people, report, (userId) => places[userId], now)

test('people whose shifts do not run now are not suggested; the running one is named', () => {
  const found = suggested([person(1, { shifts: [night] }), person(2, { shifts: [night, early] }), person(3)])
  expect(found.map(({ userId, shiftName }) => [userId, shiftName])).toEqual([
    [2, '早班'],
    [3, ''],
  ])
})

test('near ones come first unless they are busy; a position of hours ago is none', () => {
  const places = { 1: at(104.001), 2: at(104.002), 3: at(104.0001, Status.offline) }
  const found = suggested([person(1, { open: 3 }), person(2), person(3)], places)
  expect(found.map(({ userId, metres }) => [userId, metres])).toEqual([
    [2, 191],
    [1, 96],
    [3, null],
  ])
})

test('of those without a position, the department goes first, then who has least to do', () => {
  const found = suggested([person(1, { isNear: false }), person(2, { open: 2 }), person(3, { open: 1 })])
  expect(found.map(({ userId }) => userId)).toEqual([3, 2, 1])
})
