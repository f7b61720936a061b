import { expect, test } from 'vitest'
import { clockOf, decideVisit, isMissed } from './rules.ts'

test('a visit is done once, by its person or with the permission to process', () => {
  const due = { userId: 1, doneTime: null }
  expect(decideVisit(due, { userId: 1, mayProcess: false })).toBe('done')
  expect(decideVisit(due, { userId: 2, mayProcess: true })).toBe('done')
  expect(decideVisit(due, { userId: 2, mayProcess: false })).toEqual({ refusal: 'notVisitor' })
  expect(decideVisit({ userId: 1, doneTime: '2026-01-05 08:00:00' }, { userId: 1, mayProcess: true })).toEqual({
    refusal: 'visitDone',
  })
})

test('a visit is missed half an hour after its time, unless somebody made it', () => {
  const halfHour = 30 * 60_000
  expect(isMissed({ doneTime: null, due: 0 }, halfHour)).toBe(false)
  expect(isMissed({ doneTime: null, due: 0 }, halfHour + 1)).toBe(true)
  expect(isMissed({ doneTime: '2026-01-05 08:00:00', due: 0 }, halfHour + 1)).toBe(false)
})

test('a time of day', () => {
  expect([0, 65, 1439].map(clockOf)).toEqual(['00:00', '01:05', '23:59'])
})
