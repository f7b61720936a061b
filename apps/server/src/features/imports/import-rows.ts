import type { Parsed } from '@huanwei/contract/endpoint'
import type { ImportOutcome, ImportProblem, importUsers } from '@huanwei/contract/imports/endpoints'
import type { Language } from '@huanwei/words/languages'
import type { FastifyRequest } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, denied, isUniqueViolation, Refused } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { createRateLimiter } from '../../lib/rate-limiter.ts'
import { lockImport } from './queries.ts'
import { rowsOf, type SheetRow } from './sheet-rows.ts'

/** Imports that are checked or written at the same time in this process; each holds a connection to the database and some megabytes. */
const mostRunning = 2

type Asked = { language: Language; isUpdate: boolean; isWriting: boolean }
export type Checked<R> = { right: R[]; problems: ImportProblem[]; seen: string }
/** `before`: the record that a row changes; undefined when it adds one. */
type Right = { before?: unknown }

/** What is particular to a sheet. */
export type Kind<R extends Right, P> = {
  check: (tx: Tx, viewer: Viewer, rows: readonly SheetRow[], asked: Asked) => Promise<Checked<R>>
  /** Work that takes long, done before the transaction that writes; `right` checks the rows. */
  prepare: (right: () => Promise<readonly R[]>) => Promise<P>
  write: (tx: Tx, viewer: Viewer, right: readonly R[], prepared: P) => Promise<void>
  /** Prefix of the unique constraints that somebody else's record may break between the check and the write. */
  unique: string
  mayUpdate: (viewer: Viewer) => boolean
}

type Sent = Parsed<typeof importUsers>

/** Runs imports: one at a time of an account, few in all, and of an organisation one that writes. */
export function createImports(db: Database) {
  const running = new Set<string>()
  /** A few rounds of checking and writing at once, two hundred calls an hour. */
  const isAllowed = createRateLimiter({ burst: 40, perSecond: 1 / 18 })

  return async <R extends Right, P>(
    kind: Kind<R, P>,
    sent: Sent,
    viewer: Viewer,
    request: FastifyRequest,
  ): Promise<ImportOutcome> => {
    const account = `${viewer.tenantId} ${viewer.userId}`
    if (running.has(account)) throw conflict('imports:refusal.running')
    if (running.size >= mostRunning || !isAllowed(account, Date.now())) throw new Refused(429, 'imports:refusal.busy')
    running.add(account)
    try {
      const outcome = await importRows(db, kind, sent, viewer, languageOf(request.headers))
      const { added, changed, problems } = outcome
      const refused = new Set(problems.map(({ row }) => row)).size
      if (!sent.preview) request.operationDetails = { added, changed, refused }
      return outcome
    } finally {
      running.delete(account)
    }
  }
}

async function importRows<R extends Right, P>(db: Database, kind: Kind<R, P>, sent: Sent, viewer: Viewer, language: Language) {
  const isUpdate = sent.known === 'update'
  if (isUpdate && !kind.mayUpdate(viewer)) throw denied()
  const rows = rowsOf(sent)
  const check = (tx: Tx, isWriting: boolean) => kind.check(tx, viewer, rows, { language, isUpdate, isWriting })
  const look = () => db.within(viewer, (tx) => check(tx, false))
  if (sent.preview) return outcomeOf(await look())
  const prepared = await kind.prepare(async () => (await look()).right)

  const write = () =>
    db.within(viewer, async (tx) => {
      if (!(await lockImport(tx, viewer.tenantId))) throw conflict('imports:refusal.others')
      const checked = await check(tx, true)
      if (sent.seen !== undefined && sent.seen !== checked.seen) throw conflict('imports:refusal.changed')
      if (!sent.onlyRight && checked.problems.length) return outcomeOf({ ...checked, right: [] })
      await kind.write(tx, viewer, checked.right, prepared)
      return outcomeOf(checked)
    })
  // Somebody added such a record between the check and the write: a second check reports it.
  return write().catch((error: unknown) => {
    if (!isUniqueViolation(error, kind.unique)) throw error
    return write()
  })
}

function outcomeOf({ right, problems, seen }: Checked<Right>): ImportOutcome {
  const changed = right.filter(({ before }) => before !== undefined).length
  return { added: right.length - changed, changed, problems, seen }
}
