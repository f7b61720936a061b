import type pg from 'pg'
import { createLog } from '../lib/log.ts'
import { connect, type Database, openOwner } from './connect.ts'
import { addressesOf } from './logins.ts'

/** A database with connections of its owner besides, for tests and measurements, which look and prepare where the product may not. */
export type OwnedDatabase = Database & { owner: pg.Pool }

export function connectOwned(url: string, size?: Parameters<typeof connect>[1]['size']): OwnedDatabase {
  const db = connect(addressesOf(url), { log: createLog('error', 'test'), size })
  const owner = openOwner(url, 8)
  return {
    ...db,
    owner,
    close: async () => {
      await Promise.all([db.close(), owner.end()])
    },
  }
}
