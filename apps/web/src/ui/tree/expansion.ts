import { z } from 'zod'
import { readEntry, writeEntry } from '../../lib/entries.ts'
import { whenIdle } from '../../lib/idle.ts'
import { currentSession } from '../../lib/session.ts'
import type { TreeModel } from './model.ts'

const many = 1000
const longestWaitMs = 2000

/** One memory per tree and user: two people at one desk do not unfold each other's tree. */
const entryName = (tree: string) => `tree-${tree}-${currentSession()?.user.userId ?? 0}`

/** Pending writes, by entry. */
const waiting = new Map<string, ReadonlySet<number>>()

/** Ids of the groups this user left unfolded, null at the first visit. */
export function rememberedGroups(tree: string): ReadonlySet<number> | null {
  const name = entryName(tree)
  const ids = waiting.get(name) ?? readEntry(name, z.array(z.number()))
  return ids && new Set(ids)
}

/** Thousands are written when the browser has time for it. */
export function rememberGroups(tree: string, ids: ReadonlySet<number>) {
  const name = entryName(tree)
  const write = () => {
    writeEntry(name, [...(waiting.get(name) ?? ids)], 'local')
    waiting.delete(name)
  }
  if (ids.size < many && !waiting.has(name)) return write()
  if (!waiting.has(name)) whenIdle(write, longestWaitMs)
  waiting.set(name, ids)
}

/** At the first visit the roots are open, so that the companies or departments show. */
export const firstGroups = (model: TreeModel) => groupIds(model, (index) => model.depth[index] === 0)

/** Ids of the groups that `wanted` picks by index. */
export function groupIds({ items, groups }: TreeModel, wanted: (index: number) => boolean) {
  const ids = new Set<number>()
  for (const group of groups) if (wanted(group)) ids.add(items[group]!.id)
  return ids
}

/** 1 for every group that is open. While searching, `toggled` turns what the search unfolded. */
export function openGroups(
  { items, groups }: TreeModel,
  ids: ReadonlySet<number>,
  searched?: Uint8Array,
  toggled?: ReadonlySet<number>,
) {
  const open = new Uint8Array(items.length)
  for (const group of groups) {
    const { id } = items[group]!
    const base = searched ? searched[group] === 1 : ids.has(id)
    open[group] = base !== (searched !== undefined && toggled?.has(id) === true) ? 1 : 0
  }
  return open
}
