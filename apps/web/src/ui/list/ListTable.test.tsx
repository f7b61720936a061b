// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { ListTable } from './ListTable.tsx'
import { openColumn } from './list-cells.tsx'
import type { ListColumn } from './list-columns.ts'

type Row = { id: number; plate: string }
const rows: Row[] = Array.from({ length: 20 }, (_, i) => ({ id: 100 + i, plate: `粤A${1000 + i}` }))
const columns: ListColumn<Row>[] = [
  { key: 'number', title: '序号', cell: (_, number) => number },
  { key: 'plate', title: '车牌', sort: 'plate', cell: (row) => row.plate },
]
const table = { label: '车辆', columns, first: 21, isStale: false, size: 20 }

beforeAll(() => startI18n('zh-CN'))
afterEach(cleanup)

test('rows carry their number in the whole list', () => {
  render(<ListTable {...table} rows={rows} />)
  const lines = within(screen.getByRole('table', { name: '车辆' })).getAllByRole('row')
  expect(lines).toHaveLength(21)
  expect(lines[1]?.textContent).toBe('21粤A1000')
  expect(lines[20]?.textContent).toBe('40粤A1019')
})

test('the keyboard goes through the rows and Enter opens one', async () => {
  const onOpen = vi.fn()
  render(<ListTable {...table} rows={rows} onOpen={onOpen} />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  expect(onOpen.mock.calls).toEqual([[rows[1]]])
  await userEvent.keyboard('{End}{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith(rows[19])
})

test('a click anywhere in the row opens it once', async () => {
  const onOpen = vi.fn()
  render(<ListTable {...table} rows={rows} onOpen={onOpen} />)
  await userEvent.click(screen.getByText('粤A1003'))
  expect(onOpen.mock.calls).toEqual([[rows[3]]])
})

test('a card has two lines of the columns that are parts of it, without the empty ones, and opens by its button', async () => {
  const onOpen = vi.fn()
  const parts: ListColumn<Row>[] = [
    { key: 'box', title: '选择', card: 'box', cell: () => <input type="checkbox" aria-label="选择" /> },
    ...columns.map((column) => ({ ...column, ...(column.key === 'plate' && { card: 'title' as const }) })),
    { key: 'fleet', title: '车队', card: 'title', cell: () => '一队', brief: () => '' },
    { key: 'driver', title: '司机', card: 'detail', cell: () => '王师傅（白班）', brief: () => '王师傅' },
    { key: 'place', title: '位置', card: 'detail', cell: () => '人民路' },
    { key: 'time', title: '时间', card: 'time', cell: () => '08:00' },
    { key: 'state', title: '状态', card: 'state', cell: () => '行驶' },
    openColumn('操作', () => '详情'),
  ]
  render(<ListTable {...table} isBrief columns={parts} rows={rows} onOpen={onOpen} />)
  const [card] = screen.getAllByRole('row')
  const lines = [...(card?.querySelectorAll('.list-card-line') ?? [])].map(({ textContent }) => textContent)
  expect(lines).toEqual(['车牌 粤A1000行驶', '司机 王师傅 · 位置 人民路时间 08:00'])
  expect(within(card!).getAllByRole('checkbox')).toHaveLength(1)
  await userEvent.click(within(card!).getByRole('button', { name: '详情' }))
  expect(onOpen.mock.calls).toEqual([[rows[0]]])
  card?.focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith(rows[1])
})

test('a head that sorts says how and asks for the next order', async () => {
  const onSort = vi.fn()
  render(<ListTable {...table} rows={rows} sort={{ by: 'plate', order: 'asc' }} onSort={onSort} />)
  expect(screen.getByRole('columnheader', { name: '车牌' }).getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(screen.getByRole('button', { name: '车牌' }))
  expect(onSort).toHaveBeenCalledWith({ by: 'plate', order: 'desc' })
})

test('while the first page loads, rows of the same shape stand in', async () => {
  render(<ListTable {...table} rows={undefined} />)
  expect((await screen.findByRole('table')).getAttribute('aria-busy')).toBe('true')
  expect(document.querySelectorAll('tr.list-skeleton')).toHaveLength(20)
})

test('when the row with the keyboard leaves, the one in its place has it, at the end the last', async () => {
  const [all, less, least] = [rows, rows.toSpliced(1, 1), rows.slice(0, 1)]
  const { rerender } = render(<ListTable {...table} rows={all} />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  rerender(<ListTable {...table} rows={less} />)
  expect(document.activeElement?.textContent).toContain('粤A1002')
  rerender(<ListTable {...table} rows={least} />)
  expect(document.activeElement?.textContent).toContain('粤A1000')
  rerender(<ListTable {...table} rows={all} />)
  expect(document.activeElement?.textContent).toContain('粤A1000')
})
