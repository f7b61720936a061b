import { useTurn } from './use-turn.ts'

/** A page stands for this, seconds. */
const pageSeconds = 10
/** Px of the line that says which page it is. */
export const pageFoot = 20

/** Pages of `count` things, `shown` at once, that turn by themselves: the number of this one from 0, of how many, and its first thing. */
export function usePageTurns(count: number, shown: number) {
  const turn = useTurn(pageSeconds)
  const pages = Math.max(1, Math.ceil(count / shown))
  const page = turn % pages
  // The last page is full too.
  return { page, pages, start: Math.max(0, Math.min(page * shown, count - shown)) }
}
