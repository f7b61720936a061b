import { captchaAfterAccounts, captchaAfterFailures } from '@huanwei/contract/session/rules'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { senderOf } from '../../http/addresses.ts'
import { requireClient } from '../../http/clients.ts'
import { Refused, refuseGone } from '../../http/refuse.ts'
import { WithCookie } from '../../http/serve.ts'
import { createTurns } from '../../http/turns.ts'
import { beginTry } from './attempts.ts'
import type { KnownDevices } from './known-device.ts'
import { badCredentials, beginLogIn, logged, mustBeActive, tenantOf } from './log-in.ts'
import { meaningsOf, passwordAmong } from './password.ts'
import { failuresOf, findAccount, forgetFailures, lockAttempts, takeCaptcha } from './queries.ts'
import { keepDigestOf } from './video/log-in.ts'

type Credentials = { username: string; password: string; randomStr?: string | undefined; code?: string | undefined }

type Parts = { db: Database; config: Pick<Config, 'CAPTCHA' | 'PASSWORD_KEY'>; devices: KnownDevices }

/** Log-ins that run at once, and wait: of browsers that the account has logged in from, and of all others. The last to wait is served in a few seconds. */
const maxRunning = 3
const maxWaiting = 100
const tooBusy = () => new Refused(503, 'session:refusal.tooBusy', {}, null, { 'retry-after': 5 })

/** Calls that look at the same time which organisation is meant, before it is known whether they may log in: they do not take all connections to the database. */
const maxLooking = 3

/** Log-ins of one account from browsers that it knows which wait while another one runs: no account takes the turns of all others. */
const maxWaitingOfAccount = 10

type From = { client: string; named: Named; device: string | undefined }

/** Log-ins by password. Failures at an account, or at many from one address, call for a captcha, as `CAPTCHA` says. Record: docs/decisions/0025. */
export function passwordLogIn({ db, config, devices }: Parts) {
  const needsCaptcha = (failures: { key: string; failures: number }[]) =>
    config.CAPTCHA === 'always' || (config.CAPTCHA === 'risk' && failures.some(isRisky))

  /** Attempts of each address that this process is checking now. */
  const underWay = new Map<string, number>()
  const inTurn = createTurns(maxRunning, { maxWaiting, refusal: tooBusy })
  const inTurnToLook = createTurns(maxLooking, { maxWaiting, refusal: tooBusy })
  const inTurnOfAccount = createTurns(1, { maxWaiting: maxWaitingOfAccount, refusal: tooBusy })

  async function lookFor(username: string, request: FastifyRequest): Promise<Named> {
    refuseGone(request)
    return { tenantId: await tenantOf(db, request), username }
  }

  async function logIn(input: Credentials, request: FastifyRequest) {
    const client = requireClient(request)
    const known = devices.knownAs(request, input.username)
    const run = async () => {
      const named = await lookFor(input.username, request)
      return tryToLogIn(input, request, { client, named, device: idIn(known, named) })
    }
    const [first] = known
    if (!first) return inTurn('stranger', run)
    // Before anything is asked: cookies of other accounts, or made-up ones, keep nobody out.
    return inTurnOfAccount(`${first.tenantId} ${input.username.toLowerCase()}`, () => inTurn('known', run))
  }

  async function tryToLogIn(input: Credentials, request: FastifyRequest, { client, named, device }: From) {
    const { atAccount, accounts, address } = attemptKeys(named, device, senderOf(request))
    const keys = [...atAccount, ...accounts, address]
    const known = await db.system((tx) => failuresOf(tx, [...atAccount, ...accounts]))
    // Attempts count from their start; those still under way from an address may be people of one office at the same moment.
    const decided = known.map((one) => ({
      ...one,
      failures: one.failures - (accounts.includes(one.key) ? (underWay.get(address) ?? 0) : 0),
    }))
    const isChecked = await checkCaptcha(db, input, needsCaptcha(decided), address)
    await db.system(async (tx) => {
      await lockAttempts(tx, keys)
      const failures = await failuresOf(tx, atAccount)
      // The address was asked about above.
      if (!isChecked && needsCaptcha(failures)) throw new Refused(428, 'session:refusal.captchaEmpty')
      const isFirst = !failures.some(({ key }) => key.startsWith('from:'))
      await beginTry(tx, isFirst ? keys : [...atAccount, address])
      underWay.set(address, (underWay.get(address) ?? 0) + 1)
    })
    try {
      const token = await logged(db, { ...named, grantType: 'password' }, request, async () => {
        const { account, password } = await checkPassword(db, named.tenantId, input, config.PASSWORD_KEY)
        const forget = (tx: Tx) => forgetFailures(tx, atAccount, address, ...accounts)
        try {
          const begun = await db.system(async (tx) => {
            const pair = await beginLogIn(tx, account, client, request)
            await forget(tx)
            return pair
          })
          const mayCall = begun.user_info.authorities.some(({ authority }) => authority === 'video_api')
          if (mayCall) await keepDigestOf(db, account.user, password)
          return begun
        } catch (error) {
          // The password was right: what failed here, as on a full disk, is nobody's wrong try.
          await db.system(forget).catch(() => undefined)
          throw error
        }
      })
      return new WithCookie(token, devices.cookieFor(request, named, device))
    } finally {
      const left = (underWay.get(address) ?? 0) - 1
      if (left > 0) underWay.set(address, left)
      else underWay.delete(address)
    }
  }

  /** True when an attempt from here, as the account, would need a captcha. */
  const isCaptchaNeeded = (username: string, request: FastifyRequest) =>
    inTurnToLook('', async () => {
      const named = await lookFor(username, request)
      const { atAccount, accounts } = attemptKeys(named, idIn(devices.knownAs(request, username), named), senderOf(request))
      return needsCaptcha(await db.system((tx) => failuresOf(tx, [...atAccount, ...accounts])))
    })

  return { logIn, isCaptchaNeeded }
}

