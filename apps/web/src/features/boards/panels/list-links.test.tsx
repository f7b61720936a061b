// @vitest-environment jsdom
import type { Figure } from '@huanwei/contract/boards/endpoints'
import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { patience, screenTest, slow } from '../../../test/screen.tsx'
import { BoardAccess } from '../engine/board-access.ts'
import { BarsPanel } from './BarsPanel.tsx'
import { CounterPanel } from './CounterPanel.tsx'
import { DrawingLinks } from './DrawingLinks.tsx'
import { FiguresPanel } from './FiguresPanel.tsx'
import { FunnelPanel } from './FunnelPanel.tsx'
import { PlanPanel } from './PlanPanel.tsx'

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
