import type { Word } from './words.ts'

/** A refusal the caller is meant to see: `{code: 1, msg, data}` with this HTTP status, the words in the caller's language. */
export class Refused extends Error {
  readonly status: number
  readonly word: Word
  readonly values: Record<string, string | number>
  readonly data: unknown
  constructor(status: number, word: Word, values: Record<string, string | number> = {}, data: unknown = null) {
    super(word)
    this.status = status
    this.word = word
    this.values = values
    this.data = data
  }
}

export const notFound = () => new Refused(404, 'missing')
export const denied = () => new Refused(403, 'denied', {}, 'access_denied')
export const conflict = (word: Word, values?: Record<string, string | number>) => new Refused(409, word, values)
export const invalid = (what: string) => new Refused(400, 'invalid', { what })
export const unauthorized = () => new Refused(401, 'unauthorized', {}, 'unauthorized')

/** True for PostgreSQL's unique violation (23505) on a constraint whose name starts with `constraint`. */
export const isTaken = (error: unknown, constraint: string) => isBroken(error, '23505', constraint)

/** True for PostgreSQL's foreign key violation (23503): what a row refers to went meanwhile, or is in use. */
export const isTorn = (error: unknown) => isBroken(error, '23503', '')

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

/** Full is a disk, or a share of one: this machine's, or the database's (53100). */
export const isDiskFull = (error: unknown) => {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof Error && 'code' in cause && ['ENOSPC', 'EDQUOT', '53100'].includes(String(cause.code))
}

/** Away is what data is kept in: it cannot be reached, takes nobody now, or went in the middle. */
export const isAway = (error: unknown) => {
  const cause = error instanceof Error && error.cause ? error.cause : error
  if (!(cause instanceof Error)) return false
  if ('severity' in cause && cause.severity === 'FATAL') return true
  return (
    ('syscall' in cause && cause.syscall === 'connect') ||
    ('code' in cause && ['EPIPE', 'ECONNRESET'].includes(String(cause.code))) ||
    /^(Connection terminated|timeout exceeded when)/.test(cause.message)
  )
}
