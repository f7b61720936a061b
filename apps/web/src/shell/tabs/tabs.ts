import { homePath } from '@huanwei/contract/home/codes'
import { z } from 'zod'
import { create } from 'zustand'
import { readEntry, writeEntry } from '../../lib/entries.ts'

/**
 * One open page; `close` is false of home and of a pinned one. `key` tells it from other things on the same page, `value` is its address with the search it was left with, `label`
 * what it was last called. Source: spec 1, section 3.
 */
export const Tab = z.object({ key: z.string(), value: z.string(), label: z.string(), close: z.boolean() })
export type Tab = z.infer<typeof Tab>

/** Always first and never closed. Source: spec 1, section 2.5. */
export const homeTab: Tab = { key: homePath, value: homePath, label: '', close: false }

/** One tab per address: the path, and of its search what makes it another thing. The rest is the state of one screen. */
export function tabKeyOf(path: string, search: URLSearchParams, identity: Iterable<string> = []) {
  const told = [...new Set(identity)].sort().flatMap((name) => search.getAll(name).map((value) => [name, value]))
  return told.length ? `${path}?${new URLSearchParams(told)}` : path
}

/** Adds the tab, or brings the one of the same key up to date. */
export const withTab = (tabs: Tab[], tab: Tab): Tab[] =>
  tabs.some(({ key }) => key === tab.key)
    ? tabs.map((one) => (one.key === tab.key ? { ...tab, close: one.close } : one))
    : [...tabs, tab]

export const isPinned = ({ key, close }: Tab) => !close && key !== homeTab.key

/** With the tab of `key` pinned, beside home and the other pinned ones; or no longer pinned, first of the rest. */
export function withPin(tabs: Tab[], key: string, isOn: boolean) {
  const changed = tabs.map((tab) => (tab.key === key && key !== homeTab.key ? { ...tab, close: !isOn } : tab))
  return [...changed.filter(({ close }) => !close), ...changed.filter(({ close }) => close)]
}

/** Without the tabs on one side of the tab of `key`; home and pinned ones stay. */
export function withoutSide(tabs: Tab[], key: string, side: 'left' | 'right') {
  const at = tabs.findIndex((tab) => tab.key === key)
  return tabs.filter((tab, i) => !tab.close || (side === 'left' ? i >= at : i <= at))
}

/** Without the tab of `key`; home and pinned ones stay. */
export const withoutTab = (tabs: Tab[], key: string) => tabs.filter((tab) => !tab.close || tab.key !== key)

/** The tab to show once the active tab of `key` closes: the one before it. Source: spec 4, S0 §2.5. */
export const neighbourOf = (tabs: Tab[], key: string): Tab =>
  tabs[Math.max(0, tabs.findIndex((tab) => tab.key === key) - 1)] ?? homeTab

/** The tab of `key`, the home tab and the pinned ones. */
export const onlyTab = (tabs: Tab[], key: string) => tabs.filter((tab) => !tab.close || tab.key === key)

const stored = () => {
  const tabs = readEntry('tagList', z.array(Tab))
  return tabs?.some(({ key }) => key === homeTab.key) ? tabs : [homeTab]
}

type Tabs = {
  tabs: Tab[]
  /** The key of what is shown, a tab or not. */
  active: string | null
  /** Keys of tabs that were closed while shown, until another one is: somebody may close faster than pages are drawn. */
  closed: readonly string[]
}

/** The open pages of this browser tab; they survive a reload. */
export const useTabs = create<Tabs>(() => ({ tabs: stored(), active: null, closed: [] }))

/** Replaces the open pages. */
export function setTabs(change: (tabs: Tab[]) => Tab[]) {
  const tabs = change(useTabs.getState().tabs)
  writeEntry('tagList', tabs, 'session')
  useTabs.setState({ tabs })
}

/** Opens (or brings up to date) the tab of the page now shown; not of one that was closed before it was drawn. */
export function showTab(tab: Tab) {
  if (useTabs.getState().closed.includes(tab.key)) return
  useTabs.setState({ closed: [] })
  writeEntry('tag', tab, 'session')
  setTabs((tabs) => withTab(tabs, tab))
}

/** Closes a tab and goes on to the one before it, when it is the one shown. */
export function closeTab({ key, value }: Tab, goTo: (value: string) => void) {
  const { tabs, closed } = useTabs.getState()
  setTabs((now) => withoutTab(now, key))
  if (!isAddress(value)) return
  useTabs.setState({ closed: [...closed, key] })
  goTo(neighbourOf(tabs, key).value)
}

/** Forgets the tabs of the last session; at the end of one its entries are already gone. */
export const resetTabs = () => useTabs.setState({ tabs: stored() })

/** True once the address bar has changed; the drawing follows it. */
export function isAddress(value: string) {
  const { pathname, search } = new URL(value, window.location.origin)
  return pathname === window.location.pathname && search === window.location.search
}

/** The state of a link in the menu: a page that is open in a tab is shown as it was left there. */
export const asLeft = { asLeft: true }
