import { setTimeout as sleep } from 'node:timers/promises'
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type pg from 'pg'
import type { Database } from '../../db/connect.ts'
import { beginStream, type Lease, moveOn, type TakenLease } from '../../features/partitions/queries.ts'
import type { Stream } from '../ingest/stream.ts'
import type { Log } from '../log.ts'
import type { Report, StreamMessage, StreamPlace } from '../report.ts'
import { NotOwned, type Ownership } from '../store/ownership.ts'
import { createStuckCheck } from './fitness.ts'
import { startLeases } from './leases.ts'
import type { Nodes } from './nodes.ts'
import { partitionOf, subjects } from './partition.ts'
import { hasStill, type PartitionReader, readPartition } from './partition-reader.ts'
import { packReports } from './published-report.ts'
import { mayDelete } from './streams.ts'

type Parts = {
  db: Database
  nats: Pick<NatsConnection, 'info' | 'subscribe'>
  js: JetStreamClient
  jsm: JetStreamManager
  nodes: Nodes
  /** Receives the reports of all partitions of this process. */
  stream: Stream
  log: Log
}

type Begun = Lease & { reader: PartitionReader; stopReadings: () => void }

type Leases = Awaited<ReturnType<typeof startLeases>>
type Looks = Pick<Parts, 'nats' | 'jsm' | 'stream' | 'log'> & { leases(): Leases | undefined }

/** What the holder of a partition does beside storing its reports. */
type Work = {
  /** The terminals of a partition became this process's. */
  handOver(isTheirs: (deviceId: number) => boolean): Promise<void>
  /** Takes the readings of its sensors, until the returned function is called. */
  takeReadings(partition: number): () => void
}

/** Interval of looks at the streams, ms: what is stored is deleted, and a reader that stands is begun anew. */
const lookEveryMs = 4000
/** Time that reports have to be stored before their partition is given away, ms: its lease is not renewed meanwhile. */
const finishMs = 4000

/** Before the first message. */
const nothing: StreamMessage = { sequence: 0, time: null }

/** The partitions of this process: their reports go into its stream, and only what is still its own is stored. */
export function createShare({ db, nats, js, jsm, nodes, stream, log }: Parts) {
  const begun = new Map<number, Begun>()
  let leases: Leases | undefined
  const push = createPush(stream)

  async function begin(lease: TakenLease, { handOver, takeReadings }: Work) {
    const { partition } = lease
    const after = await findStored(lease, { db, jsm, log })
    await handOver((deviceId) => partitionOf(deviceId) === partition)
    // It may have been lost meanwhile.
    if (!holds(lease)) return
    const hasLostEnd = () => leases?.drop(lease)
    const reader = readPartition({ js, jsm, lease, after, push, hasLostEnd, log })
    begun.set(partition, { ...lease, reader, stopReadings: takeReadings(partition) })
  }

  function stop({ partition, epoch }: Lease) {
    const one = begun.get(partition)
    if (one?.epoch !== epoch) return
    begun.delete(partition)
    one.stopReadings()
    void one.reader.stop()
  }

  async function finish({ partition }: Lease) {
    const one = begun.get(partition)
    if (!one) return
    one.stopReadings()
    await one.reader.stop()
    for (let waited = 0; one.reader.stored() < one.reader.last() && waited < finishMs; waited += 20) await sleep(20)
  }

  /** Checks leases in the transaction that stores something under them. */
  async function checkLeases(client: pg.ClientBase, places: readonly StreamPlace[]) {
    const held = await moveOn(client, places)
    if (held.size === places.length) return
    for (const lease of places) if (!held.has(lease.partition)) leases?.drop(lease)
    throw new NotOwned()
  }

  const holds = (place: Lease | undefined) => place !== undefined && (leases?.holds(place) ?? false)

  const ownership: Ownership = {
    owns: (deviceId) => begun.has(partitionOf(deviceId)),
    holds,
    async moveOn(client, reports) {
      if (!reports.every(({ place }) => holds(place))) throw new NotOwned()
      await checkLeases(client, reached(reports.flatMap(({ place }) => place ?? [])))
    },
    async check(client, deviceIds) {
      const partitions = new Set(Array.from(deviceIds, partitionOf))
      const held = Array.from(partitions, (partition) => begun.get(partition))
      if (held.includes(undefined)) throw new NotOwned()
      if (held.length)
        await checkLeases(
          client,
          held.flatMap((lease) => (lease ? { ...lease, upTo: nothing } : [])),
        )
    },
    putBack(reports) {
      for (const { place } of reports) if (place && holds(place)) leases?.drop(place)
    },
    refuse: async (report) => void (await js.publish(subjects.refused, packReports([report]))),
  }

  const stopLooking = lookAfter(begun, { nats, jsm, stream, leases: () => leases, log })

  return {
    ownership,
    /** Number of partitions that it holds. */
    partitions: () => begun.size,
    canHold: () => leases?.canHold() ?? false,
    async start(work: Work) {
      leases = await startLeases({
        db,
        holder: nodes.me.id,
        workers: (isBack) => countWorkers(nodes, isBack),
        isUp: nodes.isUp,
        begin: (lease) => begin(lease, work),
        finish,
        lost: stop,
        log,
      })
    },
    /** Reads nothing further. */
    async pause() {
      stopLooking()
      for (const { stopReadings } of begun.values()) stopReadings()
      await Promise.all([...begun.values()].map(({ reader }) => reader.stop()))
    },
    /** Gives all partitions away; to be called when what was read is stored. */
    close: async () => leases?.close(),
  }
}

