import { getViolationCase, makeViolationCase } from '@huanwei/contract/violations/endpoints'
import type { Language } from '@huanwei/words/languages'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/connect.ts'
import { languageOf } from '../../../http/language.ts'
import { notFound, Refused } from '../../../http/refuse.ts'
import { BinaryReply, serve } from '../../../http/serve.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { timeText } from '../../../lib/time.ts'
import { Tickets } from '../../../media/tickets.ts'
import type { FileAddresses } from '../../files/file-addresses.ts'
import type { FileStore } from '../../files/file-store.ts'
import { findViolationDetail } from '../queries.ts'
import { noteView } from '../views/queries.ts'
import { findCase } from './case.ts'
import { packCase } from './pack-case.ts'

type Parts = { db: Database; store: FileStore; addresses: FileAddresses }
type Grant = { account: string; viewer: Viewer; id: number; language: Language }

/** Time from making a case to taking it, ms. */
const takenWithinMs = 60_000

/** The case of a violation, for who sees the violation. */
export function caseRoutes(app: FastifyInstance, { db, store, addresses }: Parts) {
  const tickets = new Tickets<Grant>(takenWithinMs)

  serve(app, makeViolationCase, async ({ violationEventId: id }, viewer, { headers }) => {
    const language = languageOf(headers)
    if (!(await db.within(viewer, (tx) => findViolationDetail(tx, viewer, id, language)))) throw notFound()
    const issued = tickets.issue({ account: `${viewer.tenantId} ${viewer.userId}`, viewer, id, language }, Date.now())
    if (!issued) throw new Refused(429, 'common:error.429')
    return { url: addresses.sign(getViolationCase.path.replace(':ticket', issued.ticket), issued.expires) }
  })

  serve(app, getViolationCase, async ({ ticket }) => {
    const grant = tickets.take(ticket, Date.now())
    if (!grant) throw notFound()
    const { viewer, id, language } = grant
    const found = await db.within(viewer, async (tx) => {
      // The case says itself who took it out.
      await noteView(tx, viewer, { violationId: id })
      const inScope = await findCase(tx, viewer, id, language)
      if (!inScope) throw notFound()
      return inScope
    })
    const maker = { by: viewer.username, at: timeText(Date.now()) }
    const { objectName, createTime } = found.violation
    return new BinaryReply(await packCase(found, { store, maker, language, log: app.log }), {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${objectName}-${createTime.replace(/\D/g, '')}.zip`)}`,
      'cache-control': 'private, no-store',
    })
  })
}
