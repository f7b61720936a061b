import type { ProcessRole } from '@huanwei/contract/platform/codes'
import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import type { IngestFigures } from '../link.ts'
import { pack, unpack } from './nats.ts'
import { subjects } from './partition.ts'

/** One thread of a process, with the roles that it plays. `process`: host and process id; `startedAt`: epoch ms; `address`: of its web server, for the others. */
export type Node = { id: string; process: string; roles: readonly ProcessRole[]; startedAt: number; address?: string | undefined }

/** A terminal that came (`address`: where from) or went; `at`: epoch ms. */
export type Presence = { deviceId: number; address: string | null; at: number }

/** What a node does; `partitions`: number of those that it holds. `canHold`: a worker that reaches the database, so that it can. */
export type NodeFigures = IngestFigures & { partitions: number; canHold: boolean }

/** What a node says of itself: each message one more than the one before. `isLast`: it stops. */
export type Heartbeat = {
  node: Node
  number: number
  isLast?: boolean
  presence?: Presence[]
  figures?: NodeFigures | undefined
}

/** Of one that does nothing with terminals. */
export const noFigures: NodeFigures = {
  stored: 0,
  refused: 0,
  storedAt: 0,
  storedAfter: 0,
  connections: 0,
  waiting: 0,
  capacity: 0,
  receivedAt: 0,
  partitions: 0,
  canHold: false,
}

/** Interval of heartbeats, and the silence after which a node counts as gone, ms. */
export const [heartbeatMs, goneMs] = [1500, 5000]

type Parts = {
  nats: NatsConnection
  me: Node
  /** Ms, never set back or forward. */
  clock?: () => number
}

export type Nodes = ReturnType<typeof startNodes>

/** Says that this node is there, and knows which others are. */
export function startNodes({ nats, me, clock = () => performance.now() }: Parts) {
  const known = new Map<string, { node: Node; heardAt: number; figures: NodeFigures | undefined }>()
  let figures: () => NodeFigures | undefined = () => undefined
  const onHeard: ((heartbeat: Heartbeat) => void)[] = []
  const onGone: ((node: Node) => void)[] = []
  let number = 0

  function say(more: Partial<Heartbeat> = {}) {
    if (nats.isClosed()) return
    nats.publish(subjects.nodes, pack({ node: me, number: ++number, ...more }))
  }

  function hear(heartbeat: Heartbeat) {
    const { node, isLast } = heartbeat
    const isNew = !known.has(node.id)
    if (isLast) return void (isNew || forget(node))
    known.set(node.id, { node, heardAt: clock(), figures: heartbeat.figures ?? known.get(node.id)?.figures })
    for (const listener of onHeard) listener(heartbeat)
    // A new one learns of this one at once.
    if (isNew && node.id !== me.id) beat()
  }

  function forget(node: Node) {
    known.delete(node.id)
    for (const listener of onGone) listener(node)
  }

  function beat() {
    say({ figures: figures() })
    // While NATS is away nobody is heard, and nobody counts as gone.
    if (nats.isClosed() || !isUp()) return
    for (const { node, heardAt } of known.values()) if (clock() - heardAt > goneMs) forget(node)
  }

  let isConnected = true
  const isUp = () => isConnected
  void followStatus(nats, (connected) => {
    // Those that were not heard meanwhile get their time again.
    if (connected) for (const one of known.values()) one.heardAt = clock()
    isConnected = connected
  })
  const subscription = nats.subscribe(subjects.nodes)
  void each<Heartbeat>(subscription, hear)
  const beating = setInterval(beat, heartbeatMs)
  beat()

  return {
    me,
    isUp,
    /** Nodes that are heard, this one too, with what they told of their work. */
    atWork: () => Array.from(known.values(), ({ node, figures }) => ({ ...node, figures: figures ?? noFigures })),
    /** Tells the others of this node's work from now on. */
    describe(source: () => NodeFigures) {
      figures = source
    },
    with: (role: ProcessRole): Node[] =>
      Array.from(known.values(), ({ node }) => node).filter(({ roles }) => roles.includes(role)),
    onHeard: (listener: (heartbeat: Heartbeat) => void) => void onHeard.push(listener),
    onGone: (listener: (node: Node) => void) => void onGone.push(listener),
    /** Tells which terminals came and went. */
    tell: (presence: Presence[]) => say({ presence }),
    /** Number of the last message that was sent. */
    lastNumber: () => number,
    close() {
      clearInterval(beating)
      say({ isLast: true })
      subscription.unsubscribe()
    },
  }
}

async function followStatus(nats: NatsConnection, set: (isConnected: boolean) => void) {
  for await (const { type } of nats.status()) {
    if (type === 'disconnect') set(false)
    if (type === 'reconnect') set(true)
  }
}

/** Calls `take` with each message of a subscription until that ends. */
export async function each<T>(subscription: Subscription, take: (message: T) => void) {
  for await (const message of subscription) take(unpack<T>(message.data))
}
