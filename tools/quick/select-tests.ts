import { dirname } from 'node:path'
import type { Source } from '../structure/tree.ts'

export type Selection = {
  /** Tests that need neither a database nor a page: they run every time. */
  pure: string[]
  /** Tests that are changed, import a changed file or lie beside one. */
  near: string[]
  /** Tests that reach a changed file over others: `npm test` runs them. */
  further: string[]
}

const startsDatabase = /inject\('databaseUrl'\)|startEmbedded\(/
const drawsPage = /^\/\/ @vitest-environment jsdom/m

/** Chooses tests by what they import. `changed` are paths from the root; browser flows (e2e) are never chosen. */
export function selectTests(sources: Source[], changed: string[]): Selection {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const changedPaths = new Set(changed)
  const changedFolders = new Set(changed.filter((path) => byPath.has(path)).map((path) => dirname(path)))
  const selection: Selection = { pure: [], near: [], further: [] }
  for (const { path, text, imports } of sources) {
    if (!/\.test\.tsx?$/.test(path) || path.startsWith('e2e/')) continue
    const reached = reach(byPath, path)
    const isNear =
      changedPaths.has(path) || changedFolders.has(dirname(path)) || imports.some(({ target }) => changedPaths.has(target))
    if (isNear) selection.near.push(path)
    else if (!drawsPage.test(text) && !reached.some((one) => startsDatabase.test(one.text))) selection.pure.push(path)
    else if (reached.some((one) => changedPaths.has(one.path))) selection.further.push(path)
  }
  return selection
}

/** Returns the file and everything it imports, directly or over others. */
function reach(byPath: Map<string, Source>, start: string): Source[] {
  const seen = new Set([start])
  for (const path of seen) for (const { target } of byPath.get(path)?.imports ?? []) seen.add(target)
  return [...seen].flatMap((path) => byPath.get(path) ?? [])
}
