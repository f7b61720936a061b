import { expect, test } from 'vitest'
import { timelinessOf } from './rules.ts'

const times = { soonTime: '2026-11-27 09:00:00', dueTime: '2026-11-27 10:00:00' }

test('what is open is in time, nearly due, then overdue', () => {
  const at = (now: string) => timelinessOf({ ...times, isOpen: true, doneTime: null }, now)
  expect(['2026-11-27 09:00:00', '2026-11-27 09:00:01', '2026-11-27 10:00:00', '2026-11-27 10:00:01'].map(at)).toEqual([
    'inTime',
    'soon',
    'soon',
    'overdue',
  ])
})

test('what is done was in time or late, whenever one looks; what nobody did is not late', () => {
  const done = (doneTime: string | null) => timelinessOf({ ...times, isOpen: false, doneTime }, '2026-12-01 00:00:00')
  expect([done('2026-11-27 10:00:00'), done('2026-11-27 10:00:01'), done(null)]).toEqual(['inTime', 'late', 'inTime'])
})
