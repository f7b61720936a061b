import { getLock, lockSession, unlockSession } from '@huanwei/contract/locks/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { hashPassword } from '../../lib/password.ts'
import { conflict, Refused } from '../../lib/refuse.ts'
import { serve } from '../../lib/serve.ts'
import { hasLockPassword, lock, unlock } from './queries.ts'

/** The lock of the screen, which is one of the session: what the server refuses, no browser store gives back. Source: spec 3, section 4. */
export function lockRoutes(app: FastifyInstance, db: Database) {
  serve(app, getLock, async (_, viewer) => ({
    isLocked: viewer.isLocked,
    hasPassword: await db.within(viewer, (tx) => hasLockPassword(tx, viewer)),
  }))

  serve(app, lockSession, async ({ password }, viewer) => {
    const hash = password === undefined ? undefined : await hashPassword(password)
    if (!(await db.within(viewer, (tx) => lock(tx, viewer, hash)))) throw conflict('noLockPassword')
    app.forgetViewers()
    return true
  })

  serve(app, unlockSession, async ({ password }, viewer) => {
    const opened = await db.within(viewer, (tx) => unlock(tx, viewer, password))
    if (typeof opened === 'object') throw new Refused(429, 'unlockWait', { seconds: opened.waitSeconds })
    if (!opened) throw new Refused(426, 'unlockWrong')
    app.forgetViewers()
    return true
  })
}
