import { useState } from 'react'
import { useHasLinks } from './board-access.ts'
import { useTurn } from './use-turn.ts'

/** A page stands for this, seconds. */
const pageSeconds = 10
/** Px of the line that says which page it is. */
export const pageFoot = 20

/**
 * Pages of `count` things, `shown` at once, that turn by themselves: the number of this one from 0, of how many, and its first thing.
 * With `hold` a page stands while somebody is about to open one of them.
 */
export function usePageTurns(count: number, shown: number) {
  const turn = useTurn(pageSeconds)
  const pages = Math.max(1, Math.ceil(count / shown))
  const [held, setHeld] = useState<number>()
  const page = (held ?? turn) % pages
  const [stop, go] = [() => setHeld(page), () => setHeld(undefined)]
  const hold = useHasLinks() ? { onFocus: stop, onBlur: go, onMouseEnter: stop, onMouseLeave: go } : {}
  // The last page is full too.
  return { page, pages, hold, start: Math.max(0, Math.min(page * shown, count - shown)) }
}
