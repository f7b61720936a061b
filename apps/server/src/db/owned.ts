import type pg from 'pg'
import { connect, type Database, openOwner } from './connect.ts'
import { addressesOf } from './logins.ts'

/** A database with connections of its owner besides, for tests and measurements, which look and prepare where the product may not. */
export type OwnedDatabase = Database & { owner: pg.Pool }

export function connectOwned(url: string, size?: Parameters<typeof connect>[1]): OwnedDatabase {
  const db = connect(addressesOf(url), size)
  const owner = openOwner(url, 8)
  return {
    ...db,
    owner,
    close: async () => {
      await Promise.all([db.close(), owner.end()])
    },
  }
}
