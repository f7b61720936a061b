// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTour } from './use-tour.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const seconds = (n: number) => act(() => vi.advanceTimersByTimeAsync(n * 1000))
const wall = (name: string) => ({ name, size: 1 as const, tiles: [] })

test('walls take turns, rest while pictures are stopped, and end when fewer than two are left', async () => {
  const three = ['早班', '晚班', '夜班'].map(wall)
  const { result, rerender } = renderHook(({ walls, isStopped }) => useTour(walls, isStopped), {
    initialProps: { walls: three, isStopped: false },
  })
  expect(result.current.shown).toBeUndefined()
  act(() => result.current.begin(15))
  const turns = [result.current.shown?.name]
  for (let i = 0; i < 3; i++) {
    await seconds(15)
    turns.push(result.current.shown?.name)
  }
  expect(turns).toEqual(['早班', '晚班', '夜班', '早班'])
  rerender({ walls: three, isStopped: true })
  await seconds(60)
  expect(result.current.shown?.name).toBe('早班')
  rerender({ walls: three.slice(0, 1), isStopped: false })
  expect([result.current.shown, result.current.seconds]).toEqual([undefined, 0])
  rerender({ walls: three, isStopped: false })
  act(() => result.current.begin(0))
  expect(result.current.shown).toBeUndefined()
})
