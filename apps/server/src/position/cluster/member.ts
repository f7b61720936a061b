import { randomUUID } from 'node:crypto'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { createJobs } from '../../features/jobs/jobs.ts'
import { createHeard } from '../ingest/heard.ts'
import { createStream } from '../ingest/stream.ts'
import type { EndedUpload } from '../link.ts'
import type { Log } from '../log.ts'
import type { Update } from '../report.ts'
import { type IngestParts, type IngestRoles, postEveryMs, streamCapacity } from '../roles/alone.ts'
import { type GatewayRole, startGatewayRole } from '../roles/gateway-role.ts'
import { startWorkerRole } from '../roles/worker-role.ts'
import { UpdateBatch } from '../update-batch.ts'
import { callsOver, type SentCommand } from './calls.ts'
import { connectNats, pack, unpack } from './nats.ts'
import { type Node, type Nodes, noFigures, type Presence, startNodes } from './nodes.ts'
import { subjects } from './partition.ts'
import { createReportPublisher } from './report-publisher.ts'
import { createShare } from './share.ts'
import { ensureStreams, isTrusted } from './streams.ts'
import { type Connected, followTerminals } from './whereabouts.ts'

/** How a thread joins the others; see `Node`. */
export type Membership = { url: string } & Pick<Node, 'process' | 'roles' | 'address'>

/** Updates, and terminals that came or went, of one message of NATS, which takes 1 MB. */
const [mostUpdates, mostTerminals] = [2000, 5000]
const inPieces = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / mostTerminals) }, (_, i) => all.slice(i * mostTerminals, (i + 1) * mostTerminals))

/** Locations that a worker has read and not stored yet, and those of one transaction: what waits here was acknowledged long ago. */
const [readAhead, batchSize] = [10_000, 5000]

/** Time after which a consumer is asked for again, ms: while the servers of NATS choose who leads them, nobody answers. */
const answerMs = 2000

/** Connects a thread with these roles to the others. */
export async function join({ url, process, roles, address }: Membership, log: Log) {
  const me: Node = { id: randomUUID(), process, roles, startedAt: Date.now(), address }
  const nats = await connectNats({ url, name: `${process} ${roles.join()}`, log })
  if (!isTrusted(nats))
    log.error(
      { version: nats.info?.version },
      'this version of NATS loses acknowledged messages when a server of its cluster is killed: use 2.10 or later',
    )
  const jsm = await jetstreamManager(nats)
  await ensureStreams(jsm, nats)
  const nodes = startNodes({ nats, me })
  return { nats, js: jetstream(nats, { timeout: answerMs }), jsm, nodes }
}

/** Gateway, worker or both in one of several processes: between them the stream of NATS. */
export async function startMember(parts: IngestParts, membership: Membership): Promise<IngestRoles> {
  const { settings, db, changes, nameOfPlace, log } = parts
  const { roles } = membership
  let gateway: GatewayRole | undefined
  let worker: Awaited<ReturnType<typeof startWorkerRole>> | undefined
  const { nats, js, jsm, nodes } = await join(membership, log)
  const publisher = createReportPublisher({ js, capacity: streamCapacity, log })
  const terminals = followTerminals({ nats, nodes, changed: closeReplaced, log })
  const calls = callsOver({ nats, publisher, gatewayOf: terminals.gatewayOf })
  const updates = createUpdates(nats, nodes.me.id)
  const stream = createStream({ capacity: readAhead })
  const heard = createHeard(db, log)
  const share = createShare({ db, nats, js, jsm, nodes, stream, log })
  const figures = () => ({
    ...(worker
      ? { ...worker.figures(), capacity: readAhead }
      : { ...noFigures, waiting: publisher.waiting(), capacity: streamCapacity }),
    receivedAt: Math.max(publisher.receivedAt(), stream.receivedAt()),
    connections: gateway?.connections() ?? 0,
  })
  nodes.describe(() => ({ ...figures(), partitions: share.partitions(), canHold: share.canHold() }))

  /** A terminal that came to another gateway has left this one, also where its connection does not say so. */
  function closeReplaced(changed: Update[]) {
    for (const { deviceId, connected } of changed)
      if (connected && terminals.addressElsewhere(deviceId) !== undefined) gateway?.disconnect(deviceId)
  }

  if (roles.includes('gateway')) {
    const presence = createPresence(nodes, () => gateway, updates.publish)
    gateway = await startGatewayRole({
      settings,
      db,
      changes,
      stream: publisher,
      publish: presence.publish,
      uploadEnded: (ended: EndedUpload) => nats.publish(subjects.uploadsEnded, pack(ended)),
      nameOfPlace,
      addressElsewhere: terminals.addressElsewhere,
      log,
    })
    serveGateway({ nats, nodes, gateway, flush: presence.flush })
    await gateway.readBroker(calls.recordReadings)
  }

  if (roles.includes('worker')) {
    const one = await startWorkerRole({
      db,
      changes,
      stream,
      keepDays: settings.keepDays,
      publish: updates.publish,
      send: calls.send,
      seen: heard.note,
      nameOfPlace,
      jobs: createJobs({ db, log, holder: nodes.me.id }),
      ownership: share.ownership,
      batchSize,
      log,
    })
    worker = one
    await share.start({
      handOver: one.handOver,
      takeReadings(partition) {
        const subscription = nats.subscribe(subjects.readings(partition), {
          callback: (error, message) => {
            if (error) return log.error({ error }, 'readings could not be taken')
            void one.recordReadings(unpack(message.data)).then((recorded) => message.respond(pack(recorded)))
          },
        })
        return () => subscription.unsubscribe()
      },
    })
  }

  return {
    port: gateway?.port ?? 0,
    ...calls,
    figures,
    startJobs: () => worker?.startJobs(),
    async close() {
      await gateway?.pause()
      await share.pause()
      await worker?.close()
      await share.close()
      await publisher.close()
      await gateway?.close()
      await heard.close()
      updates.close()
      nodes.close()
      await nats.drain()
    },
  }
}

