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
  /** Known to the processes of an installation alone. */
  secret: string
}

/** A process that answers in place of this one. A handler that returns it gives that one's reply. */
export class Elsewhere {
  readonly address: string
  readonly #places: Places
  constructor(address: string, places: Places) {
    this.address = address
    this.#places = places
  }

  get secret() {
    return this.#places.secret
  }

  /** Notes that nobody answers there, where that is what `error` says: a slow answer is no such thing. */
  noteFault(error: Error & { code?: string }) {
    if (unreachable.has(error.code ?? '')) this.#places.missed(this.address)
  }
}
const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Says under which id a call or a socket comes from another process, with the secret of both: it is answered here. */
const mark = 'x-huanwei-passed-on'
const marked = (id: string, secret: string) => `${id} ${secret}`

/** The process that answers a call in place of this one, if there is one. Refuses with 503 where none does now. */
export function elsewhere(places: Places, tenantId: number, { headers }: FastifyRequest): Elsewhere | undefined {
  const { secret } = places
  const isPassedOn = secret !== '' && headers[mark] === marked(String(headers[mark]).slice(0, idLength), secret)
  const address = isPassedOn ? undefined : places.of(tenantId)
  if (address === null) throw awayNow()
  return address === undefined ? undefined : new Elsewhere(address, places)
}

/** The id of a request in the logs: that which the process before gave it, or a new one. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const before = String(headers[mark]).slice(0, idLength)
  return /^[0-9a-f]{8}$/.test(before) ? before : randomUUID().slice(0, idLength)
}
const idLength = 8

export const awayNow = () => new Refused(503, 'refusals:stopping')

const ofConnection =
  /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|content-length|expect|sec-websocket-(key|version|extensions))$/

/** Without the headers of one connection, which are not those of the next. */
export const withoutConnection = <T>(headers: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.test(name)))

/** The headers of a request on its way to another process. */
export const headersOnward = ({ id, ip, headers }: FastifyRequest, { secret }: Pick<Elsewhere, 'secret'>) => ({
  ...withoutConnection(headers),
  'x-forwarded-for': ip,
  [mark]: marked(id, secret),
})
