import { getPlatform, type Platform } from '@huanwei/contract/platform/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { inTime } from '../../health/readiness.ts'
import { serve } from '../../http/serve.ts'
import { kept } from '../../lib/kept.ts'
import { timeText } from '../../lib/time.ts'
import type { IngestCalls } from '../../position/link.ts'
import { findJobs } from '../jobs/queries.ts'
import { countIdlePartitions } from '../partitions/queries.ts'
import type { CallTimes } from './call-times.ts'
import { watchNode } from './node.ts'
import { findBacklog, findDatabase } from './queries.ts'

type Parts = { db: Database; ingest: Pick<IngestCalls, 'figures' | 'processes'>; version: string; callTimes: CallTimes }

/** An answer serves everybody who asks for so long, ms. */
const keptMs = 2000

/** The operator's view of the installation; it belongs to no tenant. */
export function platformRoutes(app: FastifyInstance, { db, ingest, version, callTimes }: Parts) {
  const node = watchNode({ version, sockets: () => app.websocketServer.clients.size })
  app.addHook('onClose', async () => node.end())

  async function terminals(): Promise<Platform['terminals']> {
    const figures = await inTime(ingest.figures())
    if (!figures) return null
    const { connections, waiting, stored, refused, storedAt } = figures
    return { connections, waiting, stored, refused, storedTime: storedAt ? timeText(storedAt) : null }
  }

  const processes = () =>
    ingest.processes().map(({ name, roles, startedAt, connections, waiting, stored, partitions }) => ({
      name,
      roles: [...roles],
      startTime: timeText(startedAt),
      connections,
      waiting,
      stored,
      partitions,
    }))

  const platform = kept(async (): Promise<Platform> => {
    const heard = await terminals()
    return db.system(async (tx) => ({
      node: node.state(),
      processes: processes(),
      idlePartitions: ingest.processes().length ? await countIdlePartitions(tx) : 0,
      terminals: heard,
      database: { ...(await findDatabase(tx)), waiting: db.figures().reduce((sum, { waiting }) => sum + waiting, 0) },
      backlog: await findBacklog(tx),
      jobs: await findJobs(tx),
      calls: callTimes.slowest(),
    }))
  }, keptMs)
  serve(app, getPlatform, () => platform())
}
