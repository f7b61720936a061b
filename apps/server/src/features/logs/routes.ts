import { LogType } from '@huanwei/contract/logs/codes'
import { listLoginLogs, listLogs, removeLog, reportErrors } from '@huanwei/contract/logs/endpoints'
import { logRemovalRefusal, scrubText } from '@huanwei/contract/logs/rules'
import { pageOf } from '@huanwei/contract/page'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { languageOf } from '../../http/language.ts'
import { notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { agentOf, serviceId } from './operation-log.ts'
import { addLogs, countRecentErrors, listLoginRows, listLogRows, removeLogRow } from './queries.ts'

/** Rows of one account; a page that fails in a loop says the same again and again. */
const maxErrorsPerMinute = 120

export function logRoutes(app: FastifyInstance, db: Database) {
  serve(app, listLogs, async (filter, viewer, { headers }) => {
    const { records, total } = await db.within(viewer, (tx) => listLogRows(tx, viewer, filter, languageOf(headers)))
    return pageOf(records, total, filter)
  })

  serve(app, removeLog, async ({ id }, viewer, request) => {
    // The line of the removal keeps what the removed one said.
    request.operationDetails = await db.within(viewer, async (tx) => {
      const removed = await removeLogRow(tx, viewer, id)
      if (!removed) throw notFound()
      const refusal = logRemovalRefusal(removed, viewer.username)
      if (refusal) throw new Refused(403, `logs:refusal.${refusal}`, {}, 'access_denied')
      return { removed }
    })
    return true
  })

  serve(app, reportErrors, async (entries, viewer, request) => {
    const common = {
      tenantId: viewer.tenantId,
      type: LogType.error,
      serviceId,
      method: '',
      remoteAddr: request.ip,
      userAgent: agentOf(request),
    }
    // A browser's report is untrusted: times are the server's, and secrets are scrubbed.
    const rows = entries.map(({ url, user, message, stack, info }) => ({
      ...common,
      title: scrubText(info),
      createBy: viewer.username,
      requestUri: scrubText(url),
      // The browser may have been somebody else's when it happened; that is its word alone.
      params: scrubText(user && user !== viewer.username ? `${user}: ${message}` : message),
      exception: scrubText(stack),
    }))
    await db.within(viewer, async (tx) => {
      if ((await countRecentErrors(tx, viewer)) + rows.length > maxErrorsPerMinute) throw new Refused(429, 'common:error.429')
      await addLogs(tx, rows)
    })
    return true
  })

  serve(app, listLoginLogs, async (filter, viewer) => {
    const { records, total } = await db.within(viewer, (tx) => listLoginRows(tx, viewer, filter))
    return pageOf(records, total, filter)
  })
}
