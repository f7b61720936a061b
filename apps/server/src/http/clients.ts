import type { FastifyRequest } from 'fastify'
import { Refused } from './refuse.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Secret of outside sites that check tokens, and whether the secrets that everybody knows are refused there. */
    tokenChecks: { secret: string | undefined; isProduction: boolean }
  }
}

/** OAuth clients and the secrets that everybody knows: they name programs, as a browser can keep none. Source: spec 4, S0 §7. */
const clients = new Map([
  ['pig', 'pig'],
  ['app', 'app'],
  ['social', 'social'],
])

/** The client named in the Basic header. Refuses with 401; in production also, to check tokens (`checks`), a secret that everybody knows. */
export function requireClient(request: FastifyRequest, checks = false): string {
  const [scheme, encoded] = (request.headers.authorization ?? '').split(' ')
  const [name = '', secret] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(':')
  const own = request.server.tokenChecks
  const isOwn = own.secret !== undefined && name === 'app' && secret === own.secret
  const isKnown = secret !== undefined && clients.get(name) === secret && !(checks && own.isProduction)
  if (scheme?.toLowerCase() !== 'basic' || !(isOwn || isKnown))
    throw new Refused(401, 'session:refusal.badClient', {}, 'unauthorized')
  return name
}
