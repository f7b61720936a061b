import { DiscardPolicy, type JetStreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { allPartitions, subjects } from './partition.ts'

/** Size of each partition, bytes: some ten million positions. When it is full, terminals keep what they have until workers have caught up. */
const mostBytes = 1024 ** 3
/** Copies of each message in a cluster of NATS servers. */
const clusterReplicas = 3

/** Makes those streams that are missing: of the partitions, and of what can never be stored. */
export async function ensureStreams(jsm: JetStreamManager, { info }: NatsConnection) {
  const replicas = info?.cluster ? clusterReplicas : 1
  const there = new Set<string>()
  for await (const { config } of jsm.streams.list()) there.add(config.name)
  const wanted = [
    ...allPartitions.map((partition) => ({ name: subjects.stream(partition), subject: subjects.reports(partition) })),
    { name: 'huanwei-refused', subject: subjects.refused },
  ]
  for (const { name, subject } of wanted)
    if (!there.has(name))
      await jsm.streams.add({
        name,
        subjects: [subject],
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        // Nothing that was acknowledged makes room for what comes.
        discard: DiscardPolicy.New,
        max_bytes: mostBytes,
        num_replicas: replicas,
      })
}
