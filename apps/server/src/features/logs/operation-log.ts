import { setTimeout as sleep } from 'node:timers/promises'
import { type Endpoint, nameOfCall } from '@huanwei/contract/endpoint'
import { LogType } from '@huanwei/contract/logs/codes'
import { scrubField } from '@huanwei/contract/logs/rules'
import { say } from '@huanwei/words/say'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { Refused } from '../../http/refuse.ts'
import type { Operator } from '../../http/serve.ts'
import { addLogs, type NewLog } from './queries.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** More for the line of the call than what was sent, such as what it removed. */
    operationDetails?: object
  }
}

/** Name of this program in the log, where that of a client of the open API stands for its calls. */
export const serviceId = 'huanwei'

/** Rows that go into one statement. */
const atOnce = 200
/** Limit of rows waiting for an unreachable database; rows beyond it are dropped and counted in the process's log. */
const mostWaiting = 20_000
/** Pause after a failed try, ms. */
const retryMs = 1000
/** Attempts to write waiting rows when the process ends. */
const lastTries = 3

const longestParams = 4000

export type OperationLog = ReturnType<typeof startOperationLog>
type Log = { error(what: object, text: string): void }

/** Records user operations asynchronously: no call waits for its log line; `close` writes the waiting ones. */
export function startOperationLog(db: Database, log: Log) {
  const waiting: NewLog[] = []
  let writing: Promise<void> | undefined
  let isClosing = false
  let lost = 0

  /** Begins the line of a call; the function it returns ends it, with the error if there was one. */
  function begin(endpoint: Endpoint, viewer: Operator, request: FastifyRequest) {
    const lineOf = beginLine(endpoint, viewer, request)
    return (error?: unknown) => {
      if (waiting.length >= mostWaiting) {
        lost++
        return
      }
      waiting.push(lineOf(error))
      writing ??= write().finally(() => {
        writing = undefined
      })
    }
  }

  /** Writes until nothing waits; at the end of the process only a few times more. */
  async function write() {
    let most = atOnce
    for (let tries = 0; waiting.length && !(isClosing && tries >= lastTries); ) {
      const rows = waiting.slice(0, most)
      try {
        await db.system((tx) => addLogs(tx, rows))
        waiting.splice(0, rows.length)
        tries = 0
      } catch (error) {
        if (isAboutRow(error)) {
          // One that the database does not take holds up no other: fewer at a time, until it stands alone.
          most = leaveOut(rows, error)
          continue
        }
        if (tries++ === 0) log.error({ error }, 'the operation log waits for the database')
        await sleep(retryMs)
      }
    }
  }

  /** Drops a row that the database does not take; of several, returns how many to try next. */
  function leaveOut(rows: NewLog[], error: unknown) {
    if (rows.length > 1) return Math.ceil(rows.length / 2)
    waiting.shift()
    lost++
    log.error({ error }, 'the database does not take a line of the operation log')
    return atOnce
  }

  return {
    begin,
    /** Writes what waits; what cannot be written is counted in the process's log. */
    async close() {
      isClosing = true
      await writing
      if (waiting.length) await write()
      const all = lost + waiting.length
      if (all) log.error({ lost: all }, 'lines of the operation log were lost')
    },
  }
}

/** Begins a line now, before the call changes what was sent. The function it returns ends it. */
function beginLine(endpoint: Endpoint, viewer: Operator, request: FastifyRequest) {
  const started = performance.now()
  const begun = {
    tenantId: viewer.tenantId,
    serviceId: viewer.client ?? serviceId,
    title: nameOfCall(endpoint),
    createBy: viewer.username,
    method: endpoint.method,
    remoteAddr: request.ip,
    userAgent: agentOf(request),
    requestUri: addressOf(endpoint, request),
  }
  return (error: unknown): NewLog => ({
    ...begun,
    ...failureOf(error, request),
    params: JSON.stringify(sentBy(request)).slice(0, longestParams),
    time: Math.round(performance.now() - started),
    createTime: new Date().toISOString(),
  })
}

export const agentOf = (request: FastifyRequest) => (request.headers['user-agent'] ?? '').slice(0, 500)

/** The called address with its ids, without its query and without secrets. */
const addressOf = ({ path }: Endpoint, { params }: FastifyRequest) => {
  const sent = new Map(typeof params === 'object' && params !== null ? Object.entries(params) : [])
  return path.replace(/:(\w+)/g, (_, name: string) => String(scrubField(name, sent.get(name)))).slice(0, 500)
}

const sentBy = ({ body, query, params, operationDetails }: FastifyRequest) =>
  Array.isArray(body)
    ? [`${body.length}`]
    : scrubField('', { ...objectOf(body), ...objectOf(query), ...objectOf(params), ...operationDetails })

const objectOf = (part: unknown): object => (typeof part === 'object' && part !== null ? part : {})

/** A refusal is an operation that did not happen; everything else that failed is an error with its reference. */
function failureOf(error: unknown, request: FastifyRequest): Pick<NewLog, 'type' | 'exception'> {
  if (error === undefined) return { type: LogType.operation }
  if (!(error instanceof Refused)) return { type: LogType.error, exception: `500 ${request.id}` }
  // A refusal may quote what was sent.
  const text = `${error.status} ${say('zh-CN', error.word, error.values)}`.replaceAll('\0', '')
  return { type: LogType.operation, exception: text.slice(0, 2000) }
}

/** The database is there but takes no such row (classes 22 and 23): trying again is no use. */
function isAboutRow(error: unknown) {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof Error && 'code' in cause && /^2[23]/.test(String(cause.code))
}
