import type { NatsConnection } from '@nats-io/transport-node'
import type { Log } from '../log.ts'
import type { Update } from '../report.ts'
import { pack, unpack } from './nats.ts'
import type { Heartbeat, Node, Nodes, Presence } from './nodes.ts'
import { subjects } from './partition.ts'

/** Some of the terminals of a gateway, as of its message of this number, and how many it has; an empty message follows the last of them. */
export type Connected = { number: number; all: number; terminals: (Omit<Presence, 'address'> & { address: string })[] }

type Gateway = { number: number; terminals: Map<number, Presence>; isReading: boolean }

type Parts = {
  nats: NatsConnection
  nodes: Nodes
  /** Hears which terminals came and went, of all gateways together. */
  changed(updates: Update[]): void
  log: Log
}

const answerMs = 3000

/** Asks a gateway for all its terminals. Rejects when it does not say them all. */
async function terminalsOf(nats: NatsConnection, { id }: Node): Promise<Connected> {
  const pieces: Connected[] = []
  const asked = { strategy: 'sentinel', maxWait: answerMs } as const
  for await (const { data } of await nats.requestMany(subjects.connected(id), pack(null), asked))
    if (data.length) pieces.push(unpack<Connected>(data))
  const [first] = pieces
  const terminals = pieces.flatMap((one) => one.terminals)
  if (!first || terminals.length !== first.all) throw new Error('no whole answer')
  return { ...first, terminals }
}

export type Whereabouts = ReturnType<typeof followTerminals>

/** Knows to which gateway each terminal is connected: by what gateways tell, and by asking one of which a message was missed. */
export function followTerminals({ nats, nodes, changed, log }: Parts) {
  const gateways = new Map<string, Gateway>()
  /** The gateway of each connected terminal: the one at which it came last. */
  const places = new Map<number, { gateway: string; presence: Presence }>()

  function come(gateway: string, presence: Presence): Update[] {
    const { deviceId, at } = presence
    const before = places.get(deviceId)
    if (before && before.gateway !== gateway && before.presence.at > at) return []
    places.set(deviceId, { gateway, presence })
    return [{ deviceId, connected: true, seenAt: at }]
  }

  function go(gateway: string, { deviceId, at }: Pick<Presence, 'deviceId' | 'at'>): Update[] {
    if (places.get(deviceId)?.gateway !== gateway) return []
    places.delete(deviceId)
    return [{ deviceId, connected: false, seenAt: at }]
  }

  function take({ node, number, presence = [] }: Heartbeat) {
    if (!node.roles.includes('gateway')) return
    const known = gateways.get(node.id)
    if (known && number <= known.number) return
    if (!known || number !== known.number + 1) return void ask(node)
    known.number = number
    const updates = presence.flatMap((one) => {
      if (one.address === null) known.terminals.delete(one.deviceId)
      else known.terminals.set(one.deviceId, one)
      return one.address === null ? go(node.id, one) : come(node.id, one)
    })
    if (updates.length) changed(updates)
  }

  /** Asks a gateway for all its terminals. */
  async function ask(node: Node) {
    const known = gateways.get(node.id) ?? { number: 0, terminals: new Map(), isReading: false }
    if (known.isReading) return
    gateways.set(node.id, known)
    known.isReading = true
    try {
      const { number, terminals } = await terminalsOf(nats, node)
      const now = new Map(terminals.map((one) => [one.deviceId, one]))
      const gone = [...known.terminals.values()].filter(({ deviceId }) => !now.has(deviceId))
      known.number = number
      known.terminals = now
      const updates = [...gone.flatMap((one) => go(node.id, one)), ...terminals.flatMap((one) => come(node.id, one))]
      if (updates.length) changed(updates)
    } catch (error) {
      // Its next heartbeat has it asked again.
      log.debug({ gateway: node.id, error }, 'a gateway did not say its terminals')
    } finally {
      known.isReading = false
    }
  }

  nodes.onHeard(take)
  nodes.onGone((node) => {
    const known = gateways.get(node.id)
    gateways.delete(node.id)
    const updates = [...(known?.terminals.values() ?? [])].flatMap((one) => go(node.id, one))
    if (updates.length) changed(updates)
  })

  return {
    isConnected: (deviceId: number): boolean => places.has(deviceId),
    /** Id of the node; undefined for a terminal that is not connected. */
    gatewayOf: (deviceId: number): string | undefined => places.get(deviceId)?.gateway,
    /** Address of a terminal that is connected to another node than this one. */
    addressElsewhere(deviceId: number): string | undefined {
      const place = places.get(deviceId)
      return place && place.gateway !== nodes.me.id ? (place.presence.address ?? undefined) : undefined
    },
  }
}
