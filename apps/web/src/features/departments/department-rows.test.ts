import { expect, test } from 'vitest'
import { linesOf } from './department-rows.ts'

const row = (deptId: number, parentId: number, name: string, users = 0, vehicles = 0) => ({
  deptId,
  parentId,
  name,
  sort: 0,
  sortOrder: 0,
  createTime: '',
  updateTime: '',
  updateBy: '',
  users,
  vehicles,
})
const rows = [row(1, 0, '公司', 1), row(2, 1, '一部', 2, 3), row(3, 2, '一班', 4, 5), row(4, 1, '二部')]
const names = (folded: number[], text?: string) =>
  linesOf(rows, new Set(folded), text).map(({ name, depth }) => `${depth}${name}`)

test('departments follow those above them, folded ones hide what is below', () => {
  expect(names([])).toEqual(['0公司', '1一部', '2一班', '1二部'])
  expect(names([2])).toEqual(['0公司', '1一部', '1二部'])
})

test('people and vehicles below count for those above, folded or not', () => {
  const [company, first] = linesOf(rows, new Set([2]))
  expect([company?.allUsers, company?.allVehicles, first?.allUsers, first?.allVehicles]).toEqual([7, 8, 6, 8])
})

test('a search unfolds the way to what it finds', () => {
  expect(names([1, 2], '一班')).toEqual(['0公司', '1一部', '2一班'])
  expect(names([], '没有')).toEqual([])
})

test('who sees only a part has that part at the top', () => {
  expect(linesOf(rows.slice(1), new Set()).map(({ name, depth }) => `${depth}${name}`)).toEqual(['0一部', '1一班', '0二部'])
})
