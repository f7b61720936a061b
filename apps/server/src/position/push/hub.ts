import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { reminderTopic, Topic } from '@huanwei/contract/live/codes'
import type { MessageSummary } from '@huanwei/contract/live/messages'
import type { Changes } from '../../db/changes.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Latest } from '../latest/latest.ts'
import type { Log } from '../log.ts'
import { type Client, Clients, isSlow, type Send, type Subscription, type TopicSender } from './client.ts'
import { ObjectTopic } from './object-topic.ts'
import { InboxTopic, RightsTopic } from './personal-topics.ts'
import { createRecheck } from './recheck.ts'
import { closeSocket, type Handler, type Peer, speakStomp, type Wire } from './stomp.ts'

/** At most one message per topic and viewer in this time, ms. Source: spec 3, section 13. */
const everyMs = 1000
const subscriptionLimit = 20
/** Maximum number of snapshots per client between two ticks, so that repeated subscribing costs no more than staying subscribed. */
const answersLimit = Object.keys(Topic).length
/** Close code of a stopping server. */
const goingAway = 1001

export type Hub = { accept(socket: Wire): void; close(): void }

type Parts = {
  latest: Pick<Latest, 'people' | 'vehicles' | 'facilities'>
  changes: Changes
  /** The viewers behind tokens, by token; without those that may not listen. */
  viewersOf(tokens: readonly string[]): Promise<Map<string, Viewer>>
  summariesOf(viewer: Viewer): Promise<MessageSummary[]>
  log: Pick<Log, 'error'>
}

/** Pushes live data to browsers: a snapshot on joining a topic, then patches, once a second, limited to the viewer's scope. */
export function startHub({ latest, changes, viewersOf, summariesOf, log }: Parts): Hub {
  const clients = new Clients()
  /** Every open connection, authenticated or not. */
  const sockets = new Set<Wire>()
  const send = sender(randomUUID())
  const topics: Record<Topic, TopicSender> = {
    [Topic.person]: new ObjectTopic(latest.people, send),
    [Topic.vehicle]: new ObjectTopic(latest.vehicles, send),
    [Topic.facility]: new ObjectTopic(latest.facilities, send),
    [Topic.message]: new InboxTopic(summariesOf, send, log),
    [Topic.rights]: new RightsTopic(send),
  }
  const recheck = createRecheck({ clients, changes, viewersOf, log })
  followInboxes(changes, clients)
  const queue = snapshotQueue(topics)
  const ticking = setInterval(() => {
    recheck.tick()
    tick(clients, topics, queue)
  }, everyMs)

  async function join(token: string, peer: Peer): Promise<Handler | undefined> {
    const heard = recheck.heard()
    const viewer = (await viewersOf([token])).get(token)
    if (!viewer) return undefined
    const client = newClient(token, peer, viewer)
    clients.add(client)
    if (recheck.heard() !== heard) recheck.ask(client)
    return handlerOf(client, topics, () => clients.delete(client))
  }

  return {
    accept(socket) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      speakStomp(socket, join)
    },
    close() {
      clearInterval(ticking)
      for (const socket of sockets) closeSocket(socket, goingAway)
    },
  }
}

/** Sends numbered messages; by a new `epoch` browsers detect a restart of the server. */
const sender =
  (epoch: string): Send =>
  ({ peer }, subscription, fields) => {
    const seq = ++subscription.seq
    const head = `"epoch":"${epoch}","seq":${seq},"at":${Date.now()}`
    peer.send(subscription.topic, subscription.id, `${subscription.id}-${seq}`, `{${head},${fields}}`)
  }

const newClient = (token: string, peer: Peer, viewer: Viewer): Client => ({
  peer,
  token,
  viewer,
  checkedAt: performance.now(),
  rightsChanged: false,
  subscriptions: new Map(),
  reminders: new Set(),
  answers: 0,
})

/** Forwards changes of inboxes and reminders of tasks. */
function followInboxes(changes: Changes, clients: Clients) {
  changes.on(['msg_push'], (change) => {
    for (const { subscriptions } of clients.of(change))
      for (const subscription of subscriptions.values()) if (subscription.topic === Topic.message) subscription.stale = true
  })
  changes.on(['task_remind'], ({ tenantId, userId, text }) => {
    // The texts sent during a lost database connection are unknown; the summaries show the waiting messages.
    if (text === undefined) return
    for (const { peer, viewer, reminders } of clients.of({ tenantId, userId }))
      for (const id of reminders) peer.send(reminderOf(viewer), id, `${id}-${randomUUID()}`, text, 'text/plain;charset=UTF-8')
  })
}

const reminderOf = ({ username, tenantId }: Viewer) => reminderTopic(username, tenantId)

/** Sends each client the changes since the last tick; who needs a snapshot gets it in turn. */
function tick(clients: Clients, topics: Record<Topic, TopicSender>, queue: (client: Client) => void) {
  for (const client of clients.of()) {
    client.answers = 0
    let isStale = false
    for (const subscription of client.subscriptions.values())
      if (subscription.stale) isStale = true
      else topics[subscription.topic].sendChanges?.(client, subscription)
    if (isStale) queue(client)
  }
  for (const topic of Object.values(topics)) topic.endTick?.()
}

/** Snapshots for many clients at once, after a change that concerns them all, give way to everything else after this time, ms. */
const sliceMs = 10

/** Returns a function that queues a client for the snapshots that it needs. */
function snapshotQueue(topics: Record<Topic, TopicSender>) {
  const waiting = new Set<Client>()
  let isWorking = false

  async function work() {
    let since = performance.now()
    for (const client of waiting) {
      waiting.delete(client)
      for (const subscription of client.subscriptions.values())
        if (subscription.stale) answer(client, subscription, topics[subscription.topic])
      if (performance.now() - since < sliceMs) continue
      await setImmediate()
      since = performance.now()
    }
  }

  return (client: Client) => {
    waiting.add(client)
    if (isWorking) return
    isWorking = true
    work().finally(() => {
      isWorking = false
    })
  }
}

/** Sends a snapshot, or leaves it to a later tick when the client is slow or has reached its limit. */
function answer(client: Client, subscription: Subscription, topic: TopicSender) {
  if (isSlow(client) || client.answers >= answersLimit) return
  client.answers++
  topic.sendWhole(client, subscription)
}

/** Handles the frames of one client. */
function handlerOf(client: Client, topics: Record<Topic, TopicSender>, closed: () => void): Handler {
  const { subscriptions, reminders, peer } = client
  return {
    subscribe(id, destination) {
      if (subscriptions.size + reminders.size >= subscriptionLimit) return peer.refuse('too many subscriptions')
      if (destination === reminderOf(client.viewer)) return void reminders.add(id)
      const topic = Object.values(Topic).find((one) => one === destination)
      if (!topic) return peer.refuse(`no such topic: ${destination}`)
      const subscription: Subscription = { id, topic, seq: 0, missed: new Map(), stale: true, tree: 0 }
      subscriptions.set(id, subscription)
      answer(client, subscription, topics[topic])
    },
    unsubscribe(id) {
      subscriptions.delete(id)
      reminders.delete(id)
    },
    closed,
  }
}
