// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { homeTab, neighbourOf, onlyTab, type Tab, withoutTab, withTab } from './tabs.ts'

const tab = (path: string, search = ''): Tab => ({ path, value: path + search, label: `item.${path}`, close: true })
const [live, queue] = [tab('/monitor/live/index'), tab('/event/illegal/index')]
const all = [homeTab, live, queue]

test('a page gets one tab, which keeps the search it was left with', () => {
  expect(withTab([homeTab], live)).toEqual([homeTab, live])
  expect(withTab(all, tab('/monitor/live/index', '?open=7'))).toEqual([homeTab, tab('/monitor/live/index', '?open=7'), queue])
})

test('any tab but home closes', () => {
  expect(withoutTab(all, live.path)).toEqual([homeTab, queue])
  expect(withoutTab(all, homeTab.path)).toEqual(all)
})

test('the tab before the closed one takes over', () => {
  expect(neighbourOf(all, queue.path)).toEqual(live)
  expect(neighbourOf(all, live.path)).toEqual(homeTab)
  expect(neighbourOf(all, homeTab.path)).toEqual(homeTab)
})

test('closing the others keeps the current tab and home', () => {
  expect(onlyTab(all, queue.path)).toEqual([homeTab, queue])
  expect(onlyTab(all, homeTab.path)).toEqual([homeTab])
})
