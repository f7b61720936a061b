import { minuteMs } from '@huanwei/contract/time'
import type pg from 'pg'
import { type Block, type RowPlace, totalOf } from './blocks.ts'

/** What is known of a filtered list as of a snapshot of the database: every row of a short one, newest first; the blocks of a long one, in order. */
export type Kept = { snapshot: string } & ({ rows: readonly RowPlace[] } | { blocks: readonly Block[] })

export const totalKept = (kept: Kept) => ('rows' in kept ? kept.rows.length : totalOf(kept.blocks))

/** Marks of changes are removed after `marksForMs`, so that nothing older than `idleMs` may be brought up to date by them. */
const idleMs = 30 * minuteMs
/** No transaction that writes takes as long as the difference. */
export const marksForMs = 180 * minuteMs
/** Number of rows and blocks in all that are kept: some 60 MB. */
const mostKept = 1_000_000

/** Filtered lists of one database. The least recently used ones go first. */
class KeptLists {
  #lists = new Map<string, { kept: Kept; weight: number; at: number }>()
  #weight = 0

  get(key: string): Kept | undefined {
    const found = this.#lists.get(key)
    if (found && performance.now() - found.at > idleMs) this.#remove(key)
    else return found?.kept
  }

  /** `at` is when the snapshot was asked for, by `performance.now()`. */
  set(key: string, kept: Kept, at: number) {
    this.#remove(key)
    const weight = 1 + ('rows' in kept ? kept.rows : kept.blocks).length + key.length / 50
    this.#lists.set(key, { kept, weight, at })
    this.#weight += weight
    for (const oldest of this.#lists.keys()) {
      if (this.#weight <= mostKept) break
      this.#remove(oldest)
    }
  }

  #remove(key: string) {
    this.#weight -= this.#lists.get(key)?.weight ?? 0
    this.#lists.delete(key)
  }
}

const byConnection = new WeakMap<pg.PoolClient, KeptLists>()

/** Lets what runs on the connections of these pools share one store. */
export function shareKeptLists(...pools: pg.Pool[]) {
  const lists = new KeptLists()
  for (const pool of pools) pool.on('connect', (client) => byConnection.set(client, lists))
}

/** The store of a connection; undefined for one of the owner's, who is not bound by row-level security. */
export const keptListsOf = ({ $client }: { $client: pg.PoolClient }) => byConnection.get($client)
