import { expect, test } from 'vitest'
import { type CheckNode, search, stateOf, toggle } from './check-tree.ts'

const node = (id: number, label: string, children: CheckNode[] = []) => ({ id, label, children })
const tree = [node(1, '系统', [node(2, '用户', [node(3, '新增'), node(4, '删除')]), node(5, '角色')]), node(6, '首页')]
const all = { may: () => true, withAbove: true }
const sorted = (ids: ReadonlySet<number>) => [...ids].sort((a, b) => a - b)

test.each([
  ['a page brings its group and its buttons', [], 2, [1, 2, 3, 4]],
  ['a button brings the page it is on', [], 3, [1, 2, 3]],
  ['what is half checked is checked whole', [1, 2, 3], 2, [1, 2, 3, 4]],
  ['what is checked whole goes with all below, what is above stays', [1, 2, 3, 4, 5], 2, [1, 5]],
  ['a page may stay without its buttons', [1, 2, 3], 3, [1, 2]],
])('%s', (_, checked, id, expected) => {
  expect(sorted(toggle(tree, new Set(checked), id, all))).toEqual(expected)
})

test('what the person may not give stays as it is, on and off', () => {
  const may = (id: number) => id !== 4
  expect(sorted(toggle(tree, new Set(), 2, { ...all, may }))).toEqual([1, 2, 3])
  expect(sorted(toggle(tree, new Set([1, 2, 3, 4]), 2, { ...all, may }))).toEqual([1, 4])
})

test('departments do not bring those above', () => {
  expect(sorted(toggle(tree, new Set(), 2, { may: () => true, withAbove: false }))).toEqual([2, 3, 4])
})

test('a node is checked, half checked or not', () => {
  const [system] = tree
  expect([[], [1], [1, 2, 3, 4, 5]].map((ids) => stateOf(system!, new Set(ids)))).toEqual([false, 'mixed', true])
})

test('a search keeps what is above and below what it finds', () => {
  expect(search(tree, '用户')).toEqual([node(1, '系统', [tree[0]!.children[0]!])])
  expect(search(tree, '删')).toEqual([node(1, '系统', [node(2, '用户', [node(4, '删除')])])])
  expect(search(tree, ' ')).toEqual(tree)
})
