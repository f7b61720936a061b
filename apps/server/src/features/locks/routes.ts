import { getLock, lockSession, unlockSession } from '@huanwei/contract/locks/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import type { FileAddresses } from '../../lib/file-addresses.ts'
import { hashPassword } from '../../lib/password.ts'
import { conflict, Refused } from '../../lib/refuse.ts'
import { serve } from '../../lib/serve.ts'
import { findAvatar, hasLockPassword, lock, unlock } from './queries.ts'

/** How long the address of the picture is good, days: screens stay locked over a weekend. */
const pictureDays = 5

/** The lock of the screen, which is one of the session: what the server refuses, no browser store gives back. Source: spec 3, section 4. */
export function lockRoutes(app: FastifyInstance, db: Database, addresses: FileAddresses) {
  serve(app, getLock, (_, viewer) =>
    db.within(viewer, async (tx) => {
      const avatar = await findAvatar(tx, viewer)
      return {
        isLocked: viewer.isLocked,
        hasPassword: await hasLockPassword(tx, viewer),
        picture: avatar ? addresses.addressOf(avatar, pictureDays) : null,
      }
    }),
  )

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
