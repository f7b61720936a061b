// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { homeTab, neighbourOf, onlyTab, type Tab, tabKeyOf, withoutSide, withoutTab, withPin, withTab } from './tabs.ts'

const tab = (key: string, search = ''): Tab => ({ key, value: key + search, label: `page ${key}`, close: true })
const [live, queue] = [tab('/monitor/live/index'), tab('/event/illegal/index')]
const all = [homeTab, live, queue]

test('a page gets one tab, which keeps the search it was left with', () => {
  expect(withTab([homeTab], live)).toEqual([homeTab, live])
  expect(withTab(all, tab('/monitor/live/index', '?open=7'))).toEqual([homeTab, tab('/monitor/live/index', '?open=7'), queue])
})

test.each([
  ['the state of a screen makes no other tab', '/event/illegal/index', 'open=7&current=2', [], '/event/illegal/index'],
  ['another thing does', '/activti/detail/7', '', [], '/activti/detail/7'],
  [
    'what the page says tells things apart does',
    '/myiframe/urlPath',
    'src=https%3A%2F%2Fa.cn&zoom=3',
    ['src'],
    '/myiframe/urlPath?src=https%3A%2F%2Fa.cn',
  ],
  ['in whatever order it stands', '/a/index', 'y=2&x=1&z=3', ['y', 'x', 'y'], '/a/index?x=1&y=2'],
])('%s', (_, path, search, identity, key) => {
  expect(tabKeyOf(path, new URLSearchParams(search), identity)).toBe(key)
})

test('any tab but home closes', () => {
  expect(withoutTab(all, live.key)).toEqual([homeTab, queue])
  expect(withoutTab(all, homeTab.key)).toEqual(all)
})

test('the tab before the closed one takes over', () => {
  expect(neighbourOf(all, queue.key)).toEqual(live)
  expect(neighbourOf(all, live.key)).toEqual(homeTab)
  expect(neighbourOf(all, homeTab.key)).toEqual(homeTab)
})

test('closing the others keeps the current tab and home', () => {
  expect(onlyTab(all, queue.key)).toEqual([homeTab, queue])
  expect(onlyTab(all, homeTab.key)).toEqual([homeTab])
})

test('a pinned tab stands beside home and stays when others close', () => {
  const pinned = withPin(all, queue.key, true)
  expect(pinned).toEqual([homeTab, { ...queue, close: false }, live])
  expect(onlyTab(pinned, homeTab.key)).toEqual([homeTab, { ...queue, close: false }])
  expect(withTab(pinned, queue)).toEqual(pinned)
  expect(withPin(pinned, queue.key, false)).toEqual([homeTab, queue, live])
  expect(withPin(all, homeTab.key, false)).toEqual(all)
})

test('closing one side keeps the tab, the other side and home', () => {
  expect(withoutSide(all, queue.key, 'left')).toEqual([homeTab, queue])
  expect(withoutSide(all, live.key, 'right')).toEqual([homeTab, live])
  expect(withoutSide(all, live.key, 'left')).toEqual(all)
})
