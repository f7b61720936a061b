// @vitest-environment jsdom
import type { Figure } from '@huanwei/contract/boards/endpoints'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { patience, screenTest, slow } from '../../../test/screen.tsx'
import { BoardAccess } from '../engine/board-access.ts'
import { boardColours } from '../engine/board-colours.ts'
import { BarsPanel } from './BarsPanel.tsx'
import { CounterPanel } from './CounterPanel.tsx'
import { DaysPanel } from './DaysPanel.tsx'
import { DrawingLinks } from './DrawingLinks.tsx'
import { FiguresPanel } from './FiguresPanel.tsx'
import { FunnelPanel } from './FunnelPanel.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { TrendPanel } from './TrendPanel.tsx'
import { inColumns, inRow, linkAfter } from './use-link-keys.ts'

const { open } = screenTest(['boards'])
const figure: Figure = {
  key: 'low',
  label: '半满以下',
  value: 7,
  of: null,
  before: null,
  unit: '',
  tone: 'plain',
  href: '/asset/bin/index?fill=low',
}

/** The panels of a board that is narrowed to a department; without a token for who is logged in. */
const Panels = ({ token }: { token: string | undefined }) => (
  <BoardAccess value={{ path: '/board', token, facilityId: undefined, deptId: 7 }}>
    {[FiguresPanel, BarsPanel, CounterPanel, FunnelPanel, PlanPanel].map((Panel) => (
      <Panel key={Panel.name} figures={[figure, { ...figure, key: 'none', label: '没有列表', href: null }]} />
    ))}
    <DrawingLinks places={[{ text: '半满以下', name: '半满以下 7', href: figure.href }]} />
  </BoardAccess>
)
const PanelsWithToken = () => <Panels token="a-token" />
const PanelsWithoutToken = () => <Panels token={undefined} />

test(
  'a figure leads to its list within the department of the board, reached by keyboard, and nowhere with a token',
  slow,
  async () => {
    open(PanelsWithoutToken, z.object({}))
    const links = await vi.waitFor(() => {
      const all = screen.getAllByRole<HTMLAnchorElement>('link', { name: '半满以下 7' })
      expect(all).toHaveLength(6)
      return all
    }, patience)
    for (const link of links) {
      expect([link.getAttribute('href'), link.tabIndex, link.target]).toEqual(['/asset/bin/index?fill=low&deptId=7', 0, '_blank'])
      expect(link.closest('[aria-hidden=true]')).toBeNull()
    }
    expect(screen.queryByRole('link', { name: /没有列表/ })).toBeNull()
    cleanup()
    open(PanelsWithToken, z.object({}))
    await screen.findAllByText('半满以下', {}, patience)
    expect(screen.queryAllByRole('link')).toEqual([])
  },
)

test('a key leads to the next place with a link, in a row and in weeks', () => {
  const steps = (keys: string[], from: number, linked: number[], way: typeof inRow) =>
    keys.map((key) => linkAfter(key, from, linked, way))
  const arrows = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'a']
  expect(steps(arrows, 1, [0, 1, 2, 3], inRow)).toEqual([2, 0, 2, 0, 0, 3, undefined])
  expect(steps(arrows, 3, [0, 1, 2, 3], inRow)).toEqual([undefined, 2, undefined, 2, 0, 3, undefined])
  // The 17th is two weeks after the 3rd; there is none a week after it.
  expect(steps(arrows, 3, [0, 3, 5, 9, 17], inColumns(7))).toEqual([17, undefined, 5, 0, 0, 17, undefined])
})

const dayAt = (value: number, place: number) => {
  const day = new Date(Date.UTC(2026, 0, 5 + place)).toISOString().slice(0, 10)
  return { day, value, href: `/event/illegal/index?from=${day}&to=${day}` }
}
const Days = () => (
  <BoardAccess value={{ path: '/board', token: undefined, facilityId: undefined, deptId: undefined }}>
    <DaysPanel days={[4, 0, 2, 3, 0, 0, 0, 0, 5, 6].map(dayAt)} />
    <DrawingLinks places={[1, 2, 3].map((n) => ({ text: `${n}月`, name: `${n}月 ${n}`, href: `/report?n=${n}` }))} />
  </BoardAccess>
)

test('the days of a calendar and of a curve are one stop of the Tab key each, and the arrows go among them', slow, async () => {
  open(Days, z.object({}))
  await screen.findByRole('link', { name: '2026-01-14 6' }, patience)
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await userEvent.tab()
  expect(focused()).toBe('2026-01-14 6')
  await userEvent.keyboard('{ArrowLeft}')
  expect(focused()).toBe('2026-01-07 2')
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(focused()).toBe('2026-01-08 3')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{Alt>}{ArrowDown}{/Alt}')
  expect(focused()).toBe('2026-01-05 4')
  await userEvent.tab()
  expect(focused()).toBe('3月 3')
  await userEvent.keyboard('{Home}{ArrowRight}')
  expect(focused()).toBe('2月 2')
  await userEvent.tab({ shift: true })
  expect(focused()).toBe('2026-01-05 4')
})

const Curve = () => (
  <TrendPanel
    kind="trend"
    colours={boardColours.blue}
    series={{ shape: 'series', labels: ['08:00', '09:00'], lines: [{ name: '氨气', values: [null, null] }] }}
  />
)

test('a curve without any value says that there is none', slow, async () => {
  open(Curve, z.object({}))
  await screen.findByText('暂无数据', {}, patience)
})
