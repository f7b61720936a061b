import type { MenuTreeNode } from '@huanwei/contract/menus/endpoints'
import { expect, test } from 'vitest'
import { dropped, flatten, narrow, parentsIn, placesAt, rowsOf } from './menu-rows.ts'

const node = (id: number, children: MenuTreeNode[] = []): MenuTreeNode => ({
  id,
  parentId: -1,
  key: `n${id}`,
  name: `n${id}`,
  label: `n${id}`,
  path: null,
  icon: null,
  type: '0',
  sort: 1,
  sortOrder: 1,
  keepAlive: '0',
  visible: '0',
  meta: {},
  group: [],
  query: {},
  spread: false,
  permission: null,
  code: null,
  hasChildren: children.length > 0,
  children,
})
const tree = [node(1), node(2, [node(3), node(4, [node(5)])])]

test('only what is open shows what stands below it, each with its level and place', () => {
  const lines = (open: number[]) => rowsOf(tree, new Set(open)).map((row) => [row.node.id, row.level, row.place])
  expect(lines([])).toEqual([
    [1, 1, 1],
    [2, 1, 2],
  ])
  expect(lines([2, 4]).map(([id]) => id)).toEqual([1, 2, 3, 4, 5])
  expect(lines([2, 4])[4]).toEqual([5, 3, 1])
})

test('a search keeps what leads to a match and what stands below it', () => {
  const ids = (wanted: number) => flatten(narrow(tree, ({ id }) => id === wanted)).map(({ id }) => id)
  expect([ids(5), ids(4), ids(9)]).toEqual([[2, 4, 5], [2, 4, 5], []])
  expect(parentsIn(tree)).toEqual([2, 4])
})

test('an item is let go beside another or below it, wherever its kind stands', () => {
  const below = (parentId: number, one: MenuTreeNode): MenuTreeNode => ({ ...one, parentId })
  const button = below(3, { ...node(6), type: '1' })
  const system = { ...node(7), type: '2' as const }
  const all = [node(1), node(2, [below(2, node(3, [button])), below(2, node(4, [below(4, node(5))]))]), system]
  expect(dropped(all, 1, 4, 'before')).toEqual({ parentId: 2, ids: [3, 1, 4] })
  expect(dropped(all, 4, 1, 'before')).toEqual({ parentId: -1, ids: [4, 1, 2, 7] })
  expect(dropped(all, 1, 4, 'into')).toEqual({ parentId: 4, ids: [5, 1] })
  expect(dropped(all, 3, 4, 'after')).toEqual({ parentId: 2, ids: [4, 3] })
  expect(dropped(all, 1, 7, 'into')).toEqual({ parentId: 7, ids: [1] })
  // Its own place, below itself, a button among pages, a sub-system below anything.
  expect([
    dropped(all, 1, 2, 'before'),
    dropped(all, 2, 5, 'into'),
    dropped(all, 6, 1, 'before'),
    dropped(all, 7, 1, 'into'),
  ]).toEqual([undefined, undefined, undefined, undefined])
})

test('the upper part of a row means before it, the lower after, the middle below it', () => {
  expect([0.1, 0.45, 0.9].map((height) => placesAt(height)[0])).toEqual(['before', 'into', 'after'])
})
