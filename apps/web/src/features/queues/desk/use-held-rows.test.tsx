// @vitest-environment jsdom
import { AlarmType } from '@huanwei/contract/violations/codes'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ListQuery } from '../../../ui/list/ListFrame.tsx'
import type { ViolationRow } from '../../violations/violation-list.ts'
import { useHeldRows } from './use-held-rows.ts'

afterEach(cleanup)

/** A list that answers with violations of these ids. */
const listOf = (...ids: number[]) => listOfMany(ids.length, ...ids)
/** The first page of so many. */
function listOfMany(total: number, ...ids: number[]): ListQuery<ViolationRow> {
  const records = ids.map((id) => Object.assign(Object.create(null), { id, alarmType: AlarmType.pending }))
  const data = { records, total }
  const list = { data, error: null, isFetching: false, isPlaceholderData: false, dataUpdatedAt: 0 }
  return Object.assign(Object.create(null), list, { refetch: async () => ({ data }) })
}
type Given = { list: ListQuery<ViolationRow>; asked?: string; isHeld?: boolean }
function hold(list: ListQuery<ViolationRow>) {
  const initialProps: Given = { list }
  return renderHook(({ list, asked = 'pending', isHeld = true }: Given) => useHeldRows(list, asked, isHeld), { initialProps })
}
const shown = ({ list }: Pick<ReturnType<typeof useHeldRows>, 'list'>) => list.data?.records.map(({ id }) => id)

test('rows stay in their places; new ones are counted, those that move up from the next page are not', () => {
  const { result, rerender } = hold(listOf(5, 4, 3))
  rerender({ list: listOf(7, 6, 5, 3, 2) })
  expect(shown(result.current)).toEqual([5, 4, 3])
  expect(result.current.fresh).toBe(2)
})

test('a judged row stays and shows its verdict, until the rows are renewed', async () => {
  const { result, rerender } = hold(listOf(5, 4))
  act(() => result.current.mark([5], { alarmType: AlarmType.real }))
  rerender({ list: listOf(4, 3) })
  expect(result.current.rows?.map(({ alarmType }) => alarmType)).toEqual([AlarmType.real, AlarmType.pending])
  await act(() => result.current.renew())
  expect(shown(result.current)).toEqual([4, 3])
})

test('elsewhere only new rows wait, while the pointer or the focus is among the rows', () => {
  const { result, rerender } = hold(listOf(5, 4, 3))
  rerender({ list: listOf(5, 4, 3), isHeld: false })
  act(() => result.current.onTouch(true))
  rerender({ list: listOf(7, 6, 5), isHeld: false })
  expect(shown(result.current)).toEqual([5, 4, 3])
  expect(result.current.fresh).toBe(2)
  // Whoever dealt with 4 sees it go; 2 moves up.
  rerender({ list: listOf(6, 5, 3, 2), isHeld: false })
  expect(shown(result.current)).toEqual([5, 3, 2])
  act(() => result.current.onTouch(false))
  expect(shown(result.current)).toEqual([6, 5, 3, 2])
})

test('a page that is pushed off by as many new rows at once stays; one that was dealt with makes room for the next', () => {
  const { result, rerender } = hold(listOf(5, 4, 3))
  rerender({ list: listOf(5, 4, 3), isHeld: false })
  act(() => result.current.onTouch(true))
  rerender({ list: listOf(9, 8, 7), isHeld: false })
  expect(shown(result.current)).toEqual([5, 4, 3])
  expect(result.current.fresh).toBe(3)
  rerender({ list: listOf(2, 1), isHeld: false })
  expect(shown(result.current)).toEqual([2, 1])
  expect(result.current.fresh).toBe(0)
})

test('in a list that is not newest first a page that is pushed off at once stays too', () => {
  const { result, rerender } = hold(listOfMany(40, 3, 9, 5))
  rerender({ list: listOfMany(40, 3, 9, 5), isHeld: false })
  act(() => result.current.onTouch(true))
  rerender({ list: listOfMany(43, 52, 54, 53), isHeld: false })
  expect(shown(result.current)).toEqual([3, 9, 5])
  expect(result.current.fresh).toBe(3)
  // Two came, and the three were dealt with: an older one moved up.
  rerender({ list: listOfMany(42, 52, 31, 53), isHeld: false })
  expect(shown(result.current)).toEqual([31])
  expect(result.current.fresh).toBe(2)
  rerender({ list: listOfMany(37, 31, 8, 12), isHeld: false })
  expect(shown(result.current)).toEqual([31, 8, 12])
  expect(result.current.fresh).toBe(0)
})

test('what comes below a row that stays first waits too', () => {
  const { result, rerender } = hold(listOf(9, 4, 3))
  rerender({ list: listOf(9, 4, 3), isHeld: false })
  act(() => result.current.onTouch(true))
  rerender({ list: listOf(9, 6, 5, 4), isHeld: false })
  expect(shown(result.current)).toEqual([9, 4, 3])
  expect(result.current.fresh).toBe(2)
})

test('another question and the desk turned off show the list as it is', () => {
  const { result, rerender } = hold(listOf(5, 4))
  rerender({ list: listOf(3, 2), asked: 'page 2' })
  expect(shown(result.current)).toEqual([3, 2])
  rerender({ list: listOf(9), isHeld: false })
  expect(shown(result.current)).toEqual([9])
})
