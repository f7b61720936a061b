import { randomBytes } from 'node:crypto'
import { signMethod } from '@huanwei/contract/clients/rules'
import { hashOf, hmacOf, md5Of } from '../../http/open/signature.ts'
import type { startTestServer } from '../../test-kit.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>
export type Secret = { clientId: string; secret: string }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** A call as it is signed; what is sent may be another. */
export type OpenCall = { method: Method; url: string; body?: unknown; timestamp?: number; nonce?: string }

/** Headers of a call that is signed with HMAC-SHA256. */
export function hmacHeaders({ clientId, secret }: Secret, { method, url, body, timestamp, nonce }: OpenCall) {
  const once = nonce ?? randomBytes(12).toString('hex')
  const time = String(timestamp ?? Date.now())
  const bodyHash = hashOf(Buffer.from(body === undefined ? '' : JSON.stringify(body)))
  const sign = hmacOf(secret, { method, path: url, timestamp: time, nonce: once, bodyHash })
  return { 'client-id': clientId, timestamp: time, nonce: once, 'sign-method': signMethod, sign }
}

/** Headers of a call that is signed as the family does. */
export function md5Headers({ clientId, secret }: Secret, { url, timestamp }: OpenCall) {
  const time = String(timestamp ?? Date.now())
  return { 'client-id': clientId, timestamp: time, sign: md5Of({ path: url.split('?')[0]!, clientId, secret, timestamp: time }) }
}

/** Sends a call with these headers, from an address. */
export async function send({ app }: Server, call: OpenCall, headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  const { method, url, body } = call
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const reply = await app.inject({ method, url, ...payload, headers: { ...headers, ...type }, remoteAddress })
  return { status: reply.statusCode, ...reply.json() }
}

/** Signs and sends. */
export const callOpen = (server: Server, secret: Secret, call: OpenCall) => send(server, call, hmacHeaders(secret, call))
