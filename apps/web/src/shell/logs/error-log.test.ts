// @vitest-environment jsdom
import { errorLogLimits } from '@huanwei/contract/logs/rules'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../lib/session.ts'
import { forgetErrors, keepError, useErrorLog, watchErrors } from './error-log.ts'

beforeAll(watchErrors)
beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/')
  endSession()
  forgetErrors()
})
afterEach(() => vi.useRealTimers())

const entries = () => {
  vi.advanceTimersByTime(300)
  return useErrorLog.getState().entries
}
const storedText = () => localStorage.getItem('huanwei-logsList') ?? ''

test('an error that nobody caught is kept, with where and when', () => {
  window.dispatchEvent(new ErrorEvent('error', { error: new TypeError('x is not a function'), message: 'x' }))
  expect(entries()).toMatchObject([
    { type: 'error', info: 'error', message: 'x is not a function', url: 'http://localhost:3000/', count: 1, user: '' },
  ])
  expect(entries()[0]?.stack).toContain('error-log.test.ts')
  expect(entries()[0]?.time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(JSON.parse(storedText()).content).toHaveLength(1)
})

test('so is a promise that nobody waited for', () => {
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'no reason' }))
  expect(entries()).toMatchObject([{ info: 'unhandledrejection', message: 'no reason', stack: '' }])
})

test('the same error again only counts, and comes to the top', () => {
  const [first, second] = [new Error('first'), new Error('second')]
  for (const error of [first, second, first, first]) keepError(error, 'error')
  expect(entries().map(({ message, count }) => [message, count])).toEqual([
    ['first', 3],
    ['second', 1],
  ])
})

test('there are never more than the server takes, and none longer', () => {
  for (let n = 0; n < errorLogLimits.entries + 5; n++) keepError(new Error(`error ${n} ${'x'.repeat(5000)}`), 'error')
  expect(entries()).toHaveLength(errorLogLimits.entries)
  expect(entries()[0]?.message).toMatch(new RegExp(`^error ${errorLogLimits.entries + 4} `))
  expect(entries()[0]?.message).toHaveLength(errorLogLimits.message)
})

test('nothing secret is kept', () => {
  keepError(new Error('401 for Bearer geheim.abc with password=geheim'), 'error')
  entries()
  expect(storedText()).not.toContain('geheim')
})

test('what is harmless is not kept', () => {
  window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }))
  keepError(new Error('real'), 'error')
  expect(entries()).toHaveLength(1)
})

test('the last error before the page goes is not lost', () => {
  keepError(new Error('last'), 'error')
  window.dispatchEvent(new Event('pagehide'))
  expect(storedText()).toContain('last')
})

test('another tab’s errors are there too, and stay when this one writes', () => {
  keepError(new Error('mine'), 'error')
  entries()
  const entry = JSON.parse(storedText())
  localStorage.setItem(
    'huanwei-logsList',
    JSON.stringify({ ...entry, content: [{ ...entry.content[0], id: 1, message: 'theirs' }] }),
  )
  window.dispatchEvent(new StorageEvent('storage', { key: 'huanwei-logsList' }))
  expect(useErrorLog.getState().entries.map(({ message }) => message)).toEqual(['theirs'])
  keepError(new Error('again'), 'error')
  expect(entries().map(({ message }) => message)).toEqual(['again', 'theirs'])
})

test('only what was sent is forgotten', () => {
  keepError(new Error('sent'), 'error')
  const sent = entries().map(({ id }) => id)
  keepError(new Error('new'), 'error')
  entries()
  forgetErrors(sent)
  expect(entries().map(({ message }) => message)).toEqual(['new'])
})
