// @vitest-environment jsdom
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import type { UnitLinks } from '@huanwei/contract/units/endpoints'
import { beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { needsLinks, targetOf } from './menu-target.ts'
import { activeAt, addressesOf, leadsTo, searchMenus, visibleMenus } from './menu-tree.ts'

beforeAll(() => startI18n('zh-CN', ['shell']))

const node = (name: string, over: Partial<MenuNode> = {}): MenuNode => ({
  id: 1,
  parentId: -1,
  key: name,
  name,
  label: name,
  path: `/${name}/index`,
  isGroup: false,
  icon: null,
  type: '0',
  sort: 1,
  keepAlive: '0',
  visible: '0',
  meta: {},
  group: [],
  query: {},
  spread: false,
  children: [],
  ...over,
})

const group = (label: string, children: MenuNode[]) => node('group', { label, isGroup: true, path: '/group', children })

test('buttons, hidden items and groups without pages are not shown; the first page is in front of what is', () => {
  const tree = [
    node('hidden', { visible: '1' }),
    node('save', { type: '1' }),
    group('事件中心', [node('illegal'), node('secret', { visible: '1' })]),
    group('空', [node('gone', { visible: '1' })]),
    node('page', { id: 2, children: [node('detail', { visible: '1' })] }),
  ]
  const shown = visibleMenus(tree)
  expect(shown.map(({ label }) => label)).toEqual(['首页', '事件中心', 'page'])
  expect(addressesOf(shown)).toEqual(['/wel/index', '/illegal/index', '/page/index'])
  expect(shown.map((one) => leadsTo(one, activeAt(shown, '/illegal/index', '')))).toEqual([false, true, false])
  expect(visibleMenus([group('空', [])])).toEqual([])
})

test('an item is active at its path, and at the addresses of its group with all below', () => {
  const approvals = node('approval', { path: '/event/approval', group: ['/activti/detail'] })
  const at = (path: string) => activeAt([approvals], path, '')(approvals)
  // A leaf stands at its index child.
  expect(['/event/approval/index', '/activti/detail/7', '/activti/detailed', '/event/illegal/index'].map(at)).toEqual([
    'page',
    true,
    false,
    false,
  ])
})

test('of items with one path only those are active whose query fits the address best', () => {
  const queries: MenuNode['query'][] = [{ type: '1' }, { type: '2' }, {}]
  const lists = queries.map((query, id) => node('list', { id, query }))
  const sites = ['a', 'b'].map((name, id) => node(name, { id: 10 + id, path: `https://gps.example.cn/${name}` }))
  const active = (path: string, search: string) => {
    const menu = [...lists, ...sites, node('alone', { id: 20, query: { tab: 'one' } })]
    return menu.filter(activeAt(menu, path, search)).map(({ id }) => id)
  }
  expect(active('/list/index', '?type=2&size=20')).toEqual([1])
  expect(active('/list/index', '?type=3')).toEqual([2])
  expect(active('/myiframe/urlPath', '?src=https%3A%2F%2Fgps.example.cn%2Fb&name=B')).toEqual([11])
  // The only item of a path stays active while the page goes from tab to tab.
  expect(active('/alone/index', '?tab=two')).toEqual([20])
})

test('the menu is searched by its words and by pinyin initials; a group that matches keeps its pages', () => {
  const tree = [
    node('home'),
    group('事件中心', [node('illegal', { label: '车辆违章' })]),
    group('系统管理', [node('user', { label: '用户管理' }), node('role', { label: '角色管理' })]),
  ]
  const found = (text: string) => addressesOf(searchMenus(tree, text))
  expect(found('clwz')).toEqual(['/illegal/index'])
  expect(found('角色')).toEqual(['/role/index'])
  expect(found('系统')).toEqual(['/user/index', '/role/index'])
  expect(found('没有')).toEqual([])
})

const links: UnitLinks = {
  frameOrigins: ['https://gps.example.cn'],
  gpsUrl: 'https://gps.example.cn/live',
  evaluationUrl: 'https://score.example.cn/',
  feixiangUrl: 'https://feixiang.example.cn/',
}
const none: UnitLinks = { frameOrigins: [], gpsUrl: '', evaluationUrl: '', feixiangUrl: '' }

test.each([
  [
    'a page',
    node('x', { path: '/event/illegal/index', query: { status: 'pending' } }),
    { kind: 'page', to: '/event/illegal/index?status=pending' },
  ],
  [
    'an address that is let in, inside the frame',
    node('x', { path: 'https://gps.example.cn/a' }),
    { kind: 'page', to: '/myiframe/urlPath?src=https%3A%2F%2Fgps.example.cn%2Fa&name=%E5%9B%BE' },
  ],
  ['an address that is not', node('x', { path: 'https://evil.example/' }), { kind: 'missing', what: 'outside' }],
  [
    'a board, in a window of its own',
    node('x', { path: '/work_plan/pdf/index' }),
    { kind: 'window', href: '/work_plan/pdf/index?title=%E5%9B%BE' },
  ],
  ['the evaluation site, which asks for a token', node('x', { path: '/cwy/score' }), { kind: 'evaluation' }],
  ['the page by host', node('x', { path: '/page-feixiang' }), { kind: 'window', href: 'https://feixiang.example.cn/' }],
  [
    'video elsewhere than in tenant 62',
    node('x', { path: '/monitor/video/index' }),
    { kind: 'page', to: '/monitor/video/index' },
  ],
])('a menu item leads to %s', (_, item, target) => expect(targetOf({ ...item, label: '图' }, links, 1)).toEqual(target))

test('in tenant 62 live video is the page of its GPS supplier', () => {
  const video = node('video', { path: '/monitor/video/index' })
  expect(targetOf(video, links, 62)).toEqual({ kind: 'window', href: 'https://gps.example.cn/live' })
  expect(targetOf(video, none, 62)).toEqual({ kind: 'missing', what: 'gps' })
  expect([needsLinks(video, 62), needsLinks(video, 1), needsLinks(node('home'), 62)]).toEqual([true, false, false])
})

test('the page by host is shown here where no other address is set', () => {
  expect(targetOf(node('x', { path: '/page-feixiang' }), none, 1)).toMatchObject({ kind: 'page' })
})
