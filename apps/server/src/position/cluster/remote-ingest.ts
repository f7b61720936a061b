import { processRoles } from '@huanwei/contract/platform/codes'
import type { EndedUpload, Ingest, IngestFigures, ProcessState } from '../link.ts'
import type { Log } from '../log.ts'
import type { Update } from '../report.ts'
import { postEveryMs, streamCapacity } from '../roles/alone.ts'
import { UpdateBatch } from '../update-batch.ts'
import { callsOver } from './calls.ts'
import { join, type Membership } from './member.ts'
import { each, type Nodes, noFigures } from './nodes.ts'
import { subjects } from './partition.ts'
import { createReportPublisher } from './report-publisher.ts'
import { followTerminals } from './whereabouts.ts'

type Committed = { sender: string; number: number; updates: Update[] }

type Parts = {
  membership: Membership
  log: Log
  /** Updates were missed: the live state has to be read again. */
  missed(): void
}

/** The terminals of all gateways and the work of all workers, as the API of one of several processes sees them. */
export async function startRemoteIngest({ membership, log, missed }: Parts): Promise<Omit<Ingest, 'port'>> {
  const { nats, js, nodes } = await join(membership, log)
  const batch = new UpdateBatch()
  const terminals = followTerminals({ nats, nodes, changed: (updates) => batch.add(updates), log })
  const publisher = createReportPublisher({ js, capacity: streamCapacity, log })
  const listeners: ((updates: Update[]) => void)[] = []
  const uploadListeners: ((ended: EndedUpload) => void)[] = []
  const numbers = new Map<string, number>()

  void each<Committed>(nats.subscribe(subjects.updates), ({ sender, number, updates }) => {
    const last = numbers.get(sender)
    numbers.set(sender, number)
    if (last !== undefined && number !== last + 1) missed()
    batch.add(updates)
  })
  void each<EndedUpload>(nats.subscribe(subjects.uploadsEnded), (ended) => {
    for (const listener of uploadListeners) listener(ended)
  })
  nodes.onGone(({ id }) => numbers.delete(id))

  const passing = setInterval(() => {
    if (batch.isEmpty || !listeners.length) return
    const updates = batch.take(terminals.isConnected)
    for (const listener of listeners) listener(updates)
  }, postEveryMs)

  return {
    ...callsOver({ nats, publisher, gatewayOf: terminals.gatewayOf }),
    onUpdates: (listener) => void listeners.push(listener),
    onUploadEnded: (listener) => void uploadListeners.push(listener),
    figures: async () => sumOf(nodes.atWork().map(({ figures }) => figures)),
    isFed: async () => nodes.isUp() && nodes.with('worker').length > 0,
    processes: () => processesOf(nodes.atWork()),
    async close() {
      clearInterval(passing)
      await publisher.close()
      nodes.close()
      await nats.drain()
    },
  }
}

/** The processes of nodes: each thread of one is a node. */
function processesOf(nodes: ReturnType<Nodes['atWork']>): ProcessState[] {
  const byProcess = Map.groupBy(nodes, (node) => node.process)
  return Array.from(byProcess, ([name, threads]) => ({
    name,
    roles: processRoles.filter((role) => threads.some(({ roles }) => roles.includes(role))),
    startedAt: Math.min(...threads.map(({ startedAt }) => startedAt)),
    address: threads.find(({ address }) => address)?.address,
    ...sumOf(threads.map(({ figures }) => figures)),
    partitions: threads.reduce((sum, { figures }) => sum + figures.partitions, 0),
  })).sort((a, b) => a.roles.join().localeCompare(b.roles.join()) || a.name.localeCompare(b.name))
}

/** The figures of all nodes together; the slowest of them with what it stored last. */
function sumOf(all: readonly IngestFigures[]): IngestFigures {
  const sum: IngestFigures = { ...noFigures }
  for (const { stored, refused, storedAt, storedAfter, connections, waiting, capacity, receivedAt } of all) {
    sum.stored += stored
    sum.refused += refused
    sum.storedAt = Math.max(sum.storedAt, storedAt)
    sum.storedAfter = Math.max(sum.storedAfter, storedAfter)
    sum.connections += connections
    sum.waiting += waiting
    sum.capacity += capacity
    sum.receivedAt = Math.max(sum.receivedAt, receivedAt)
  }
  return sum
}
