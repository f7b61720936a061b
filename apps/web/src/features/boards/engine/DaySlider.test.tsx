// @vitest-environment jsdom
import { mostDaysBack } from '@huanwei/contract/boards/codes'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../../i18n/i18n.ts'
import { DaySlider } from './DaySlider.tsx'

beforeAll(() => startI18n('zh-CN', ['boards']))
afterEach(cleanup)

/** The slider, with the numbers of the days that it goes from and to. */
function draw(shown: string, asked?: string) {
  render(<DaySlider shown={shown} asked={asked} onDay={() => undefined} />)
  const slider = screen.getByRole<HTMLInputElement>('slider')
  return { slider, first: Number(slider.min), last: Number(slider.max), value: Number(slider.getAttribute('value')) }
}

test('a day out of its range stands at the end that is nearer', () => {
  const past = draw('2020-01-01')
  expect([past.value, past.last - past.first]).toEqual([past.first, mostDaysBack])
  cleanup()
  const late = draw('2020-01-01', '2999-01-01')
  expect(late.value).toBe(late.last)
})

test('it stands on the day that was chosen, under the day whose figures are shown', () => {
  const dayAt = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)
  const { last } = draw('2020-01-01')
  cleanup()
  const { slider, value } = draw(dayAt(last - 5), dayAt(last - 2))
  expect(value).toBe(last - 2)
  const textOf = (number: number) => `${new Date(number * 86_400_000).getUTCDate()}日`
  expect(screen.getByText(new RegExp(textOf(last - 5)))).toBeTruthy()
  expect(slider.getAttribute('aria-valuetext')).toContain(textOf(last - 2))
})
