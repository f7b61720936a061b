import { randomInt } from 'node:crypto'
import { pageOf } from '@huanwei/contract/page'
import { issueTokenBySms, listShortMessages, sendShortMessageAgain, sendSmsCode } from '@huanwei/contract/sms/endpoints'
import { smsCodeLength, smsCodeSeconds } from '@huanwei/contract/sms/rules'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { senderOf } from '../../http/addresses.ts'
import { requireClient } from '../../http/clients.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve, WithMessage } from '../../http/serve.ts'
import { dayText } from '../../lib/time.ts'
import { beginTry } from '../session/attempts.ts'
import { badCredentials, beginLogIn, logged, mustBeActive, tenantOf } from '../session/log-in.ts'
import { findAccount, forgetFailures } from '../session/queries.ts'
import { inBackground } from './background.ts'
import { countCode, findShortMessages, forgetCode, keepCode, sendAgain, takeCode } from './queries.ts'
import type { SendSms } from './send-sms.ts'

/** Log-in by a code sent to the telephone of an account; the returned function is such a log-in. `send` is missing where no service is set up. Source: spec 4, S0 §7; record: docs/decisions/0025. */
export function smsRoutes(app: FastifyInstance, db: Database, send: SendSms | undefined) {
  const later = inBackground(app)

  // A number that nobody has gets a code too, which is sent to nobody: the answers are the same.
  serve(app, sendSmsCode, async ({ mobile }, _, request) => {
    if (!send) throw new Refused(200, 'sms:refusal.none')
    const tenantId = await tenantOf(db, request)
    await db.system((tx) => beginTry(tx, [askedBy(tenantId, mobile, senderOf(request)), `address:sms:${senderOf(request)}`]))
    const code = String(randomInt(10 ** smsCodeLength)).padStart(smsCodeLength, '0')
    const isKept = await db.system(async (tx) => {
      if (!(await keepCode(tx, tenantId, mobile, code))) return false
      if (!(await countCode(tx, tenantId, mobile, dayText(Date.now())))) throw new Refused(429, 'sms:refusal.tooMany')
      return true
    })
    if (!isKept) return new WithMessage(false, app.say(request, 'sms:refusal.stillGood'))
    const text = app.say(request, 'sms:code', { code, minutes: smsCodeSeconds / 60 })
    later(async () => {
      if (!(await db.system((tx) => findAccount(tx, { tenantId, phone: mobile })))) return
      await send(mobile, text, code).catch(async (error) => {
        await db.system((tx) => forgetCode(tx, tenantId, mobile))
        throw error
      })
    })
    return true
  })

  const logInByCode = async (input: { mobile: string; code: string }, request: FastifyRequest) => {
    const client = requireClient(request)
    const tenantId = await tenantOf(db, request)
    const mobile = input.mobile.replace(/^SMS@/, '')
    // By number and address: wrong codes of strangers do not make the owner wait.
    const sender = senderOf(request)
    const [account, address] = [`mobile:${tenantId}:${mobile}:${sender}`, `address:${sender}`]
    await db.system((tx) => beginTry(tx, [account, address]))
    const tried = { tenantId, username: mobile, grantType: 'sms' as const }
    return logged(db, tried, request, async () => {
      if (!(await db.system((tx) => takeCode(tx, tenantId, mobile, input.code))))
        throw new Refused(428, 'session:refusal.captchaWrong')
      const found = await db.system((tx) => findAccount(tx, { tenantId, phone: mobile }))
      if (!found) throw badCredentials()
      tried.username = found.user.username
      mustBeActive(found)
      return db.system(async (tx) => {
        const token = await beginLogIn(tx, found, client, request)
        await forgetFailures(tx, [account], address)
        await forgetFailures(tx, [askedBy(tenantId, mobile, sender)], `address:sms:${sender}`)
        return token
      })
    })
  }

  serve(app, listShortMessages, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findShortMessages(tx, viewer, filter)
      return pageOf(records, total, filter)
    }),
  )

  serve(app, sendShortMessageAgain, async ({ id }, viewer) => {
    if (!send) throw conflict('sms:refusal.noTexts')
    if (!(await db.within(viewer, (tx) => sendAgain(tx, viewer, id)))) throw notFound()
    return true
  })

  serve(app, issueTokenBySms, (input, _, request) => logInByCode(input, request))
  return { logInByCode }
}

/** Key of the codes asked for from one address. */
const askedBy = (tenantId: number, mobile: string, address: string) => `sms:${tenantId}:${mobile}:${address}`
