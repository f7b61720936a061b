// @vitest-environment jsdom
import { AlarmType } from '@huanwei/contract/violations/codes'
import { expect, test } from 'vitest'
import { toListInput } from '../queues/queue-search.ts'
import { trackTimes } from './evidence/track-times.ts'
import { isVerdictUnsent, verdictOf } from './verdict-draft.ts'
import { ViolationsSearch } from './violation-search.ts'

const plain = { status: 'pending', current: 1, size: 20 }

test('an empty address is the first page of what is pending', () => {
  expect(ViolationsSearch.parse({})).toEqual(plain)
})

test('everything in the address arrives as text', () => {
  const link = {
    status: 'processed',
    objectId: '7',
    deptId: '3',
    from: '2026-02-01',
    to: '2026-02-28',
    current: '4',
    size: '50',
    open: '99',
  }
  expect(ViolationsSearch.parse(link)).toEqual({ ...link, objectId: 7, deptId: 3, current: 4, size: 50, open: 99 })
})

test.each([
  { status: 'lost' },
  { objectId: 'abc' },
  { deptId: '-1' },
  { from: '2026-02-30' },
  { to: 'yesterday' },
  { current: '0' },
  { current: '1e99' },
  { size: '1000000' },
  { open: '' },
])('a broken link never breaks the screen: %o', (broken) => {
  expect(ViolationsSearch.parse(broken)).toEqual(plain)
})

test('days are sent from 00:00:00 to 23:59:59, an open end not at all', () => {
  const days = { ...ViolationsSearch.parse({ status: 'processed' }), from: '2026-02-01', to: '2026-02-02' }
  expect(toListInput(days)).toMatchObject({ startTime: '2026-02-01 00:00:00', endTime: '2026-02-02 23:59:59' })
  expect(toListInput({ ...days, from: undefined }).startTime).toBeUndefined()
})

test('a verdict needs its kind, a false alarm its reason; the remark goes with a false alarm only', () => {
  expect(verdictOf({ remark: 'x' })).toEqual({ missing: 'kind' })
  expect(verdictOf({ kind: 'real', remark: 'x' })).toEqual({ alarmType: AlarmType.real, notes: '' })
  expect(verdictOf({ kind: 'false', remark: 'x' })).toEqual({ missing: 'reason' })
  const dispatched = { kind: 'false', reason: AlarmType.falseDispatch, remark: ' 支援 ' } as const
  expect(verdictOf(dispatched)).toEqual({ alarmType: AlarmType.falseDispatch, notes: '支援' })
  expect([isVerdictUnsent(dispatched), isVerdictUnsent({ kind: 'real', remark: '  ' })]).toEqual([true, false])
})

test('the track runs from two minutes before to two after, and asks the same while the event goes on within a minute', () => {
  const createTime = '2026-03-01 00:01:00'
  expect(trackTimes({ createTime, duration: 61 })).toEqual({ startTime: '2026-02-28 23:59:00', endTime: '2026-03-01 00:05:00' })
  expect(trackTimes({ createTime, duration: 119 })).toEqual(trackTimes({ createTime, duration: 61 }))
})
