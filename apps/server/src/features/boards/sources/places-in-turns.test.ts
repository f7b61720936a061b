import { Status } from '@huanwei/contract/live/codes'
import { expect, test } from 'vitest'
import { chosenNow } from './places-in-turns.ts'

const object = (id: number, status: Status, seenAt: number | null = 1) => ({ id, live: { status, lng: 104, seenAt } })
const many = (from: number, count: number, status: Status) =>
  Array.from({ length: count }, (_, place) => object(from + place, status))
const minutes = (count: number) => Array.from({ length: count }, (_, minute) => minute * 96_000)
const idsAt = (all: ReturnType<typeof object>[], now: number) => chosenNow(all, now).map(({ id }) => id)

test('alarms come before warnings and both always, and all that move have their turn', () => {
  const all = [
    ...many(100, 40, Status.moving),
    object(1, Status.warning),
    object(2, Status.alert),
    ...many(500, 9, Status.stationary),
  ]
  const turns = minutes(8).map((now) => idsAt(all, now))
  for (const ids of turns) expect([ids.length, ...ids.slice(0, 2)]).toEqual([12, 2, 1])
  expect(new Set(turns.flat())).toEqual(new Set([1, 2, ...many(100, 40, Status.moving).map(({ id }) => id)]))
})

test('on a bad day half of the cards are for those that are well', () => {
  const all = [...many(1, 30, Status.alert), ...many(100, 30, Status.moving)]
  expect(chosenNow(all, 0).filter(({ live }) => live.status === Status.alert)).toHaveLength(6)
  expect(chosenNow(many(1, 30, Status.alert), 0)).toHaveLength(12)
})

test('what nobody heard of has no card, and nothing has none', () => {
  const unheard = object(1, Status.stationary, null)
  expect(chosenNow([unheard, object(2, Status.offline)], 0)).toEqual([])
  expect(idsAt([unheard, object(3, Status.stationary)], 0)).toEqual([3])
})
