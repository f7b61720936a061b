import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Size of a body that is parsed in a few ms, bytes; 2 MB of empty objects take 0.1 s, in which nobody else is served. Strangers send no larger one. */
export const smallBodyBytes = 128 * 1024

/** True for a body that is larger, or does not say how large it is. Forms with files are not parsed as a whole. */
export const isLargeBody = ({ headers }: FastifyRequest) =>
  !headers['content-type']?.startsWith('multipart/') &&
  ('transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > smallBodyBytes)

/** Resolves when it is the turn of this large body of `account` to be read; its turn lasts until the reply ends. */
export const turnOfBody = (app: FastifyInstance, account: string, reply: FastifyReply) =>
  new Promise<void>((resolve, reject) => {
    const untilReply = () =>
      new Promise<void>((end) => {
        finished(reply.raw, () => end())
        resolve()
      })
    app.inTurn(`${account} body`, untilReply).catch(reject)
  })
