import type { Database } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { findPassword } from '../users/queries.ts'
import { beginTry } from './attempts.ts'
import { isPassword } from './password.ts'
import { forgetFailures } from './queries.ts'

/** The stored password of the viewer that `typed` was checked against; null when `typed` is wrong. Guessing gets slower. */
export async function confirmPassword(db: Database, viewer: Viewer, typed: string | undefined): Promise<string | null> {
  const key = `password:${viewer.tenantId}:${viewer.userId}`
  await db.system((tx) => beginTry(tx, [key]))
  const stored = await db.within(viewer, (tx) => findPassword(tx, viewer.tenantId, viewer.userId))
  if (stored === undefined || !(await isPassword(stored, typed ?? ''))) return null
  await db.system((tx) => forgetFailures(tx, [key]))
  return stored
}
