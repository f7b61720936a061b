// @vitest-environment jsdom
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { expect, test } from 'vitest'
import { routes } from '../../routes.tsx'
import { registerRoutes, routeAt } from '../registry.ts'

import type { Here } from './here.ts'
import { heavyAtMost, keptAtMost, keptViews, type PageView } from './kept-views.ts'
import type { Tab } from './tabs.ts'

registerRoutes(routes)

const kept = routeAt('/wel/index')!
const heavy = { ...kept, isHeavy: true as const }
const fleeting = routeAt('/404')!
const keptByMenu: MenuNode = {
  id: 1,
  parentId: -1,
  key: 'x',
  name: 'x',
  label: 'x',
  path: '/x',
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
}
const tabOf = (key: string): Tab => ({ key, value: key, label: key, close: true })
const hereAt = (key: string, route = kept): Here => ({ key, value: key, route, node: undefined })

/** Visits one after the other; all have tabs but those in `closed`. */
function visit(visits: Here[], closed: string[] = []) {
  const tabs = visits.map(({ key }) => tabOf(key)).filter(({ key }) => !closed.includes(key))
  return visits.reduce<readonly PageView[]>((views, here) => keptViews(views, here, tabs), [])
}
const keys = (views: readonly PageView[]) => views.map(({ key }) => key)

test('a page that is left is kept, in its place, and seen again as it was', () => {
  const views = visit([hereAt('a'), hereAt('b'), hereAt('a')])
  expect(keys(views)).toEqual(['a', 'b'])
  expect(keptViews(views, hereAt('a'), [tabOf('a'), tabOf('b')])).toBe(views)
})

test('not kept: what the menu does not keep, and what has no tab any more', () => {
  expect(keys(visit([hereAt('a'), hereAt('x', fleeting), hereAt('b')]))).toEqual(['a', 'b'])
  expect(keys(visit([hereAt('a'), hereAt('x', fleeting)]))).toEqual(['a', 'x'])
  expect(keys(visit([hereAt('a'), hereAt('b')], ['a']))).toEqual(['b'])
})

test('what the page says about being kept goes before what the menu says', () => {
  const foreign = { ...hereAt('x', { ...fleeting, isKept: false }), node: keptByMenu }
  expect(keys(visit([foreign, hereAt('b')]))).toEqual(['b'])
  expect(keys(visit([{ ...foreign, route: fleeting }, hereAt('b')]))).toEqual(['x', 'b'])
})

test('the page shown is drawn before it has its tab', () => {
  expect(keys(keptViews([], hereAt('a'), []))).toEqual(['a'])
})

test('while it is not known what to show, all wait', () => {
  const views = visit([hereAt('a'), hereAt('b')])
  expect(keptViews(views, null, [tabOf('a'), tabOf('b')])).toBe(views)
})

test('beyond the budget the least recently seen goes', () => {
  const many = Array.from({ length: keptAtMost }, (_, i) => hereAt(`p${i}`))
  expect(keys(visit([...many, hereAt('p0'), hereAt('new')]))).toEqual(
    [...many.map(({ key }) => key), 'new'].filter((key) => key !== 'p1'),
  )
})

test('of the heavy ones few are kept', () => {
  const maps = Array.from({ length: heavyAtMost + 1 }, (_, i) => hereAt(`map${i}`, heavy))
  expect(keys(visit([hereAt('a'), ...maps]))).toEqual(['a', ...maps.slice(1).map(({ key }) => key)])
})

test('a refresh lets go of the page that is refreshed', () => {
  const views = visit([hereAt('a'), hereAt('b')])
  const blank = { ...hereAt('/blank/index', fleeting), refreshes: 'b' }
  expect(keys(keptViews(views, blank, [tabOf('a'), tabOf('b')]))).toEqual(['a', '/blank/index'])
})
