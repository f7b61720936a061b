import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

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
  /** Names the schema that this process knows. */
  version?: string
}

class DatabaseInUse extends Error {}
const notShared =
  'the database is in use by another process of the product that does not share it; stop that first, set another DATABASE_URL, or give all of them a NATS_URL'
const otherVersion =
  'the database is in use by processes of another version of the product; stop all of them before the first one of this version'

/** SQL: a row where a process of another version has the lock, too. */
const sharedWithOthers = `
  select from pg_locks join pg_stat_activity a using (pid)
  where locktype = 'advisory' and objid = ${lockKey} and granted and a.datname = current_database()
    and a.application_name <> current_setting('application_name') limit 1`

/**
 * Claims the database at `url` for this process until the returned function is called: two that judge the same positions would spoil each other's
 * violations. Throws when another process has it, or one of another version shares it. A lost connection is opened again and claims it anew.
 */
export async function claimDatabase(url: string, options: Options): Promise<() => Promise<void>> {
  const { version = `huanwei ${journal.entries.at(-1)?.tag}` } = options
  let isReleased = false
  let client = await claim()

  async function claim() {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: version })
    // The end that follows is what counts.
    next.on('error', () => undefined)
    try {
      await next.connect()
      await next.query(`set lock_timeout = ${options.waitMs ?? waitMs}`)
      await next.query(`select pg_advisory_lock${options.isShared ? '_shared' : ''}($1)`, [lockKey])
      if ((await next.query(sharedWithOthers)).rowCount) throw new DatabaseInUse(otherVersion)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error instanceof Error && 'code' in error && error.code === lockTimeout ? new DatabaseInUse(notShared) : error
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
