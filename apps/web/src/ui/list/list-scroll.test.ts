// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scrollToTop } from './list-scroll.ts'

// Moving is measured by the frames of a clock that the test moves.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const motion = (isReduced: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isReduced }))

function scrolled(top: number) {
  const box = document.createElement('div')
  box.scrollTop = top
  return box
}

test('goes to the top in about 800 ms, not at once', () => {
  motion(false)
  const box = scrolled(900)
  scrollToTop(box)
  expect(box.scrollTop).toBe(900)
  vi.advanceTimersByTime(700)
  expect(box.scrollTop).toBeGreaterThan(0)
  vi.advanceTimersByTime(150)
  expect(box.scrollTop).toBe(0)
})

test('who asked for less motion is there at once', () => {
  motion(true)
  const box = scrolled(900)
  scrollToTop(box)
  expect(box.scrollTop).toBe(0)
})

test('the own scrolling of the person wins', () => {
  motion(false)
  const box = scrolled(900)
  scrollToTop(box)
  vi.advanceTimersByTime(200)
  box.scrollTop = 700
  vi.advanceTimersByTime(900)
  expect(box.scrollTop).toBe(700)
  expect(vi.getTimerCount()).toBe(0)
})
