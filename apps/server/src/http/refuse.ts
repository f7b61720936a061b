import type { TextKey } from '@huanwei/words/messages'
import type { FastifyRequest } from 'fastify'
import { isUnanswered } from '../db/transaction.ts'

/** A refusal for the caller: `{code: 1, msg, data}` with this HTTP status and the message in the caller's language. */
export class Refused extends Error {
  readonly status: number
  readonly word: TextKey
  readonly values: Record<string, string | number>
  readonly data: unknown
  readonly headers: Record<string, string | number>
  constructor(
    status: number,
    word: TextKey,
    values: Record<string, string | number> = {},
    data: unknown = null,
    headers: Record<string, string | number> = {},
  ) {
    super(word)
    this.status = status
    this.word = word
    this.values = values
    this.data = data
    this.headers = headers
  }
}

export const notFound = () => new Refused(404, 'common:error.404')
export const denied = () => new Refused(403, 'refusals:denied', {}, 'access_denied')
export const conflict = (word: TextKey, values?: Record<string, string | number>) => new Refused(409, word, values)
export const invalid = (what: string) => new Refused(400, 'refusals:invalid', { what })
/** Refuses a call for which nobody waits any more: what others wait for comes first. */
export function refuseGone({ raw }: FastifyRequest) {
  if (raw.socket.destroyed || raw.readableAborted) throw new Refused(408, 'common:error.429')
}
export const unauthorized = () => new Refused(401, 'session:refusal.unauthorized', {}, 'unauthorized')

/** True for PostgreSQL's unique violation (23505) on a constraint whose name starts with `constraint`. */
export const isUniqueViolation = (error: unknown, constraint: string) => isBroken(error, '23505', constraint)

/** True for PostgreSQL's foreign-key violation (23503): a referenced row was removed meanwhile, or is still referenced. */
export const isForeignKeyViolation = (error: unknown) => isBroken(error, '23503', '')

/** Word for the limit of the tenant that a statement would exceed; undefined when it is none. Source: triggers.sql, `hold_limit`. */
export const limitOf = (error: unknown): TextKey | undefined =>
  isBroken(error, '23514', 'tenant_max_users')
    ? 'refusals:maxUsers'
    : isBroken(error, '23514', 'tenant_max_terminals')
      ? 'refusals:maxTerminals'
      : undefined

function isBroken(error: unknown, code: string, constraint: string): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return (
    typeof cause === 'object' &&
    cause !== null &&
    'code' in cause &&
    cause.code === code &&
    'constraint' in cause &&
    typeof cause.constraint === 'string' &&
    cause.constraint.startsWith(constraint)
  )
}

/** True if a disk or quota is full, here or on the database server (53100). */
export const isDiskFull = (error: unknown) => {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof Error && 'code' in cause && ['ENOSPC', 'EDQUOT', '53100'].includes(String(cause.code))
}

/** True if the database cancelled the statement (57014): it took longer than the timeout, or an administrator ended it. */
export const isCancelled = (error: unknown) => {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === '57014'
}

/** True if the data store is unreachable, refuses connections, dropped this one, or does not answer. */
export const isStoreUnavailable = (error: unknown) => {
  const cause = error instanceof Error && error.cause ? error.cause : error
  if (!(cause instanceof Error)) return false
  if (isUnanswered(cause) || ('severity' in cause && cause.severity === 'FATAL')) return true
  return (
    ('syscall' in cause && cause.syscall === 'connect') ||
    ('code' in cause && ['EPIPE', 'ECONNRESET'].includes(String(cause.code))) ||
    /^(Connection terminated|timeout exceeded when|Client has encountered a connection error)/.test(cause.message)
  )
}
