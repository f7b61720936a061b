import { expect, test } from 'vitest'
import { dueSort, toDatedInput } from './deadline-search.ts'

test('a tab is asked for nothing that its rows cannot be', () => {
  const asked = { timeliness: 'overdue', sort: 'dueTime' } as const
  expect(toDatedInput(asked, true)).toEqual({ timeliness: 'overdue', ascs: 'dueTime' })
  expect(toDatedInput(asked, false)).toEqual({ timeliness: undefined })
  expect(toDatedInput({ ...asked, timeliness: 'late' }, true)).toEqual({ timeliness: undefined, ascs: 'dueTime' })
  expect(toDatedInput(asked, undefined)).toEqual({ timeliness: 'overdue' })
})

test('due times are sorted upwards, then not', () => {
  const changes: unknown[] = []
  const { onSort } = dueSort({ timeliness: undefined, sort: undefined }, (change) => changes.push(change))
  onSort({ by: 'dueTime', order: 'asc' })
  onSort({ by: 'dueTime', order: 'desc' })
  onSort(undefined)
  expect(changes).toEqual([
    { sort: 'dueTime', current: 1 },
    { sort: undefined, current: 1 },
    { sort: undefined, current: 1 },
  ])
})
