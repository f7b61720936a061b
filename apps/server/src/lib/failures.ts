import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAway, isTorn, Refused } from './refuse.ts'
import { languageOf, say, type Word } from './words.ts'

/** Answers what a handler or the framework threw: a refusal in words, everything unforeseen as 500 with a reference to the log. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const answer = (status: number, word: Word, values: Record<string, string | number> = {}, data: unknown = null) =>
    reply.code(status).send({ code: 1, msg: say(languageOf(request.headers), word, values), data })

  if (error instanceof Refused) return answer(error.status, error.word, error.values, error.data)
  if (isTorn(error)) return answer(409, 'goneMeanwhile')
  const status = statusOf(error)
  if (status === 429) return answer(429, 'tooMany')
  if (status < 500 && error instanceof Error) return answer(status, 'invalid', { what: error.message })
  if (isGone(error, request)) {
    request.log.info({ url: request.routeOptions.url }, 'the caller left before the reply was whole')
    return reply.hijack()
  }
  if (isAway(error)) {
    request.log.warn({ error, url: request.routeOptions.url }, 'data cannot be reached')
    return answer(503, 'dataAway')
  }
  request.log.error({ error, reference: request.id, url: request.routeOptions.url }, 'bug')
  return answer(500, 'bug', { reference: request.id })
}

/** A reply in pieces ends early when its caller goes away: nobody is left to answer. */
const isGone = (error: unknown, { raw }: FastifyRequest) =>
  raw.socket.destroyed && error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

const statusOf = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500

/** An error as the log keeps it: what and where, without the values of the statement it happened in. */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  // A failed statement carries its values in message and stack; what went wrong is in its cause.
  const isStatement = 'query' in error && 'params' in error
  const told = isStatement && error.cause instanceof Error ? error.cause : error
  return {
    type: told.name,
    message: isStatement && told === error ? 'a statement failed' : told.message,
    ...('code' in told && { code: told.code }),
    ...(isStatement && { statement: error.query }),
    at: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
  }
}
