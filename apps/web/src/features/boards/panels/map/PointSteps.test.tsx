// @vitest-environment jsdom
import { Status } from '@huanwei/contract/live/codes'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../../../../i18n/i18n.ts'
import { PointSteps } from './PointSteps.tsx'
import type { MapStop } from './step-points.ts'

beforeAll(() => startI18n('zh-CN', ['boards']))
afterEach(cleanup)

const stop = (name: string, status: Status): MapStop => ({ key: `1-${name}`, name, status })
const fleet = [stop('川A1', Status.moving), stop('川A2', Status.moving), stop('川A3', Status.alert)]
const words = new Map<Status, string>([
  [Status.moving, '行驶'],
  [Status.alert, '报警'],
])

function draw() {
  const [onStop, onOpen] = [vi.fn(), vi.fn()]
  const steps = (stops: readonly MapStop[]) => (
    <PointSteps stops={stops} stateOf={(status) => words.get(status) ?? ''} onStop={onStop} onOpen={onOpen} />
  )
  const { rerender } = render(steps(fleet))
  return { onStop, onOpen, become: (stops: readonly MapStop[]) => rerender(steps(stops)) }
}
const said = () => {
  const list = screen.getByRole('listbox', { name: /地图上的 \d+ 项/ })
  const shown = document.getElementById(list.getAttribute('aria-activedescendant') ?? '')
  return shown && [shown.textContent, shown.getAttribute('aria-posinset'), shown.getAttribute('aria-setsize')]
}

test('the keyboard goes to the most urgent point, from one to the next, and opens the one it is on', async () => {
  const { onStop, onOpen } = draw()
  expect(said()).toBeNull()
  await userEvent.tab()
  expect(said()).toEqual(['川A3 · 报警1 / 3', '1', '3'])
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(said()).toEqual(['川A2 · 行驶3 / 3', '3', '3'])
  await userEvent.keyboard('{ArrowDown}{End}{Home}{Enter}')
  expect(onOpen.mock.calls).toEqual([['1-川A3']])
  expect(onStop).toHaveBeenLastCalledWith('1-川A3')
  await userEvent.tab()
  expect([said(), onStop.mock.lastCall]).toEqual([null, [undefined]])
})

test('a point keeps the keyboard while others come before it, and the next one gets it when it goes', async () => {
  const { onOpen, become } = draw()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  become([...fleet, stop('川A0', Status.alert)])
  expect(said()).toEqual(['川A1 · 行驶3 / 4', '3', '4'])
  become([stop('川A2', Status.moving), stop('川A3', Status.alert)])
  expect(said()).toEqual(['川A2 · 行驶2 / 2', '2', '2'])
  await userEvent.keyboard('{Enter}')
  expect(onOpen.mock.calls).toEqual([['1-川A2']])
  become([])
  expect(said()).toBeNull()
})
