// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { stubResizeObserver } from '../../test/browser.ts'
import { ListFilters } from './ListFilters.tsx'

beforeAll(() => startI18n('zh-CN', ['list']))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** The filters of a row of 1062 px, that of a screen of 1366 px, beside a lead of this width. */
function open(count: number, lead: number) {
  stubResizeObserver()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1062)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(lead)
  const filters = Array.from({ length: count }, (_, i) => ({
    key: String(i),
    label: `filter ${i}`,
    control: <input aria-label={`filter ${i}`} />,
    isSet: false,
    isApplied: false,
  }))
  render(<ListFilters lead={<b>tabs</b>} filters={filters} isReady onQuery={() => undefined} onReset={() => undefined} />)
  return { shown: screen.getAllByRole('textbox').length, more: screen.queryByRole('button', { name: /更多/ }) }
}

test('four filters that do not fit beside the lead stand below it, none of them behind 更多', () => {
  expect(open(4, 300)).toEqual({ shown: 4, more: null })
})

test('more than a row holds wait behind 更多, beside the lead', () => {
  const { shown, more } = open(5, 132)
  expect(shown).toBe(3)
  expect(more).not.toBeNull()
})

test('beside a wide lead five would be two: four of them stand below it', () => {
  const { shown, more } = open(5, 330)
  expect(shown).toBe(4)
  expect(more).not.toBeNull()
})
