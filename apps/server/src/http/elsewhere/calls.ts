import type { FastifyReply, FastifyRequest } from 'fastify'
import { awayNow, type Elsewhere, headersOnward, withoutConnection } from './place.ts'

let opened: ReturnType<typeof openLine> | undefined
/** Loaded by the first call for another process: who has one process does without. A terminal may take half a minute to answer. */
async function openLine() {
  const { Agent, request } = await import('undici')
  return { ask: request, dispatcher: new Agent({ connections: 64, connect: { timeout: 3000 }, headersTimeout: 60_000 }) }
}

/** Answers a call, whose body is parsed already, with the reply of another process. Refuses with 503 when that is away. */
export async function passOn(request: FastifyRequest, reply: FastifyReply, place: Elsewhere) {
  const { address } = place
  opened ??= openLine()
  const { ask, dispatcher } = await opened
  const answer = await ask(address + request.url, {
    method: request.method as 'GET',
    headers: headersOnward(request, place),
    body: bodyOf(request),
    dispatcher,
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
