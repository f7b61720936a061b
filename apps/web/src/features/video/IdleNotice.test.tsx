// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { IdleNotice } from './IdleNotice.tsx'

beforeEach(async () => {
  await startI18n('zh-CN', ['video'])
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const minutes = (n: number) => act(() => vi.advanceTimersByTimeAsync(n * 60_000))

test('pictures stop after the set time without input, and say so a minute before; any input begins anew', async () => {
  const onStop = vi.fn()
  render(<IdleNotice idleMs={600_000} onStop={onStop} />)
  await minutes(8)
  expect(screen.queryByRole('status')).toBeNull()
  await minutes(1.5)
  expect(screen.getByRole('status').textContent).toContain('30')
  fireEvent.keyDown(window, { key: 'a' })
  await minutes(9.5)
  expect(onStop).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button'))
  await minutes(9)
  expect(onStop).not.toHaveBeenCalled()
  await minutes(2)
  expect(onStop).toHaveBeenCalledTimes(1)
})
