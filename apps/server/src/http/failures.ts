import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from './language.ts'
import { isCancelled, isDiskFull, isForeignKeyViolation, isStoreUnavailable, limitOf, Refused } from './refuse.ts'

/** Replies to an error of a handler or of the framework: a refusal with its message, an unexpected error as 500 with a reference to the log. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const answer = (status: number, word: TextKey, values: Record<string, string | number> = {}, data: unknown = null) =>
    reply.code(status).send({ code: 1, msg: say(languageOf(request.headers), word, values), data })

  if (error instanceof Refused) {
    reply.headers(error.headers)
    return answer(error.status, error.word, error.values, error.data)
  }
  if (isForeignKeyViolation(error)) return answer(409, 'refusals:goneMeanwhile')
  const limit = limitOf(error)
  if (limit) return answer(409, limit)
  const status = statusOf(error)
  if (status === 429) return answer(429, 'common:error.429')
  if (status < 500 && error instanceof Error) return answer(status, 'refusals:invalid', { what: error.message })
  if (hasCallerLeft(error, request)) {
    request.log.info({ url: request.routeOptions.url }, 'the caller left before the reply was whole')
    return reply.hijack()
  }
  if (isDiskFull(error)) {
    request.log.error({ error, url: request.routeOptions.url }, 'the disk is full')
    return answer(507, 'refusals:diskFull')
  }
  if (isStoreUnavailable(error) || isCancelled(error)) {
    request.log.warn({ error, url: request.routeOptions.url }, 'data cannot be reached')
    return answer(503, 'refusals:dataAway')
  }
  request.log.error({ error, reference: request.id, url: request.routeOptions.url }, 'bug')
  return answer(500, 'refusals:bug', { reference: request.id })
}

/** True when a streamed reply ended early because its caller disconnected. */
const hasCallerLeft = (error: unknown, { raw }: FastifyRequest) =>
  raw.socket.destroyed && error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

const statusOf = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
