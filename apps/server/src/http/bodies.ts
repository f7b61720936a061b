import { finished } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createTurns } from './turns.ts'

/** Size of a body that is parsed in a few ms, bytes; 2 MB of empty objects take 0.1 s, in which nobody else is served. Strangers send no larger one. */
export const smallBodyBytes = 128 * 1024

/** Pause behind a large body, as a multiple of the time that its parsing took: of the same account, and of all. */
const restFactor = { account: 9, all: 1 }
/** What an account may send in large bodies, bytes in a ms: reading them costs time too. */
const accountRate = 8000

/** The accounts whose large bodies are being read. */
const accounts = new WeakMap<FastifyRequest, string>()

/** True for a body that is larger, or does not say how large it is. Forms with files are not parsed as a whole. */
export const isLargeBody = ({ headers }: FastifyRequest) =>
  !headers['content-type']?.startsWith('multipart/') &&
  ('transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > smallBodyBytes)

/** Resolves when it is the turn of this large body of `account` to be read; its turn lasts until the reply ends. */
export const turnOfBody = (app: FastifyInstance, account: string, request: FastifyRequest, reply: FastifyReply) =>
  new Promise<void>((resolve, reject) => {
    accounts.set(request, account)
    const untilReply = () =>
      new Promise<void>((end) => {
        finished(reply.raw, () => end())
        resolve()
      })
    app.inTurn(`${account} body`, untilReply).catch(reject)
  })

/** Reads the rest of a body whose call was answered half-way, as with a full disk: the next call on its connection would wait for it. */
export function readToEnd(app: FastifyInstance) {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.readableEnded) return
    raw.unpipe()
    raw.resume()
  })
}

/**
 * A JSON text with U+FFFD in the place of each half of a character, which the database keeps in no `jsonb`. Only escapes make them: the bytes of a body
 * are UTF-8.
 */
const withoutHalves = (json: string) =>
  mayHoldHalf.test(json) ? json.replace(escapes, (sign) => (sign.length === halfLength ? '\\ufffd' : sign)) : json
const mayHoldHalf = /\\u[dD][89a-fA-F]/
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F]|u[dD][89a-fA-F][\da-fA-F]{2}|.)/gs
const halfLength = '\\ud800'.length

/** Parses JSON: large bodies one after the other with a pause behind each, so that an account that sends nothing else leaves most of the time to others. */
export function parseJson(app: FastifyInstance) {
  const parseWhole = app.getDefaultJsonParser('error', 'error')
  const parse: typeof parseWhole = (request, body, done) => parseWhole(request, withoutHalves(body), done)
  const inTurn = createTurns(1)
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const account = accounts.get(request)
    if (account === undefined) return parse(request, body, done)
    let ms = 0
    const parseAlone = async () => {
      const start = performance.now()
      void parse(request, body, done)
      ms = performance.now() - start
      await rest(restFactor.all * ms)
    }
    inTurn(account, async () => {
      await inTurn('', parseAlone)
      await rest(restFactor.account * ms + body.length / accountRate)
    }).catch(done)
  })
}

const rest = (ms: number) => sleep(ms, undefined, { ref: false })
