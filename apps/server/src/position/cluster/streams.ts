import { DiscardPolicy, JetStreamApiError, type JetStreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { allPartitions, subjects } from './partition.ts'

/** Size of each partition, bytes: some ten million positions. When it is full, terminals keep what they have until workers have caught up. */
const mostBytes = 1024 ** 3
/** Copies of each message in a cluster of NATS servers. */
const clusterReplicas = 3

/** Bytes of a partition from which on what is stored is deleted in a cluster of old servers; see `isTrusted`. */
const tightBytes = mostBytes / 2

/** The first version whose clusters keep what they acknowledged while messages are deleted and a server is killed. Record: docs/decisions/0100. */
const leastVersion = [2, 10] as const

/** False for a cluster of servers of an older version. */
export function isTrusted({ info }: Pick<NatsConnection, 'info'>): boolean {
  const [major = 0, minor = 0] = (info?.version ?? '').split('.').map(Number)
  return !info?.cluster || major > leastVersion[0] || (major === leastVersion[0] && minor >= leastVersion[1])
}

/** True where what is stored may be deleted from a stream: at any time, or in a cluster of old servers only when there is little room left. */
export const mayDelete = (nats: Pick<NatsConnection, 'info'>, bytes: number) => isTrusted(nats) || bytes > tightBytes

/** Codes of JetStream: too few servers for a stream, and too little room for one. */
const noPlace = [10005, 10023, 10047]

/** Error in an operator's words where NATS has no place for the streams. */
function placeError(error: unknown, servers: number, streams: number): unknown {
  if (!(error instanceof JetStreamApiError && noPlace.includes(error.code))) return error
  const room = `${streams} GB of the ${Math.ceil(streams / 0.75)} GB that must be free on its disk`
  return new Error(
    `NATS (${error.message}) has no place for the streams of terminals: they need ${servers} server(s) that run, each with ${room}, or max_file_store set to more`,
    { cause: error },
  )
}

/**
 * Makes those streams that are missing, of the partitions and of what can never be stored, and gives those of a single server that became a cluster their
 * copies. Rejects where NATS has no place for them.
 */
export async function ensureStreams(jsm: JetStreamManager, { info }: NatsConnection) {
  const replicas = info?.cluster ? clusterReplicas : 1
  const there = new Map<string, number>()
  for await (const { config } of jsm.streams.list()) there.set(config.name, config.num_replicas)
  const wanted = [
    ...allPartitions.map((partition) => ({ name: subjects.stream(partition), subject: subjects.reports(partition) })),
    { name: 'huanwei-refused', subject: subjects.refused },
  ]
  for (const { name, subject } of wanted) {
    const copies = there.get(name)
    if (copies !== undefined && copies < replicas) await jsm.streams.update(name, { num_replicas: replicas })
    if (copies === undefined)
      await jsm.streams
        .add({
          name,
          subjects: [subject],
          storage: StorageType.File,
          retention: RetentionPolicy.Limits,
          // Nothing that was acknowledged makes room for what comes.
          discard: DiscardPolicy.New,
          max_bytes: mostBytes,
          num_replicas: replicas,
        })
        .catch((error) => {
          throw placeError(error, replicas, wanted.length)
        })
  }
}
