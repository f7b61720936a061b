import type { Log } from '../position/log.ts'

/** The viewers behind tokens whose sessions are open, by token. */
export type ViewersByToken<V> = (tokens: readonly string[]) => Promise<Map<string, V>>
type Checked<V> = { grant: { token: string; mayWatch(viewer: V): boolean } }

/** What is open ends when its viewers could not be checked for so long, ms. */
const uncheckedMs = 10_000

/** Returns a function that ends what somebody has open and may not have any more, one check at a time; `now` in epoch ms. `unchecked`: nobody knows. */
export function createViewerCheck<V, One extends Checked<V>>(
  open: ReadonlySet<One>,
  viewersOf: ViewersByToken<V>,
  log: Log,
  end: (one: One, reason: 'rights' | 'unchecked') => void,
) {
  let checkedAt = Date.now()
  let isChecking = false

  async function check() {
    const checked = [...open]
    const viewers = checked.length ? await viewersOf(checked.map(({ grant }) => grant.token)) : new Map<string, V>()
    checkedAt = Date.now()
    for (const one of checked) {
      const viewer = viewers.get(one.grant.token)
      if (viewer === undefined || !one.grant.mayWatch(viewer)) end(one, 'rights')
    }
  }

  return (now: number) => {
    // While the database is away nobody knows who may have what.
    if (now - checkedAt > uncheckedMs) for (const one of open) end(one, 'unchecked')
    if (isChecking) return
    isChecking = true
    check()
      .catch((error: Error) => log.error({ error }, 'viewers could not be checked'))
      .finally(() => {
        isChecking = false
      })
  }
}
