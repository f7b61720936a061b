import type { Change } from '../../db/changes.ts'

const settleMs = 200

/**
 * Runs `work` after a moment without changes, again when one arrived meanwhile; a failure is retried. `work` gets the ids of the tenants that
 * changed, or undefined when any may have.
 */
export function debounce(work: (tenantIds: readonly number[] | undefined) => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let running = false
  let stopped = false
  let isAll = false
  const tenants = new Set<number>()

  function ask({ tenantId }: Pick<Change, 'tenantId'>) {
    if (tenantId === undefined) isAll = true
    else tenants.add(tenantId)
    schedule()
  }

  function schedule() {
    if (timer || stopped) return
    timer = setTimeout(async () => {
      timer = undefined
      if (running) return schedule()
      running = true
      await run()
      running = false
    }, settleMs)
  }

  async function run() {
    const asked = isAll ? undefined : [...tenants]
    isAll = false
    tenants.clear()
    try {
      await work(asked)
    } catch (error) {
      console.error('live state could not be read, trying again:', error instanceof Error ? error.message : error)
      for (const tenantId of asked ?? [undefined]) ask({ tenantId })
    }
  }

  function stop() {
    stopped = true
    clearTimeout(timer)
  }
  return { ask, stop }
}
