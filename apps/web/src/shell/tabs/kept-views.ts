import type { PageRoute } from '../../lib/page.tsx'
import type { Here } from './here.ts'
import type { Tab } from './tabs.ts'

/** A page as it is drawn, seen or out of sight; the higher `seenAt`, the later it was seen. */
export type PageView = { key: string; route: PageRoute; isKept: boolean; seenAt: number }

/** Limits of kept pages, and of heavy ones; others are restored from their addresses. */
export const keptAtMost = 10
export const heavyAtMost = 2

/**
 * The views after `here` is shown (null: not known yet what is): of the others those whose tab is open and which the menu lets be
 * kept, the least recently seen left out beyond the budget. In the order in which they came, for moving an element loses its state;
 * the same array when nothing changes.
 */
export function keptViews(views: readonly PageView[], here: Here | null, tabs: readonly Tab[]): readonly PageView[] {
  const open = new Set(tabs.map(({ key }) => key))
  const latest = Math.max(0, ...views.map(({ seenAt }) => seenAt))
  const mine = here && views.find(({ key }) => key === here.key)
  const shown = here && viewOf(here, mine, latest)
  const rest = views.filter((view) => view !== mine && view.isKept && open.has(view.key) && view.key !== here?.refreshes)
  const within = budgeted(shown ? [shown, ...rest] : rest)
  const next = views.flatMap((view) => (view === mine && shown ? [shown] : within.has(view) ? [view] : []))
  if (shown && !mine) next.push(shown)
  return next.length === views.length && next.every((view, i) => view === views[i]) ? views : next
}

function viewOf({ key, route, node }: Here, before: PageView | null | undefined, latest: number): PageView {
  const isKept = route.isKept ?? node?.keepAlive === '1'
  if (before && before.isKept === isKept && before.seenAt === latest) return before
  return { key, route, isKept, seenAt: latest + 1 }
}

function budgeted(views: PageView[]) {
  const bySight = views.toSorted((a, b) => b.seenAt - a.seenAt)
  const heavy = bySight.filter(({ route }) => route.isHeavy).slice(heavyAtMost)
  return new Set(bySight.filter((view) => !heavy.includes(view)).slice(0, keptAtMost))
}
