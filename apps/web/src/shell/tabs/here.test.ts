// @vitest-environment jsdom
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { describe, expect, test } from 'vitest'
import { routes } from '../../routes.tsx'
import { addressOf, heldPages } from '../menu/menu-pages.ts'
import { registerRoutes } from '../registry.ts'
import { blankFor, findHere } from './here.ts'

registerRoutes(routes)

let nextId = 1
const item = (path: string, more: Partial<MenuNode> = {}): MenuNode => ({
  id: nextId++,
  parentId: -1,
  key: 'name',
  name: '名称',
  label: '名称',
  path,
  isGroup: false,
  icon: null,
  type: '0',
  sort: 1,
  keepAlive: '1',
  visible: '0',
  meta: {},
  group: [],
  query: {},
  spread: false,
  children: [],
  ...more,
})
const group = (children: MenuNode[]) => item('/group', { isGroup: true, children })

describe('the menu', () => {
  test.each([
    ['a page', item('/event/illegal/index'), '/event/illegal/index'],
    ['a leaf item, which gets an index child', item('/event/illegal'), '/event/illegal/index'],
    ['… also one that only the menu knows', item('/own/thing'), '/own/thing/index'],
    ['a page without one', item('/page-feixiang'), '/page-feixiang'],
    ['its query', item('/event/illegal', { query: { status: 'processed' } }), '/event/illegal/index?status=processed'],
    [
      'an outside address, into the frame',
      item('https://gps.cn/a?b=1'),
      '/myiframe/urlPath?src=https%3A%2F%2Fgps.cn%2Fa%3Fb%3D1&name=%E5%90%8D%E7%A7%B0',
    ],
    ['a group, nowhere', group([item('/wel')]), null],
  ])('leads to %s', (_, node, address) => {
    expect(addressOf(node)).toBe(address)
  })

  test('holds pages at any depth, hidden ones too', () => {
    const pages = heldPages([group([item('/a'), item('/b/index', { visible: '1' })])], [item('/c')])
    expect([...pages.keys()]).toEqual(['/a/index', '/b/index', '/c/index'])
  })
})

const menu = heldPages([
  group([item('/event/illegal/index'), item('/own/thing', { label: '自建' })]),
  item('/work/list', { query: { kind: '1' }, label: '甲' }),
  item('/work/list', { query: { kind: '2' }, label: '乙' }),
  item('https://gps.cn/live', { label: '外部' }),
])
const find = (path: string, search = '') => findHere(path, search, menu)

describe('an address inside the frame shows', () => {
  test('a page that the menu holds, whatever its search', () => {
    expect(find('/event/illegal/index', '?open=7')).toMatchObject({
      key: '/event/illegal/index',
      value: '/event/illegal/index?open=7',
      route: { path: '/event/illegal/index' },
      node: { keepAlive: '1' },
    })
  })

  test('without authority what the menu does not hold', () => {
    expect(find('/monitor/live/index')).toMatchObject({ route: { path: '/no/authority' }, value: '/monitor/live/index' })
  })

  test('nothing yet while the menu decides and is not known', () => {
    expect(findHere('/monitor/live/index', '', undefined)).toBeNull()
    expect(findHere('/nowhere', '', undefined)).toBeNull()
  })

  test('the page when the menu cannot be had: the server decides anyway', () => {
    expect(findHere('/monitor/live/index', '', null)).toMatchObject({ route: { path: '/monitor/live/index' } })
  })

  test('what is for everybody, whatever the menu', () => {
    for (const pages of [menu, null, undefined])
      expect(findHere('/wel/index', '', pages)).toMatchObject({ route: { path: '/wel/index' } })
  })

  test('that it comes later, by its name, for what the menu alone knows', () => {
    expect(find('/own/thing/index')).toMatchObject({ route: { path: '/own/thing/index' }, node: { label: '自建' } })
    expect(find('/own/thing/index')).toEqual(find('/own/thing/index'))
  })

  test('the index child of a leaf item', () => {
    expect(find('/own/thing', '?a=1')).toEqual({ to: '/own/thing/index?a=1' })
  })

  test('/404 for the unknown', () => {
    expect(find('/nowhere')).toEqual({ to: '/404' })
    expect(findHere('/nowhere', '', null)).toEqual({ to: '/404' })
  })

  test('two tabs for two items of one page, with their own names', () => {
    expect(find('/work/list/index', '?kind=1&current=3')).toMatchObject({ key: '/work/list/index?kind=1', node: { label: '甲' } })
    expect(find('/work/list/index', '?kind=2')).toMatchObject({ key: '/work/list/index?kind=2', node: { label: '乙' } })
  })

  test('outside pages each in a tab, called as in the menu, else as the address says', () => {
    expect(find('/myiframe/urlPath', '?src=https%3A%2F%2Fgps.cn%2Flive&name=x')).toMatchObject({
      key: '/myiframe/urlPath?src=https%3A%2F%2Fgps.cn%2Flive',
      node: { label: '外部' },
    })
    expect(find('/myiframe/urlPath', '?src=https%3A%2F%2Fother.cn&name=x')).toMatchObject({ node: undefined, name: 'x' })
  })

  test('the blank page, and which tab it refreshes', () => {
    const [path = '', search] = blankFor('/event/illegal/index?open=7').split('?')
    expect(find(path, `?${search}`)).toMatchObject({ route: { path: '/blank/index' }, refreshes: '/event/illegal/index' })
  })
})