/** True when a captcha was solved; refuses a wrong one, which counts for the address, and a missing one where it is required. */
async function checkCaptcha(
  db: Database,
  { randomStr, code }: Pick<Credentials, 'randomStr' | 'code'>,
  needed: boolean,
  address: string,
): Promise<boolean> {
  if (!needed && !code) return false
  if (!randomStr || !code) throw new Refused(428, 'session:refusal.captchaEmpty')
  const answer = await db.system((tx) => takeCaptcha(tx, randomStr))
  if (answer === code.trim()) return true
  await db.system((tx) => beginTry(tx, [address]))
  throw new Refused(428, 'session:refusal.captchaWrong')
}

/** The account with this password, and the password that was meant. Refuses a wrong password, and an account that may not log in. */
async function checkPassword(db: Database, tenantId: number, { username, password }: Credentials, keys: readonly string[]) {
  const account = await db.system((tx) => findAccount(tx, { tenantId, username }))
  const meant = await passwordAmong(account?.user.password, meaningsOf(password, keys))
  if (meant === undefined || !account) throw badCredentials()
  mustBeActive(account)
  return { account, password: meant }
}

type Named = { tenantId: number; username: string }

/** The browser as this organisation knows it. */
const idIn = (known: ReturnType<KnownDevices['knownAs']>, { tenantId }: Named) =>
  known.find((one) => one.tenantId === tenantId)?.id

const accountsAt = 'address:accounts:'
const isRisky = ({ key, failures }: { key: string; failures: number }) =>
  failures >= (key.startsWith(accountsAt) ? captchaAfterAccounts : captchaAfterFailures)

/**
 * What a try is counted by. At the account: a known device by itself; strangers from one address, who soon wait, and all strangers, who make the
 * account ask for captchas, and wait when there are very many. From the address: strangers' first tries at an account (`accounts`), of which many
 * make the address ask for captchas, and every try, of which many make it wait.
 */
function attemptKeys({ tenantId, username }: Named, device: string | undefined, sender: string) {
  const account = `${tenantId}:${username.toLowerCase()}`
  const address = `address:${sender}`
  if (device) return { atAccount: [`device:${device}`], accounts: [], address }
  return { atAccount: [`account:${account}`, `from:${sender}:${account}`], accounts: [`${accountsAt}${sender}`], address }
}
