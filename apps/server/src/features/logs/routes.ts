import { LogType } from '@huanwei/contract/logs/codes'
import { listLoginLogs, listLogs, removeLog, reportErrors } from '@huanwei/contract/logs/endpoints'
import { scrubText } from '@huanwei/contract/logs/rules'
import { pageOf } from '@huanwei/contract/page'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { agentOf, serviceId } from '../../lib/operation-log.ts'
import { notFound } from '../../lib/refuse.ts'
import { serve } from '../../lib/serve.ts'
import { addLogs, listLoginRows, listLogRows, removeLogRow } from './queries.ts'

export function logRoutes(app: FastifyInstance, db: Database) {
  serve(app, listLogs, async (filter, viewer) => {
    const { records, total } = await db.within(viewer, (tx) => listLogRows(tx, viewer, filter))
    return pageOf(records, total, filter)
  })

  serve(app, removeLog, async ({ id }, viewer) => {
    if (!(await db.within(viewer, (tx) => removeLogRow(tx, viewer, id)))) throw notFound()
    return true
  })

  serve(app, reportErrors, async (entries, viewer, request) => {
    const common = {
      ...{ tenantId: viewer.tenantId, type: LogType.error, serviceId, method: '' },
      ...{ remoteAddr: request.ip, userAgent: agentOf(request) },
    }
    // What a browser says is as good as its user: the times are the server's, and nothing secret is kept.
    const rows = entries.map(({ url, user, message, stack, info }) => ({
      ...common,
      title: scrubText(info),
      createBy: user || viewer.username,
      requestUri: scrubText(url),
      params: scrubText(message),
      exception: scrubText(stack),
    }))
    await db.within(viewer, (tx) => addLogs(tx, rows))
    return true
  })

  serve(app, listLoginLogs, async (filter, viewer) => {
    const { records, total } = await db.within(viewer, (tx) => listLoginRows(tx, viewer, filter))
    return pageOf(records, total, filter)
  })
}
