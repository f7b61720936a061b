import type { FastifyReply, FastifyRequest } from 'fastify'
import { Agent, request as ask } from 'undici'
import { awayNow, type Elsewhere, headersOnward, withoutConnection } from './place.ts'

/** A terminal may take half a minute to answer. */
const agent = new Agent({ connections: 64, connect: { timeout: 3000 }, headersTimeout: 60_000 })

/** Answers a call, whose body is parsed already, with the reply of another process. Refuses with 503 when that is away. */
export async function passOn(request: FastifyRequest, reply: FastifyReply, place: Elsewhere) {
  const { address } = place
  const answer = await ask(address + request.url, {
    method: request.method as 'GET',
    headers: headersOnward(request, place),
    body: bodyOf(request),
    dispatcher: agent,
  }).catch((error: Error) => {
    request.log.warn({ address, error }, 'a call could not be passed on')
    place.noteFault(error)
    throw awayNow()
  })
  return reply.code(answer.statusCode).headers(withoutConnection(answer.headers)).send(answer.body)
}

function bodyOf({ method, body, headers }: FastifyRequest) {
  if (method === 'GET' || method === 'HEAD' || body === undefined) return null
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body)
}
