import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { dayMs } from '@huanwei/contract/time'
import type { FastifyRequest } from 'fastify'

/** Days after which a device is a stranger again. */
const knownDays = 180

const prefix = 'known-'

/** Cookies of accounts that are looked at: more is a flood. */
const mostCookies = 50

type Account = { tenantId: number; username: string }

type Known = { tenantId: number; id: string }

/**
 * Browsers that an account has logged in from, by a signed cookie for each account: `<id>.<tenant>.<end, epoch s>.<signature>`. A known one does not wait
 * for what strangers try at the account; its own failures count by its id. Record: docs/decisions/0025.
 */
export function knownDevices(key: string) {
  const digest = (...parts: (string | number)[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  const nameOf = ({ tenantId, username }: Account) => `${prefix}${digest(tenantId, username.toLowerCase()).slice(0, 10)}`
  const signatureOf = ({ tenantId, username }: Account, id: string, ends: string) =>
    Buffer.from(digest(tenantId, username.toLowerCase(), id, ends))

  /** What this cookie says about a browser of `username`; undefined when it is not this account's, forged or too old. */
  function read(cookie: string, username: string, now: number): Known | undefined {
    const [name = '', value = ''] = cookie.split('=')
    const [id = '', tenant = '', ends = '', signature = ''] = value.split('.')
    const account = { tenantId: Number(tenant), username }
    if (name !== nameOf(account)) return undefined
    const [given, wanted] = [Buffer.from(signature), signatureOf(account, id, ends)]
    const isSigned = given.length === wanted.length && timingSafeEqual(given, wanted)
    return isSigned && Number(ends) * 1000 > now ? { tenantId: account.tenantId, id } : undefined
  }

  return {
    /** The browser behind `request` as each organisation knows it in which a `username` has logged in from it. Asks no database. */
    knownAs: ({ headers }: FastifyRequest, username: string, now = Date.now()): Known[] =>
      (headers.cookie?.split('; ') ?? [])
        .filter((one) => one.startsWith(prefix))
        .slice(-mostCookies)
        .flatMap((one) => read(one, username, now) ?? []),
    /** The cookie of a log-in that succeeded. */
    cookieFor({ protocol }: FastifyRequest, account: Account, id = randomBytes(9).toString('base64url'), now = Date.now()) {
      const ends = String(Math.floor((now + knownDays * dayMs) / 1000))
      const value = `${id}.${account.tenantId}.${ends}.${signatureOf(account, id, ends)}`
      const life = `Max-Age=${(knownDays * dayMs) / 1000}`
      return `${nameOf(account)}=${value}; Path=/; ${life}; HttpOnly; SameSite=Lax${protocol === 'https' ? '; Secure' : ''}`
    },
  }
}
export type KnownDevices = ReturnType<typeof knownDevices>
