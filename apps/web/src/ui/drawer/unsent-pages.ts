import { use, useEffect } from 'react'
import { PagePlaceContext } from '../../lib/page.tsx'

type Leave = (go: () => void) => void

/** Pages with unsent work, by the key of their tab, each with the question that it asks before it goes. */
const unsent = new Map<string, Leave>()

/** Closes tabs by `go`: at once, or once the first of their pages with unsent work has asked. */
export function leavePages(keys: readonly string[], go: () => void) {
  const leave = keys.map((key) => unsent.get(key)).find((one) => one !== undefined)
  if (!leave) return go()
  leave(() => {
    for (const key of keys) unsent.delete(key)
    go()
  })
}

/**
 * Has `leave` asked before the tab of the page goes while it has unsent work. A page out of sight runs no effects: its mark stays until
 * it is in sight again or `leave` let it go.
 */
export function useUnsentPage(isUnsent: boolean, leave: Leave) {
  const { key } = use(PagePlaceContext)
  useEffect(() => {
    if (key === undefined) return
    if (isUnsent) unsent.set(key, leave)
    else unsent.delete(key)
  }, [key, isUnsent, leave])
  return () => {
    if (key !== undefined) unsent.delete(key)
  }
}
