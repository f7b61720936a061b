// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { stubResizeObserver } from '../../test/browser.ts'
import type { CheckedIds } from './checks.ts'
import type { LeafSource } from './counts.ts'
import type { TreeItem } from './model.ts'
import { TreePanel } from './TreePanel.tsx'
import { TypeChips } from './TypeChips.tsx'

beforeAll(async () => {
  await startI18n('zh-CN')
  const ignore = () => undefined
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: ignore, removeEventListener: ignore }))
  stubResizeObserver()
  // jsdom lays nothing out; the tree needs a height to know which rows show.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
})
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const group = (id: number, parentId: number, label: string): TreeItem => ({
  id,
  parentId,
  isParent: true,
  label,
  name: label,
  initials: '',
})
const leaf = (id: number, parentId: number, label: string, initials: string): TreeItem => ({
  id,
  parentId,
  isParent: false,
  label,
  name: label,
  plateNumber: label,
  initials,
})
const items = [
  group(1, 0, '环卫公司'),
  group(2, 1, '城东分部'),
  leaf(1, 2, '京A10001', 'ja'),
  leaf(2, 2, '京A10002', 'ja'),
  group(3, 1, '城西分部'),
  leaf(3, 3, '沪B20001', 'hb'),
]

function fakeSource(on: number[]) {
  const online = new Set(on)
  const listeners = new Set<(changed: number[] | 'all') => void>()
  let version = 0
  const source: LeafSource = {
    isOnline: ({ id }) => online.has(id),
    version: () => version,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const set = (id: number, isOn: boolean) => {
    if (isOn) online.add(id)
    else online.delete(id)
    version++
    for (const listener of listeners) listener([id])
  }
  return { source, set }
}

type Extra = { source?: LeafSource; list?: TreeItem[]; hasChecks?: boolean; start?: string; keep?: (item: TreeItem) => boolean }
const signs = vi.fn((item: TreeItem) => <i>{item.id}</i>)

function Panel({
  source = fakeSource([]).source,
  list = items,
  hasChecks = false,
  start,
  keep,
  onSelect,
}: Extra & { onSelect: (item: TreeItem) => void }) {
  const [checked, setChecked] = useState<CheckedIds>(new Set())
  const [selected, setSelected] = useState<string | undefined>(start)
  return (
    <Suspense>
      <TreePanel
        name="test"
        label="车辆"
        placeholder="搜索"
        items={list}
        source={source}
        keep={keep}
        selected={selected}
        leafSign={signs}
        onSelect={(item) => {
          setSelected(`v${item.id}`)
          onSelect(item)
        }}
        {...(hasChecks ? { checked, onChecked: setChecked } : {})}
      />
      <output>{[...checked].join()}</output>
    </Suspense>
  )
}

async function open(extra: Extra = {}) {
  const onSelect = vi.fn()
  render(<Panel {...extra} onSelect={onSelect} />)
  const tree = await screen.findByRole('tree', { name: '车辆' }, { timeout: 60_000 })
  return { tree, onSelect, user: userEvent.setup() }
}
const labels = () => screen.queryAllByRole('treeitem').map((row) => row.querySelector('.tree-label')?.textContent)
const row = (label: string) => screen.getAllByRole('treeitem').find((one) => one.textContent?.includes(label))!
const active = (tree: HTMLElement) => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')?.textContent

test('says of every row what a screen reader needs', async () => {
  await open()
  expect(labels()).toEqual(['环卫公司', '城东分部', '城西分部'])
  const west = row('城西分部')
  expect(['level', 'posinset', 'setsize', 'expanded', 'selected'].map((name) => west.getAttribute(`aria-${name}`))).toEqual([
    '2',
    '2',
    '2',
    'false',
    'false',
  ])
})

test('is worked by keyboard alone: folding, moving, selecting, and typing goes to the search', async () => {
  const { tree, onSelect, user } = await open()
  tree.focus()
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowDown}')
  expect(active(tree)).toContain('京A10002')
  await user.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledWith(items[3])
  expect(row('京A10002').getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{ArrowLeft}')
  expect(active(tree)).toContain('城东分部')
  await user.keyboard('{ArrowLeft}')
  expect(labels()).toEqual(['环卫公司', '城东分部', '城西分部'])
  await user.keyboard('{End}')
  expect(active(tree)).toContain('城西分部')
  await user.keyboard('{Home}')
  expect(active(tree)).toContain('环卫公司')
  await user.keyboard('hb')
  expect(screen.getByRole('searchbox')).toBe(document.activeElement)
  await vi.waitFor(() => expect(labels()).toEqual(['环卫公司', '城西分部', '沪B20001']))
})

test('search marks the match, keeps ancestors, and its end brings the folding back', async () => {
  const { user } = await open()
  await user.type(screen.getByRole('searchbox'), 'a1000')
  await vi.waitFor(() => expect(labels()).toEqual(['环卫公司', '城东分部', '京A10001', '京A10002']))
  expect(row('京A10001').querySelector('mark')?.textContent).toBe('A1000')
  await user.clear(screen.getByRole('searchbox'))
  await vi.waitFor(() => expect(labels()).toEqual(['环卫公司', '城东分部', '城西分部']))
  await user.type(screen.getByRole('searchbox'), 'zzz')
  await user.click(await screen.findByRole('button', { name: '清除条件' }))
  await vi.waitFor(() => expect(labels()).toHaveLength(3))
})

test('the few that a choice leaves are unfolded; what is folded among them is forgotten with the choice', async () => {
  const { user } = await open({ keep: ({ id }) => id === 3 })
  expect(labels()).toEqual(['环卫公司', '城西分部', '沪B20001'])
  await user.click(row('城西分部'))
  expect(labels()).toEqual(['环卫公司', '城西分部'])
  cleanup()
  await open()
  expect(labels()).toEqual(['环卫公司', '城东分部', '城西分部'])
})

test('folds and unfolds all, and remembers it', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: '全部展开' }))
  expect(labels()).toHaveLength(6)
  cleanup()
  await open()
  expect(labels()).toHaveLength(6)
  await userEvent.click(screen.getByRole('button', { name: '全部收起' }))
  expect(labels()).toEqual(['环卫公司'])
})

