import type { FastifyRequest } from 'fastify'
import type { Viewer } from '../../../http/viewer.ts'
import type { ApiParts } from './call.ts'

/** Addresses are good for a day, and no longer than the session. */
const days = 1

/** Makes addresses of stored files at the host that was asked. */
export function addressesFor({ addresses }: Pick<ApiParts, 'addresses'>, { family }: Viewer, request: FastifyRequest) {
  const origin = `${request.protocol}://${request.host}`
  return (fileName: string) => origin + addresses.addressOf(fileName, days, { login: family })
}
