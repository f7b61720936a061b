import type { Topic } from '@huanwei/contract/live/codes'
import type { Change } from '../../db/changes.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { LiveEntry } from '../latest/object-store.ts'
import type { Peer } from './stomp.ts'

/** Back-pressure limit: a client with more unsent bytes in its socket is skipped until it has read on. */
const slowAboveBytes = 1_000_000

/** One subscription to a topic. */
export type Subscription = {
  id: string
  topic: Topic
  /** Messages sent so far. */
  seq: number
  /** True when the next message must be a snapshot. */
  stale: boolean
  /** Changes not sent yet, by object; null for an object that the viewer may no longer see. */
  missed: Map<number, LiveEntry | null>
  /** Number of the change sent last; see `ObjectTopic`. */
  heard: number
  /** Revision of the trees sent last. */
  tree: number
}

/** One connection whose token was accepted. */
export type Client = {
  peer: Peer
  token: string
  viewer: Viewer
  /** Time of the last lookup of the token, ms of `performance.now`. */
  checkedAt: number
  /** True from a change of roles or the menu until the client is looked up again. */
  rightsChanged: boolean
  subscriptions: Map<string, Subscription>
  /** Subscriptions to the person's own task reminder. */
  reminders: Set<string>
  /** Number of snapshots sent in the current second. */
  answers: number
}

/** Sends the next message of a subscription. `fields` is the part of its JSON that depends on the topic, without braces. */
export type Send = (client: Client, subscription: Subscription, fields: string) => void

/** Sends the messages of one topic. */
export type TopicSender = {
  sendWhole(client: Client, subscription: Subscription): void
  /** Sends the changes since the last `endTick`. A topic without it is always sent whole. */
  sendChanges?(client: Client, subscription: Subscription): void
  /** Forgets the changes that were sent; returns the number of changed objects. */
  endTick?(): number
}

export const isSlow = ({ peer }: Client) => peer.socket.bufferedAmount > slowAboveBytes

/** The connected clients, indexed by account. */
export class Clients {
  readonly #byTenant = new Map<number, Map<number, Set<Client>>>()

  add(client: Client) {
    const { tenantId, userId } = client.viewer
    const users = this.#byTenant.get(tenantId) ?? new Map<number, Set<Client>>()
    this.#byTenant.set(tenantId, users.set(userId, (users.get(userId) ?? new Set()).add(client)))
  }

  delete(client: Client) {
    const { tenantId, userId } = client.viewer
    const users = this.#byTenant.get(tenantId)
    const clients = users?.get(userId)
    clients?.delete(client)
    if (!clients?.size) users?.delete(userId)
    if (!users?.size) this.#byTenant.delete(tenantId)
  }

  /** The clients of a user, of a tenant, or all, depending on the ids given. */
  *of({ tenantId, userId }: Pick<Change, 'tenantId' | 'userId'> = {}): Generator<Client> {
    const tenants = tenantId === undefined ? [...this.#byTenant.values()] : [this.#byTenant.get(tenantId) ?? new Map()]
    for (const users of tenants)
      if (userId === undefined) for (const clients of users.values()) yield* clients
      else yield* users.get(userId) ?? []
  }
}
