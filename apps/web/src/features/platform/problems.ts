import type { Platform } from '@huanwei/contract/platform/endpoints'

/** Share of the connections that the database allows from which on few are left. */
const fewLeft = 0.8
/** A process that answers later than this feels slow, ms. */
const lateMs = 250
/** Positions that are stored later than this after they came are behind, ms. */
const behindMs = 10_000

/** Message keys of what is wrong with the installation, with their counts. Pure. */
export function problemsOf({ node, terminals, idlePartitions, database, backlog, jobs }: Platform) {
  const failing = jobs.filter(({ failures }) => failures > 0).length
  return [
    !terminals && ({ key: 'problem.terminals', count: 0 } as const),
    (terminals?.storedAfterMs ?? 0) > behindMs &&
      ({ key: 'problem.behind', count: Math.round((terminals?.storedAfterMs ?? 0) / 1000) } as const),
    idlePartitions > 0 && ({ key: 'problem.partitions', count: idlePartitions } as const),
    failing > 0 && ({ key: 'problem.jobs', count: failing } as const),
    backlog.failedEvents > 0 && ({ key: 'problem.events', count: backlog.failedEvents } as const),
    database.connections >= fewLeft * database.mostConnections &&
      ({ key: 'problem.connections', count: database.connections } as const),
    node.delayMs > lateMs && ({ key: 'problem.late', count: Math.round(node.delayMs) } as const),
  ].filter((problem) => problem !== false)
}
