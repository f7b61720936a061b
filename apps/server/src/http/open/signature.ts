import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type SignedCall, signedText } from '@huanwei/contract/clients/rules'

type Family = { path: string; clientId: string; secret: string; timestamp: string }

/** The family's signature: upper-case hex MD5 of path, client id, secret and timestamp. Source: spec 4, S1 §7.9. */
export const md5Of = ({ path, clientId, secret, timestamp }: Family) =>
  createHash('md5').update(`${path}${clientId}${secret}${timestamp}`).digest('hex').toUpperCase()

/** Lower-case hex HMAC-SHA256 of a call. Source: spec 3, section 18. */
export const hmacOf = (secret: string, call: SignedCall) => createHmac('sha256', secret).update(signedText(call)).digest('hex')

/** Lower-case hex SHA-256. */
export const hashOf = (body: Uint8Array) => createHash('sha256').update(body).digest('hex')

/** A key to sign with. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** Compares signatures in a time that tells nothing about where they differ. */
export function isSame(sent: string, right: string) {
  const [a, b] = [Buffer.from(sent), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
