// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ActionButton, guardMs } from './ActionButton.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('acts once for a double click, and again when its guard has ended', async () => {
  const onAct = vi.fn(async () => undefined)
  render(<ActionButton onAct={onAct}>存</ActionButton>)
  const button = screen.getByRole('button')
  fireEvent.click(button)
  fireEvent.click(button)
  await act(() => vi.advanceTimersByTimeAsync(guardMs))
  expect(onAct).toHaveBeenCalledTimes(1)
  fireEvent.click(button)
  expect(onAct).toHaveBeenCalledTimes(2)
})

test('ends its guard when it goes', () => {
  const started = vi.spyOn(globalThis, 'setTimeout')
  const ended = vi.spyOn(globalThis, 'clearTimeout')
  render(<ActionButton onAct={async () => undefined}>存</ActionButton>)
  fireEvent.click(screen.getByRole('button'))
  const guard = started.mock.results[started.mock.calls.findIndex(([, delay]) => delay === guardMs)]
  cleanup()
  expect(ended).toHaveBeenCalledWith(guard?.value)
})
