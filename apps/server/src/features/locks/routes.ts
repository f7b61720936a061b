import { getLock, lockSession, unlockSession } from '@huanwei/contract/locks/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { conflict, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { FileAddresses } from '../files/file-addresses.ts'
import { hashPassword } from '../session/password.ts'
import { findAvatar, hasLockPassword, lock, unlock } from './queries.ts'

/** Validity of the picture's address, days: screens stay locked over a weekend. */
const pictureDays = 5

/** The lock of the screen, which is one of the session: what the server refuses, no browser store gives back. Source: spec 3, section 4. */
export function lockRoutes(app: FastifyInstance, db: Database, addresses: FileAddresses) {
  serve(app, getLock, (_, viewer) =>
    db.within(viewer, async (tx) => {
      const avatar = await findAvatar(tx, viewer)
      return {
        isLocked: viewer.isLocked,
        hasPassword: await hasLockPassword(tx, viewer),
        picture: avatar ? addresses.addressOf(avatar, pictureDays, { login: viewer.family }) : null,
      }
    }),
  )

  serve(app, lockSession, async ({ password }, viewer) => {
    const hash = password === undefined ? undefined : await hashPassword(password)
    if (!(await db.within(viewer, (tx) => lock(tx, viewer, hash)))) throw conflict('lock:refusal.noPassword')
    app.forgetViewersOf(viewer)
    return true
  })

  serve(app, unlockSession, async ({ password }, viewer) => {
    const opened = await db.within(viewer, (tx) => unlock(tx, viewer, password))
    if (typeof opened === 'object') throw new Refused(429, 'lock:refusal.wait', { seconds: opened.waitSeconds })
    if (!opened) throw new Refused(426, 'lock:refusal.wrong')
    app.forgetViewersOf(viewer)
    return true
  })
}
