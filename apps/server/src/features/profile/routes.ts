import { changeOwnPassword, changeOwnUser, getOwnLogins } from '@huanwei/contract/profile/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { initialsOf } from '../../lib/initials.ts'
import { hashPassword, isPassword } from '../../lib/password.ts'
import { invalid, notFound, Refused } from '../../lib/refuse.ts'
import { serve, Told, type Viewer } from '../../lib/serve.ts'
import { holdFiles } from '../files/queries.ts'
import { countAttempt, endSessions, failuresOf, forgetFailures, lockAttempts } from '../session/queries.ts'
import { findLogins, findPassword, findUserById, lockUser, updateUser } from '../users/queries.ts'
import { whoHas } from '../users/routes.ts'

/** Wrong old passwords after which each further try must wait twice as long as the one before, at most so many seconds. */
const slowAfter = 5
const longestWaitSeconds = 300
const shownLogins = 10

export function profileRoutes(app: FastifyInstance, db: Database) {
  serve(app, changeOwnUser, async ({ password, newpassword1, username: _, ...profile }, viewer, request) => {
    const next = newpassword1 === undefined ? undefined : await checkedPassword(viewer, password, newpassword1)
    if (next === null) return new Told(false, app.say(request, 'wrongOldPassword'))
    const changing = db.within(viewer, async (tx) => {
      await lockUser(tx, viewer.tenantId, viewer.userId)
      const own = await findUserById(tx, viewer, viewer.userId)
      if (!own) throw notFound()
      const { avatar, name = own.name } = profile
      if (avatar && avatar !== own.avatar && !(await holdFiles(tx, viewer.tenantId, [avatar])).length) throw invalid('avatar')
      const fields = { ...profile, initials: initialsOf(name + own.username), ...(next && { password: next.hash }) }
      if (next) await mustStillBe(tx, viewer, next.before)
      await updateUser(tx, viewer, viewer.userId, fields)
      if (next) await endSessions(tx, viewer, { except: viewer.family })
    })
    await changing.catch(whoHas(db, viewer, profile))
    app.forgetViewers()
    return true
  })

  serve(app, changeOwnPassword, async ({ password, newpassword1 }, viewer, request) => {
    const next = await checkedPassword(viewer, password, newpassword1)
    if (!next) return new Told(false, app.say(request, 'wrongOldPassword'))
    await db.within(viewer, async (tx) => {
      await lockUser(tx, viewer.tenantId, viewer.userId)
      await mustStillBe(tx, viewer, next.before)
      await updateUser(tx, viewer, viewer.userId, { password: next.hash })
      await endSessions(tx, viewer, { except: viewer.family })
    })
    app.forgetViewers()
    return true
  })

  serve(app, getOwnLogins, (_, viewer) =>
    db.within(viewer, (tx) => findLogins(tx, viewer.tenantId, viewer.username, shownLogins)),
  )

  /** The new password's hash and the one that the old one was checked against; null when the old one is wrong. Guessing gets slower. */
  async function checkedPassword(viewer: Viewer, old: string | undefined, next: string) {
    const key = `password:${viewer.tenantId}:${viewer.userId}`
    await db.system(async (tx) => {
      await lockAttempts(tx, [key])
      const [known] = await failuresOf(tx, [key])
      const tooMany = (known?.failures ?? 0) - slowAfter
      if (known && tooMany >= 0 && known.secondsAgo < Math.min(2 ** tooMany, longestWaitSeconds))
        throw new Refused(429, 'tooMany')
      await countAttempt(tx, [key])
    })
    const before = await db.within(viewer, (tx) => findPassword(tx, viewer.tenantId, viewer.userId))
    if (!(await isPassword(before, old ?? ''))) return null
    await db.system((tx) => forgetFailures(tx, { account: key, address: '' }))
    return { before, hash: await hashPassword(next) }
  }
}

/** Somebody else set the password while the old one was being checked: it counts no longer. */
async function mustStillBe(tx: Tx, viewer: Viewer, before: string | undefined) {
  if ((await findPassword(tx, viewer.tenantId, viewer.userId)) !== before) throw new Refused(409, 'goneMeanwhile')
}
