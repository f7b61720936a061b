// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { applyInbox, clearInbox, useWaitingMessages } from './messages.ts'

const summary = (msgType: '1' | '3', waitingCount: number) => ({
  msgType,
  unreadCount: 0,
  unreadOf: null,
  waitingCount,
  createTime: null,
  msgDescribe: null,
  waitingOf: msgType === '1' ? { 0: 1, 1: waitingCount - 1, 2: 0 } : null,
})
beforeEach(clearInbox)

test('a patch changes one type, a snapshot replaces all', () => {
  const violations = renderHook(() => useWaitingMessages([{ msgType: '1' }]))
  const all = renderHook(() => useWaitingMessages([{ msgType: '1' }, { msgType: '3' }]))
  const shown = () => {
    violations.rerender()
    all.rerender()
    return [violations.result.current, all.result.current]
  }
  expect(shown()).toEqual([0, 0])
  applyInbox({ type: 'snapshot', summaries: [summary('1', 3), summary('3', 2)] })
  expect(shown()).toEqual([3, 5])
  applyInbox({ type: 'patch', summaries: [summary('1', 500)] })
  expect(shown()).toEqual([500, 502])
  applyInbox({ type: 'snapshot', summaries: [summary('3', 2)] })
  expect(shown()).toEqual([0, 2])
})

test('of violations those of one kind of object are told apart', () => {
  applyInbox({ type: 'snapshot', summaries: [summary('1', 84)] })
  const ofKind = (objectType: '0' | '1' | '2') =>
    renderHook(() => useWaitingMessages([{ msgType: '1', objectType }])).result.current
  expect([ofKind('0'), ofKind('1'), ofKind('2')]).toEqual([1, 83, 0])
})
