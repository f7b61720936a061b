import { z } from 'zod'
import { create } from 'zustand'
import { readEntry, writeEntry } from '../lib/entries.ts'

/** One open page. `value` is its address with the search it was left with, `label` a message key. Source: spec 1, section 3. */
export const Tab = z.object({ path: z.string(), value: z.string(), label: z.string(), close: z.boolean() })
export type Tab = z.infer<typeof Tab>

/** Always first and never closed. Source: spec 1, section 2.5. */
export const homeTab: Tab = { path: '/wel/index', value: '/wel/index', label: 'item.home', close: false }

/** Adds the tab, or brings the one of the same page up to date: screen state lives in the search, so it does not make another tab. */
export const withTab = (tabs: Tab[], tab: Tab): Tab[] =>
  tabs.some(({ path }) => path === tab.path)
    ? tabs.map((one) => (one.path === tab.path ? { ...one, value: tab.value } : one))
    : [...tabs, tab]

/** Without the tab of `path`; the home tab stays. */
export const withoutTab = (tabs: Tab[], path: string) => tabs.filter((tab) => !tab.close || tab.path !== path)

/** The tab to show once the active tab of `path` closes: the one before it. Source: spec 4, S0 §2.5. */
export const neighbourOf = (tabs: Tab[], path: string): Tab =>
  tabs[Math.max(0, tabs.findIndex((tab) => tab.path === path) - 1)] ?? homeTab

/** The tab of `path` and the home tab. */
export const onlyTab = (tabs: Tab[], path: string) => tabs.filter((tab) => !tab.close || tab.path === path)

const stored = () => {
  const tabs = readEntry('tagList', z.array(Tab))
  return tabs?.some(({ path }) => path === homeTab.path) ? tabs : [homeTab]
}

/** The open pages of this browser tab; they survive a reload. */
export const useTabs = create<{ tabs: Tab[] }>(() => ({ tabs: stored() }))

/** Replaces the open pages. */
export function setTabs(change: (tabs: Tab[]) => Tab[]) {
  const tabs = change(useTabs.getState().tabs)
  writeEntry('tagList', tabs, 'session')
  useTabs.setState({ tabs })
}

/** Opens (or brings up to date) the tab of the page now shown. */
export function showTab(tab: Tab) {
  writeEntry('tag', tab, 'session')
  setTabs((tabs) => withTab(tabs, tab))
}

/** Forgets the tabs of the last session; at the end of one its entries are already gone. */
export const resetTabs = () => useTabs.setState({ tabs: stored() })
