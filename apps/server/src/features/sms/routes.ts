import { randomInt } from 'node:crypto'
import { issueTokenBySms, sendSmsCode } from '@huanwei/contract/sms/endpoints'
import { smsCodeLength, smsCodeSeconds } from '@huanwei/contract/sms/rules'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { beginTry } from '../../lib/attempts.ts'
import { requireClient } from '../../lib/clients.ts'
import { badCredentials, beginLogIn, logged, mustBeActive, tenantOf } from '../../lib/log-in.ts'
import { Refused } from '../../lib/refuse.ts'
import { serve, Told } from '../../lib/serve.ts'
import type { SendSms } from '../../lib/sms.ts'
import { findAccount, forgetFailures } from '../session/queries.ts'
import { keepCode, takeCode } from './queries.ts'

/** Log-in by a code sent to the telephone of an account. `send` is missing where no service is set up. Source: spec 4, S0 §7. */
export function smsRoutes(app: FastifyInstance, db: Database, send: SendSms | undefined) {
  serve(app, sendSmsCode, async ({ mobile }, _, request) => {
    if (!send) throw new Refused(200, 'smsNone')
    const tenantId = await tenantOf(db, request)
    await db.system((tx) => beginTry(tx, [`sms:${tenantId}:${mobile}`, `address:sms:${request.ip}`]))
    const account = await db.system((tx) => findAccount(tx, { tenantId, phone: mobile }))
    if (!account) return new Told(false, app.say(request, 'smsUnknown'))
    const code = String(randomInt(10 ** smsCodeLength)).padStart(smsCodeLength, '0')
    if (!(await db.system((tx) => keepCode(tx, tenantId, mobile, code)))) return new Told(false, app.say(request, 'smsStillGood'))
    try {
      await send(mobile, app.say(request, 'smsText', { code, minutes: smsCodeSeconds / 60 }))
    } catch (error) {
      await db.system((tx) => takeCode(tx, tenantId, mobile))
      request.log.error({ error }, 'a short message could not be sent')
      throw new Refused(200, 'smsFailed')
    }
    return true
  })

  serve(app, issueTokenBySms, async (input, _, request) => {
    const client = requireClient(request)
    const tenantId = await tenantOf(db, request)
    const mobile = input.mobile.slice('SMS@'.length)
    const [account, address] = [`mobile:${tenantId}:${mobile}`, `address:${request.ip}`]
    await db.system((tx) => beginTry(tx, [account, address]))
    const tried = { tenantId, username: mobile, grantType: 'sms' as const }
    return logged(db, tried, request, async () => {
      if ((await db.system((tx) => takeCode(tx, tenantId, mobile))) !== input.code) throw new Refused(428, 'captchaWrong')
      const found = await db.system((tx) => findAccount(tx, { tenantId, phone: mobile }))
      if (!found) throw badCredentials()
      tried.username = found.user.username
      mustBeActive(found)
      return db.system(async (tx) => {
        const token = await beginLogIn(tx, found, client, request)
        await forgetFailures(tx, { account, address })
        await forgetFailures(tx, { account: `sms:${tenantId}:${mobile}`, address: `address:sms:${request.ip}` })
        return token
      })
    })
  })
}
