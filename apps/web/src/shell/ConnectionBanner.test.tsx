// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../i18n/i18n.ts'
import { connected, heard, lost, polled, signedOff } from '../live/connection.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'

beforeAll(() => startI18n('zh-CN', ['shell']))
afterEach(() => {
  cleanup()
  signedOff()
})

test('a lost connection is told with its reason and the age of the data, and the line goes when it is back', () => {
  const { container } = render(<ConnectionBanner />)
  act(() => {
    connected()
    heard(Date.now() - 20_000)
    lost('closed', Date.now() - 5000)
  })
  expect(container.textContent).toMatch(/^实时连接中断（服务器断开了连接），正在重新连接。 屏幕上是 (19|2\d) 秒前的数据。$/)
  act(() => polled(true))
  expect(screen.getByRole('status').textContent).toContain('改为每 60 秒更新一次')
  act(() => connected())
  expect(container.textContent).toBe('')
})

test('a loss of a moment is not told, a network that is gone is told at once', () => {
  const { container } = render(<ConnectionBanner />)
  act(() => {
    connected()
    lost('closed')
  })
  expect(container.textContent).toBe('')
  act(() => lost('offline'))
  expect(screen.getByRole('status').textContent).toBe('网络已断开，恢复后自动更新。')
})
