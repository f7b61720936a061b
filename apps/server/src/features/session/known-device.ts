import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { dayMs } from '@huanwei/contract/time'
import type { FastifyRequest } from 'fastify'

/** Days after which a device is a stranger again. */
const knownDays = 180

const prefix = 'known-'

type Account = { tenantId: number; username: string }

/**
 * Browsers that an account has logged in from, by a signed cookie for each account: `<id>.<end, epoch s>.<signature>`. A known one does not wait for
 * what strangers try at the account; its own failures count by its id. Record: docs/decisions/0025.
 */
export function knownDevices(key: string) {
  const digest = (...parts: (string | number)[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  const nameOf = ({ tenantId, username }: Account) => `${prefix}${digest(tenantId, username.toLowerCase()).slice(0, 10)}`
  const signatureOf = ({ tenantId, username }: Account, id: string, ends: string) =>
    Buffer.from(digest(tenantId, username.toLowerCase(), id, ends))

  return {
    /** True when `request` has a cookie of some account, right or wrong. */
    isSent: ({ headers }: FastifyRequest) => headers.cookie?.includes(prefix) ?? false,
    /** Id of the browser behind `request`, when `account` has logged in from it. */
    idOf({ headers }: FastifyRequest, account: Account, now = Date.now()): string | undefined {
      const begin = `${nameOf(account)}=`
      const sent = headers.cookie?.split('; ').find((one) => one.startsWith(begin))
      const [id = '', ends = '', signature = ''] = sent?.slice(begin.length).split('.') ?? []
      const [given, wanted] = [Buffer.from(signature), signatureOf(account, id, ends)]
      const isSigned = given.length === wanted.length && timingSafeEqual(given, wanted)
      return isSigned && Number(ends) * 1000 > now ? id : undefined
    },
    /** The cookie of a log-in that succeeded. */
    cookieFor({ protocol }: FastifyRequest, account: Account, id = randomBytes(9).toString('base64url'), now = Date.now()) {
      const ends = String(Math.floor((now + knownDays * dayMs) / 1000))
      const value = `${id}.${ends}.${signatureOf(account, id, ends)}`
      const life = `Max-Age=${(knownDays * dayMs) / 1000}`
      return `${nameOf(account)}=${value}; Path=/; ${life}; HttpOnly; SameSite=Lax${protocol === 'https' ? '; Secure' : ''}`
    },
  }
}
export type KnownDevices = ReturnType<typeof knownDevices>