test('figures of the groups follow the live source, and no other row is drawn for it', async () => {
  const { source, set } = fakeSource([1])
  const { user } = await open({ source })
  await user.click(screen.getByRole('button', { name: '全部展开' }))
  const figures = () => [...document.querySelectorAll('.tree-figures')].map((one) => one.textContent)
  expect(figures()).toEqual(['1/3', '1/2', '0/1'])
  signs.mockClear()
  act(() => set(3, true))
  expect(figures()).toEqual(['2/3', '1/2', '1/1'])
  act(() => set(1, false))
  expect(figures()).toEqual(['1/3', '0/2', '1/1'])
  expect(signs).not.toHaveBeenCalled()
})

test('checks a leaf or a whole group, and shows a group that is partly checked', async () => {
  const { tree, user } = await open({ hasChecks: true })
  await user.click(screen.getByRole('button', { name: '全部展开' }))
  tree.focus()
  await user.keyboard('{Home}{ArrowDown}{ArrowDown} ')
  expect(row('京A10001').getAttribute('aria-checked')).toBe('true')
  expect(row('城东分部').getAttribute('aria-checked')).toBe('mixed')
  await user.keyboard('{ArrowUp} ')
  expect(document.querySelector('output')?.textContent).toBe('1,2')
  await user.keyboard('{Home}  ')
  expect(document.querySelector('output')?.textContent).toBe('')
})

test('of a hundred thousand nodes only those on the screen exist', async () => {
  const many = Array.from({ length: 100_000 }, (_, i) => leaf(i + 1, 0, `V${i}`, ''))
  const { tree, user } = await open({ list: many })
  expect(labels().length).toBeLessThan(40)
  tree.focus()
  await user.keyboard('{End}')
  expect(active(tree)).toContain('V99999')
})

test('type chips: one is chosen, chosen again it is cleared; the rest is reached by keyboard', async () => {
  const onChange = vi.fn()
  const options = Array.from({ length: 6 }, (_, i) => ({ value: `${i}`, label: `类型${i}`, count: i }))
  const { rerender } = render(<TypeChips label="类型" options={options} first={4} value={undefined} onChange={onChange} />, {
    wrapper: Suspense,
  })
  const chips = within(await screen.findByRole('group', { name: '类型' })).getAllByRole('button')
  const [all, ...types] = chips
  expect(types.map((chip) => chip.classList.contains('type-chip-more'))).toEqual([false, false, false, false, true, true])
  expect([all?.textContent, all?.getAttribute('aria-pressed')]).toEqual(['全部', 'true'])
  await userEvent.click(types[5]!)
  expect(onChange).toHaveBeenLastCalledWith('5')
  rerender(<TypeChips label="类型" options={options} first={4} value="5" onChange={onChange} />)
  await userEvent.click(types[5]!)
  expect(onChange).toHaveBeenLastCalledWith(undefined)
  onChange.mockClear()
  await userEvent.click(all!)
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})

test('what is selected elsewhere is unfolded and shown; folded away by hand it stays away', async () => {
  const { user } = await open({ start: 'v3' })
  await vi.waitFor(() => expect(labels()).toEqual(['环卫公司', '城东分部', '城西分部', '沪B20001']))
  expect(row('沪B20001').getAttribute('aria-selected')).toBe('true')
  await user.click(row('城西分部'))
  expect(labels()).toEqual(['环卫公司', '城东分部', '城西分部'])
})
