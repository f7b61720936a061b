// @vitest-environment jsdom
import { mostDaysBack } from '@huanwei/contract/boards/codes'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../../../i18n/i18n.ts'
import { DaySlider } from './DaySlider.tsx'

beforeEach(() => startI18n('zh-CN', ['boards']))
afterEach(cleanup)

/** The slider, with the numbers of the days that it goes from and to. */
function draw(shown: string, asked?: string, onDay: (day: string) => void = () => undefined) {
  render(<DaySlider shown={shown} asked={asked} onDay={onDay} />)
  const slider = screen.getByRole<HTMLInputElement>('slider')
  return { slider, first: Number(slider.min), last: Number(slider.max), value: Number(slider.getAttribute('value')) }
}

const dayAt = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)

test('a day out of its range stands at the end that is nearer', () => {
  const past = draw('2020-01-01')
  expect([past.value, past.last - past.first]).toEqual([past.first, mostDaysBack])
  cleanup()
  const late = draw('2020-01-01', '2999-01-01')
  expect(late.value).toBe(late.last)
})

test('it stands on the day that was chosen, under the day whose figures are shown', () => {
  const { last } = draw('2020-01-01')
  cleanup()
  const { slider, value } = draw(dayAt(last - 5), dayAt(last - 2))
  expect(value).toBe(last - 2)
  const textOf = (number: number) => `${new Date(number * 86_400_000).getUTCDate()}日`
  expect(document.querySelector('.board-date')?.textContent).toContain(textOf(last - 5))
  expect(slider.getAttribute('aria-valuetext')).toContain(textOf(last - 2))
})

test('the keys of a page go a week, and not beyond the ends', () => {
  const chosen = vi.fn()
  const { last } = draw('2020-01-01')
  cleanup()
  const { slider, first } = draw(dayAt(last - 3), undefined, chosen)
  for (const key of ['PageDown', 'PageUp', 'a']) fireEvent.keyDown(slider, { key })
  expect(chosen.mock.calls.flat()).toEqual([dayAt(last - 10), dayAt(last)])
  cleanup()
  const early = draw(dayAt(first + 2), undefined, chosen)
  fireEvent.keyDown(early.slider, { key: 'PageDown' })
  expect(chosen).toHaveBeenLastCalledWith(dayAt(first))
})

test.each(['zh-CN', 'zh-TW', 'en-US'] as const)(
  'the ends of the axis and the chosen day are written on it in %s',
  async (language) => {
    await startI18n(language, ['boards'])
    const { last, first } = draw('2020-01-01')
    cleanup()
    const { slider } = draw(dayAt(last - 5), dayAt(last - 2))
    const short = (number: number) =>
      new Date(number * 86_400_000).toLocaleDateString(language, { timeZone: 'UTC', month: 'short', day: 'numeric' })
    const texts = [...(slider.parentElement?.querySelectorAll('[aria-hidden]') ?? [])].map((one) => one.textContent)
    expect(texts).toEqual([short(last - 2), short(first) + short(last)])
    expect(slider.getAttribute('aria-label')).toBe(
      { 'zh-CN': '显示的日期', 'zh-TW': '顯示的日期', 'en-US': 'Day shown' }[language],
    )
  },
)
