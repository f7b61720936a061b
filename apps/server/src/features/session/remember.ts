import type { Change, Changes, ChangeTable } from '../../db/changes.ts'
import type { Viewer } from '../../http/viewer.ts'

/** A caller, and until when they are taken for who they are without asking the database, epoch ms. */
export type Known = { viewer: Viewer; expires: number }

/** Lifetime of a remembered caller, ms. A change that concerns them ends it at once. */
export const believedMs = 60_000

type Ways<K> = {
  changes: Changes
  /** Tables whose changes may make a caller another, and which of their changes do. */
  tables: readonly ChangeTable[]
  isAbout: (change: Change, known: K) => boolean
  /** Reads the callers with these keys from the database; those that are unknown are left out. */
  read: (keys: string[]) => Promise<Map<string, K>>
}

/** Callers by a key, until a change concerns them. */
export function remembering<K extends Known>({ changes, tables, isAbout, read }: Ways<K>) {
  const known = new Map<string, K>()
  /** For each running lookup the changes that arrived meanwhile: its result may be older than they are. */
  const lookups = new Set<Change[]>()
  changes.on(tables, forget)

  function forget(change: Change) {
    for (const [key, one] of known) if (isAbout(change, one)) known.delete(key)
    for (const missed of lookups) missed.push(change)
  }

  return {
    forget,
    /** The caller, unless they are unknown or too old. */
    get(key: string): K | undefined {
      const hit = known.get(key)
      return hit && hit.expires > Date.now() ? hit : undefined
    },
    /** Reads callers and remembers them. */
    async load(keys: string[]): Promise<Map<string, K>> {
      if (!keys.length) return new Map()
      const missed: Change[] = []
      lookups.add(missed)
      try {
        const found = await read(keys)
        for (const key of keys) {
          const one = found.get(key)
          if (one && !missed.some((change) => isAbout(change, one))) known.set(key, one)
          else known.delete(key)
        }
        return found
      } finally {
        lookups.delete(missed)
      }
    },
  }
}
