import { getPlatform, type Platform } from '@huanwei/contract/platform/endpoints'
import { minuteMs } from '@huanwei/contract/time'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { inTime } from '../../health/readiness.ts'
import { serve } from '../../http/serve.ts'
import { kept } from '../../lib/kept.ts'
import { timeText } from '../../lib/time.ts'
import type { Latest } from '../../position/latest/latest.ts'
import type { IngestCalls } from '../../position/link.ts'
import { findJobs } from '../jobs/queries.ts'
import { countIdlePartitions } from '../partitions/queries.ts'
import type { CallTimes } from './call-times.ts'
import { watchNode } from './node.ts'
import { findBacklog, findDatabase } from './queries.ts'

type Parts = {
  db: Database
  ingest: Pick<IngestCalls, 'figures' | 'processes'>
  latest: Pick<Latest, 'shown'>
  version: string
  callTimes: CallTimes
}

/** An answer serves everybody who asks for so long, ms. */
const keptMs = 2000
/** What happened longer ago says nothing of now, ms. */
const staleMs = minuteMs

/** An age that was measured at that moment (epoch ms), while it says something. */
const ageAt = (measuredAt: number, ageMs: number) => (Date.now() - measuredAt < staleMs ? Math.max(0, Math.round(ageMs)) : null)

/** The operator's view of the installation; it belongs to no tenant. */
export function platformRoutes(app: FastifyInstance, { db, ingest, latest, version, callTimes }: Parts) {
  const node = watchNode({ version, sockets: () => app.websocketServer.clients.size })
  app.addHook('onClose', async () => node.end())

  async function terminals(): Promise<Platform['terminals']> {
    const figures = await inTime(ingest.figures())
    if (!figures) return null
    const { connections, waiting, stored, refused, storedAt, storedAfter } = figures
    const { shownAt, shownAfter } = latest.shown()
    return {
      connections,
      waiting,
      stored,
      refused,
      storedTime: storedAt ? timeText(storedAt) : null,
      storedAfterMs: ageAt(storedAt, storedAfter),
      shownAfterMs: ageAt(shownAt, shownAfter),
    }
  }

  const processes = () =>
    ingest.processes().map(({ name, roles, startedAt, connections, waiting, stored, storedAt, storedAfter, partitions }) => ({
      name,
      roles: [...roles],
      startTime: timeText(startedAt),
      connections,
      waiting,
      stored,
      storedAfterMs: ageAt(storedAt, storedAfter),
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
