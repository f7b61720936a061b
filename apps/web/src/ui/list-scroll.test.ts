// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { scrollToTop } from './list-scroll.ts'

afterEach(() => vi.unstubAllGlobals())
const motion = (isReduced: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isReduced }))

function scrolled(top: number) {
  const box = document.createElement('div')
  box.scrollTop = top
  return box
}

test('goes to the top in about 800 ms, not at once', async () => {
  motion(false)
  const box = scrolled(900)
  const start = Date.now()
  scrollToTop(box)
  expect(box.scrollTop).toBe(900)
  await vi.waitFor(() => expect(box.scrollTop).toBe(0), 10_000)
  expect(Date.now() - start).toBeGreaterThan(700)
})

test('who asked for less motion is there at once', () => {
  motion(true)
  const box = scrolled(900)
  scrollToTop(box)
  expect(box.scrollTop).toBe(0)
})

test('the own scrolling of the person wins', async () => {
  motion(false)
  const box = scrolled(900)
  scrollToTop(box)
  await new Promise((resolve) => setTimeout(resolve, 200))
  box.scrollTop = 700
  await new Promise((resolve) => setTimeout(resolve, 900))
  expect(box.scrollTop).toBe(700)
})
