import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Key of the lock that the one process of a database holds for its life. */
const lockKey = 807_001
/** A process that is being stopped, or that died a moment ago, may still hold the lock for so long, ms. */
const waitMs = 10_000
const retryMs = 1000
const lockTimeout = '55P03'

type Options = {
  /** Several processes share the work, and none of them has it alone. */
  isShared?: boolean
  /** Called when another process took the database while this one had lost its connection. */
  onTaken(): void
  waitMs?: number
}

class DatabaseInUse extends Error {
  constructor() {
    super(
      'the database is in use by another process of the product that does not share it; stop that first, set another DATABASE_URL, or give all of them a NATS_URL',
    )
  }
}

/**
 * Claims the database at `url` for this process until the returned function is called: two that judge the same positions would spoil each other's
 * violations. Throws when another process has it. A lost connection is opened again and claims it anew.
 */
export async function claimDatabase(url: string, options: Options): Promise<() => Promise<void>> {
  let isReleased = false
  let client = await claim()

  async function claim() {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    // The end that follows is what counts.
    next.on('error', () => undefined)
    try {
      await next.connect()
      await next.query(`set lock_timeout = ${options.waitMs ?? waitMs}`)
      await next.query(`select pg_advisory_lock${options.isShared ? '_shared' : ''}($1)`, [lockKey])
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error instanceof Error && 'code' in error && error.code === lockTimeout ? new DatabaseInUse() : error
    }
    next.once('end', () => void (isReleased || claimAgain()))
    return next
  }

  async function claimAgain() {
    while (!isReleased) {
      try {
        client = await claim()
        if (isReleased) await client.end()
        return
      } catch (error) {
        if (error instanceof DatabaseInUse) return options.onTaken()
        await sleep(retryMs)
      }
    }
  }

  return async () => {
    isReleased = true
    await client.end()
  }
}
