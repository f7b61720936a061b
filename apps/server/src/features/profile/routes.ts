import { changeOwnPassword, changeOwnUser, getOwnLogins } from '@huanwei/contract/profile/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { invalid, notFound, Refused } from '../../http/refuse.ts'
import { serve, WithMessage } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { initialsOf } from '../../lib/initials.ts'
import { holdPictures } from '../files/photos.ts'
import { releaseFiles } from '../files/queries.ts'
import { confirmPassword } from '../session/confirm-password.ts'
import { hashPassword } from '../session/password.ts'
import { endSessions } from '../session/queries.ts'
import { inBackground } from '../sms/background.ts'
import type { SendSms } from '../sms/send-sms.ts'
import { findLogins, findPassword, findUserById, lockUser, updateUser } from '../users/queries.ts'
import { whoHas } from '../users/routes.ts'

const shownLogins = 10

/** `sendSms` is missing where no service is set up. */
export function profileRoutes(app: FastifyInstance, db: Database, sendSms: SendSms | undefined) {
  const later = inBackground(app)

  serve(app, changeOwnUser, async ({ password, newpassword1, updateTime, username: _, ...profile }, viewer, request) => {
    const { phone } = await db.within(viewer, (tx) => findOwn(tx, viewer))
    const isMoved = profile.phone !== undefined && profile.phone !== phone
    const before = isMoved || newpassword1 !== undefined ? await confirmPassword(db, viewer, password) : undefined
    if (before === null) return new WithMessage(false, app.say(request, 'profile:wrongOld'))
    const hash = newpassword1 && (await hashPassword(newpassword1))
    const changing = db.within(viewer, async (tx) => {
      await lockUser(tx, viewer.tenantId, viewer.userId)
      const own = await findOwn(tx, viewer)
      await mustBeCurrent(tx, viewer, own, updateTime)
      if (own.phone !== phone) throw goneMeanwhile()
      const { avatar, name = own.name } = profile
      const isOther = avatar !== undefined && avatar !== own.avatar
      if (isOther && avatar && !(await holdPictures(tx, viewer, [avatar]))) throw invalid('avatar')
      if (isOther) await releaseFiles(tx, viewer.tenantId, [own.avatar])
      const fields = { ...profile, initials: initialsOf(name + own.username), ...(hash && { password: hash }) }
      if (before !== undefined) await mustStillBe(tx, viewer, before)
      await updateUser(tx, viewer, viewer.userId, fields)
      if (hash) await endSessions(tx, viewer, { except: viewer.family })
    })
    await changing.catch(whoHas(db, viewer, profile))
    app.forgetViewersOf(viewer)
    if (isMoved && phone && sendSms) {
      const ends = profile.phone?.replace(/^(...).*(....)$/, '$1****$2') ?? ''
      const text = app.say(request, 'sms:numberChanged', { username: viewer.username, phone: ends })
      later(() => sendSms(phone, text))
    }
    return true
  })

  serve(app, changeOwnPassword, async ({ password, newpassword1 }, viewer, request) => {
    const before = await confirmPassword(db, viewer, password)
    if (before === null) return new WithMessage(false, app.say(request, 'profile:wrongOld'))
    const hash = await hashPassword(newpassword1)
    await db.within(viewer, async (tx) => {
      await lockUser(tx, viewer.tenantId, viewer.userId)
      await mustStillBe(tx, viewer, before)
      await updateUser(tx, viewer, viewer.userId, { password: hash })
      await endSessions(tx, viewer, { except: viewer.family })
    })
    app.forgetViewersOf(viewer)
    return true
  })

  serve(app, getOwnLogins, (_, viewer) =>
    db.within(viewer, (tx) => findLogins(tx, viewer.tenantId, viewer.username, shownLogins)),
  )
}

async function findOwn(tx: Tx, viewer: Viewer) {
  const own = await findUserById(tx, viewer, viewer.userId)
  if (!own) throw notFound()
  return own
}

const goneMeanwhile = () => new Refused(409, 'refusals:goneMeanwhile')

/** Throws 409 when the password was changed while the old one was being checked. */
async function mustStillBe(tx: Tx, viewer: Viewer, before: string) {
  if ((await findPassword(tx, viewer.tenantId, viewer.userId)) !== before) throw goneMeanwhile()
}
