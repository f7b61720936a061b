import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { expect, test } from 'vitest'
import { leadsTo, leavesOf, visibleMenus } from './menu-tree.ts'

const node = (name: string, over: Partial<MenuNode> = {}): MenuNode => ({
  id: 1,
  parentId: -1,
  name,
  label: name,
  path: `/${name}`,
  icon: null,
  type: '0',
  sort: 1,
  keepAlive: '0',
  visible: '0',
  meta: { roles: [] },
  group: [],
  query: {},
  spread: false,
  children: [],
  ...over,
})

test('buttons, hidden items and groups without pages are not shown', () => {
  const tree = [
    node('home'),
    node('hidden', { visible: '1' }),
    node('save', { type: '1' }),
    node('event', { path: null, children: [node('illegal'), node('secret', { visible: '1' })] }),
    node('empty', { path: null, children: [node('gone', { visible: '1' })] }),
  ]
  const shown = visibleMenus(tree)
  expect(shown.map(({ name }) => name)).toEqual(['home', 'event'])
  expect(leavesOf(shown)).toEqual(['/home', '/illegal'])
  expect(shown.map((one) => leadsTo(one, '/illegal'))).toEqual([false, true])
})