/** The last message of a partition that is stored already; begins to count anew where the stream is another one, or has lost its end. */
async function findStored(lease: TakenLease, { db, jsm, log }: Pick<Parts, 'db' | 'jsm' | 'log'>): Promise<StreamMessage> {
  const { partition, upTo } = lease
  const name = subjects.stream(partition)
  const { created, state } = await jsm.streams.info(name)
  if (created === lease.streamCreated && state.last_seq >= upTo.sequence && (await hasStill(jsm, name, upTo))) return upTo
  if (lease.streamCreated)
    log.error({ partition, after: upTo.sequence, has: state.last_seq }, 'NATS has lost what it had acknowledged')
  await db.system((tx) => beginStream(tx, lease, created))
  return { sequence: Math.max(0, state.first_seq - 1), time: null }
}

/** Workers among which the partitions are shared, this one included: one that cannot take its share leaves it to the others, unless `isBack`. */
const countWorkers = ({ me, atWork }: Nodes, isBack: boolean) =>
  1 + atWork().filter(({ id, roles, figures }) => id !== me.id && roles.includes('worker') && (isBack || figures.canHold)).length

/**
 * Looks at the streams of the partitions now and then. What is stored is deleted, but for the last message, which tells a server of NATS where to go on.
 * A partition is given up, to be begun anew, where its stream has less than was read of it or something else in its place, or where it was not read on
 * since the last look. A stream that has another leader is read anew at once. Returns what ends that.
 */
function lookAfter(begun: ReadonlyMap<number, Begun>, { nats, jsm, stream, leases, log }: Looks) {
  /** Readers that were behind at the last look, and where they were. */
  const behind = new WeakMap<PartitionReader, number>()
  const isStuck = createStuckCheck()

  async function look(one: Begun) {
    const { partition, reader } = one
    const [last, stored, name] = [reader.last(), reader.stored(), subjects.stream(partition)]
    const lastMessage = reader.lastMessage()
    if (isStuck(reader)) {
      log.error({ partition, last, stored }, 'nothing of a partition is stored any more: its worker hangs')
      leases()?.rest()
      return leases()?.drop(one)
    }
    try {
      const { state } = await jsm.streams.info(name)
      const stands = state.last_seq > last && behind.get(reader) === last && !stream.isFull()
      if (state.last_seq > last) behind.set(reader, last)
      else behind.delete(reader)
      if (state.last_seq < last || stands || !(await hasStill(jsm, name, lastMessage))) {
        log.warn({ partition, last, has: state.last_seq }, 'a partition is read anew')
        return leases()?.drop(one)
      }
      if (stored > state.first_seq && mayDelete(nats, state.bytes)) await jsm.streams.purge(name, { seq: stored })
    } catch (error) {
      log.warn({ partition, error }, 'the stream of a partition does not answer')
    }
  }
  const timer = setInterval(() => {
    for (const one of begun.values()) void look(one)
  }, lookEveryMs)
  const leaders = nats.subscribe(`${subjects.elected}.*`, {
    callback(error, { subject }) {
      if (error) return log.warn({ error }, 'new leaders of streams are not told')
      for (const { partition, reader } of begun.values())
        if (subject === `${subjects.elected}.${subjects.stream(partition)}`) reader.beginAnew()
    },
  })
  return () => {
    clearInterval(timer)
    leaders.unsubscribe()
  }
}

/** For each lease the place that is furthest. */
function reached(places: readonly StreamPlace[]) {
  const byLease = new Map<string, StreamPlace>()
  for (const place of places) {
    const key = `${place.partition} ${place.epoch}`
    const known = byLease.get(key)
    if (!known || place.upTo.sequence > known.upTo.sequence) byLease.set(key, place)
  }
  return [...byLease.values()]
}

/** Puts reports into a stream when it has room. */
function createPush(stream: Stream) {
  let room = Promise.withResolvers<void>()
  stream.onFree(() => {
    room.resolve()
    room = Promise.withResolvers()
  })
  return async (report: Report) => {
    while (stream.isFull()) await room.promise
    stream.push(report)
  }
}
