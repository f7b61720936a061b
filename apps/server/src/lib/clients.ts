import type { FastifyRequest } from 'fastify'
import { Refused } from './refuse.ts'

/** OAuth clients and their secrets. They tell programs apart and keep nobody out: that is what accounts are for. Source: spec 4, S0 §7. */
const clients = new Map([
  ['pig', 'pig'],
  ['app', 'app'],
])

/** The client named in the Basic header. Refuses with 401. */
export function requireClient(request: FastifyRequest): string {
  const [scheme, encoded] = (request.headers.authorization ?? '').split(' ')
  const [name = '', secret] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(':')
  if (scheme?.toLowerCase() !== 'basic' || secret === undefined || clients.get(name) !== secret)
    throw new Refused(401, 'badClient', {}, 'unauthorized')
  return name
}
