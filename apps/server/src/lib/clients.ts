import type { FastifyRequest } from 'fastify'
import { Refused } from './refuse.ts'

/** OAuth clients and their secrets. `test` skips the captcha and is for the demo and tests. Source: spec 4, S0 §7. */
const clients: Record<string, string> = { pig: 'pig', app: 'app', test: 'test' }

/** The client named in the Basic header. Refuses with 401. */
export function requireClient(request: FastifyRequest): string {
  const [scheme, encoded] = (request.headers.authorization ?? '').split(' ')
  const [name = '', secret] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(':')
  if (scheme?.toLowerCase() !== 'basic' || !Object.hasOwn(clients, name) || clients[name] !== secret)
    throw new Refused(401, 'badClient', {}, 'unauthorized')
  return name
}
