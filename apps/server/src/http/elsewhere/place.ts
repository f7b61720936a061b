import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Refused } from '../refuse.ts'

/** Where calls of organisations are answered. */
export type Places = {
  /** Base address of another process; undefined for this one, null where no process has the organisation now. */
  of(tenantId: number): string | undefined | null
  /** Nobody answers at this address: it has nothing for a while. */
  missed(address: string): void
}

/** A process that answers in place of this one. */
export type Elsewhere = { address: string; missed(): void }

/** Says under which id a call or a socket comes from another process; it is not to be sent on again. */
const mark = 'x-huanwei-passed-on'

/** The process that answers a call in place of this one, if there is one. Refuses with 503 where none does now. */
export function elsewhere(places: Places, tenantId: number, { headers }: FastifyRequest): Elsewhere | undefined {
  const address = headers[mark] ? undefined : places.of(tenantId)
  if (address === null) throw awayNow()
  return address === undefined ? undefined : { address, missed: () => places.missed(address) }
}

/** The id of a request in the logs: that which the process before gave it, or a new one. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const before = String(headers[mark])
  return /^[0-9a-f]{8}$/.test(before) ? before : randomUUID().slice(0, 8)
}

export const awayNow = () => new Refused(503, 'refusals:stopping')

const ofConnection =
  /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|content-length|expect|sec-websocket-(key|version|extensions))$/

/** Without the headers of one connection, which are not those of the next. */
export const withoutConnection = <T>(headers: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.test(name)))

/** The headers of a request on its way to another process. */
export const headersOnward = ({ id, ip, headers }: FastifyRequest) => ({
  ...withoutConnection(headers),
  'x-forwarded-for': ip,
  [mark]: id,
})