/** Passes committed reports on to those who show them. */
function createUpdates(nats: NatsConnection, sender: string) {
  const batch = new UpdateBatch()
  let number = 0
  function send() {
    if (batch.isEmpty || nats.isClosed()) return
    // Whether a terminal is connected is what its gateway says.
    const all = batch.take(() => false)
    for (let start = 0; start < all.length; start += mostUpdates)
      nats.publish(subjects.updates, pack({ sender, number: ++number, updates: all.slice(start, start + mostUpdates) }))
  }
  const sending = setInterval(send, postEveryMs)
  return {
    publish: (updates: Update[]) => batch.add(updates),
    close() {
      clearInterval(sending)
      send()
    },
  }
}

/** Tells the others which terminals came and went; what was only heard is an update like those of workers. */
function createPresence(nodes: Nodes, gateway: () => GatewayRole | undefined, heard: (updates: Update[]) => void) {
  const told = new Map<number, string>()
  let waiting = new Map<number, Presence>()
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    for (const some of inPieces([...waiting.values()])) nodes.tell(some)
    waiting = new Map()
  }

  return {
    flush,
    publish(updates: Update[]) {
      for (const { deviceId, seenAt: at } of updates) {
        const address = gateway()?.addressOf(deviceId) ?? null
        if (told.get(deviceId) === address) {
          heard([{ deviceId, connected: true, seenAt: at }])
          continue
        }
        if (address === null) told.delete(deviceId)
        else told.set(deviceId, address)
        waiting.set(deviceId, { deviceId, address, at })
        timer ??= setTimeout(flush, postEveryMs)
      }
    },
  }
}

type Served = { nats: NatsConnection; nodes: Nodes; gateway: GatewayRole; flush(): void }

/** Answers the others: which terminals are connected here, and commands for them. */
export function serveGateway({ nats, nodes, gateway, flush }: Served) {
  nats.subscribe(subjects.connected(nodes.me.id), {
    callback: (_error, message) => {
      flush()
      const all = Array.from(gateway.connected(), ({ deviceId, address, heardAt: at }) => ({ deviceId, address, at }))
      for (const terminals of all.length ? inPieces(all) : [[]])
        message.respond(pack({ number: nodes.lastNumber(), all: all.length, terminals } satisfies Connected))
      // The empty message is the end.
      message.respond()
    },
  })
  nats.subscribe(subjects.commands(nodes.me.id), {
    callback: (_error, message) => {
      const { deviceId, command, reqId } = unpack<SentCommand>(message.data)
      void gateway.send(deviceId, command, reqId).then((answer) => message.respond(pack(answer)))
    },
  })
}
