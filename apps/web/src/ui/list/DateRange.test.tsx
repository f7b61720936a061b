// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { stubResizeObserver } from '../../test/browser.ts'
import { DateRange } from './DateRange.tsx'

beforeAll(async () => {
  await startI18n('zh-CN', ['list'])
  stubResizeObserver()
})
beforeEach(() => {
  // Friday in Asia/Shanghai, still Thursday in UTC.
  vi.useFakeTimers({ now: new Date('2027-01-01T06:00:00+08:00'), toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([
  ['今天', { from: '2027-01-01', to: '2027-01-01' }],
  ['本周', { from: '2026-12-28', to: '2027-01-03' }],
  ['上周', { from: '2026-12-21', to: '2026-12-27' }],
  ['近 7 天', { from: '2026-12-26', to: '2027-01-01' }],
])('%s is offered: weeks begin on Monday, also across the end of a year', async (name, days) => {
  const onChange = vi.fn()
  render(<DateRange labels={['开始', '结束']} value={{ from: undefined, to: undefined }} onChange={onChange} />)
  await userEvent.click(screen.getByPlaceholderText('开始'))
  await userEvent.click(await screen.findByText(name))
  expect(onChange).toHaveBeenCalledWith(days)
})
