import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { OpenEmergencies } from '@huanwei/contract/emergencies/endpoints'
import { reminderTopic, Topic } from '@huanwei/contract/live/codes'
import type { MessageSummary } from '@huanwei/contract/live/messages'
import { ObjectType } from '@huanwei/contract/objects'
import type { Changes, ChangeTable } from '../../db/changes.ts'
import { mayUse } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Latest } from '../latest/latest.ts'
import type { Log } from '../log.ts'
import { type Client, Clients, isSlow, type Send, type Subscription, type TopicSender } from './client.ts'
import { ObjectTopic } from './object-topic.ts'
import { NewsTopic, ReadTopic, RightsTopic } from './personal-topics.ts'
import { createRecheck } from './recheck.ts'
import { closeSocket, type Handler, type Peer, speakStomp, type Wire } from './stomp.ts'

/** At most one snapshot or inbox per topic and viewer in this time, and the longest time between two patches, ms. Source: spec 3, section 13. */
const everyMs = 1000
/** Shortest time between two patches, ms: what little changes is seen at once. Record: docs/decisions/0033. */
const quickestMs = 150
/** Patches keep to this share of the server's time. Up to so many objects that change in a second they are quickest; at 2.6 times as many the time is longest. */
const patchShare = 0.05
const patchObjects = 250
const subscriptionLimit = 20
/** Connections of one account. One that does not read holds some megabytes. */
const socketLimit = 100
/** Maximum number of snapshots per client in a second, so that repeated subscribing costs no more than staying subscribed. */
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
  emergenciesOf(viewer: Viewer): Promise<OpenEmergencies>
  log: Pick<Log, 'error'>
}

/** Pushes live data to browsers: a snapshot on joining a topic, then patches, limited to the viewer's scope. */
export function startHub({ latest, changes, viewersOf, summariesOf, emergenciesOf, log }: Parts): Hub {
  const clients = new Clients()
  /** Every open connection, authenticated or not. */
  const sockets = new Set<Wire>()
  const send = sender(randomUUID())
  const topics: Record<Topic, TopicSender> = {
    [Topic.person]: new ObjectTopic(latest.people, send),
    [Topic.vehicle]: new ObjectTopic(latest.vehicles, send),
    [Topic.facility]: new ObjectTopic(latest.facilities, send),
    [Topic.message]: new ReadTopic(async (viewer) => ({ summaries: await summariesOf(viewer) }), send, log),
    [Topic.rights]: new RightsTopic(send),
    [Topic.dictionary]: new NewsTopic(send),
    [Topic.emergency]: new ReadTopic(emergenciesOf, send, log),
    [Topic.stream]: new NewsTopic(send),
    [Topic.work]: new NewsTopic(send),
  }
  const recheck = createRecheck({ clients, changes, viewersOf, log })
  followInboxes(changes, clients)
  followNews(changes, clients, Topic.dictionary, ['sys_dict', 'sys_dict_item'])
  followNews(changes, clients, Topic.work, ['dispatched_work'])
  followEvents(changes, clients, latest)
  const queue = snapshotQueue(topics, log)
  followEmergencies(changes, clients, queue)
  const ticking = setInterval(() => {
    recheck.tick()
    queueSnapshots(clients, queue)
  }, everyMs)
  const patching = repeatAtPace(() => sendPatches(clients, topics))

  async function join(token: string, peer: Peer): Promise<Handler | undefined> {
    const heard = recheck.heard()
    const viewer = (await viewersOf([token])).get(token)
    if (!viewer) return undefined
    if ([...clients.of(viewer)].length >= socketLimit) {
      peer.refuse('too many connections')
      return undefined
    }
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
      patching.stop()
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

/** Tells the clients of a tenant that listen to a topic of one of its changes, at most once a second. */
function followNews(changes: Changes, clients: Clients, topic: Topic, tables: readonly ChangeTable[]) {
  changes.on(tables, (change) => {
    for (const { subscriptions } of clients.of(change))
      for (const subscription of subscriptions.values()) if (subscription.topic === topic) subscription.stale = true
  })
}

/** Tells the clients that see its object, as far as it is known, that something happened; at most once a second. */
function followEvents(changes: Changes, clients: Clients, latest: Parts['latest']) {
  const objects = {
    [ObjectType.person]: latest.people,
    [ObjectType.vehicle]: latest.vehicles,
    [ObjectType.facility]: latest.facilities,
  }
  changes.on(['violation_event', 'device_photo'], (change) => {
    const { tenantId, objectType, objectId } = change
    const isKnown = tenantId !== undefined && objectType !== undefined && objectId !== undefined
    const object = isKnown ? objects[objectType].of(tenantId).get(objectId) : undefined
    for (const { viewer, subscriptions } of clients.of(change))
      for (const subscription of subscriptions.values())
        if (subscription.topic === Topic.stream && (!object || mayUse(viewer, object.deptId))) subscription.stale = true
  })
}

/** Tells at once who may handle them that emergencies changed. */
function followEmergencies(changes: Changes, clients: Clients, queue: (client: Client) => void) {
  changes.on(['emergency'], (change) => {
    for (const client of clients.of(change))
      for (const subscription of client.subscriptions.values())
        if (subscription.topic === Topic.emergency && client.viewer.permissions.has('violation_handle')) {
          subscription.stale = true
          queue(client)
        }
  })
}

const reminderOf = ({ username, tenantId }: Viewer) => reminderTopic(username, tenantId)

/** Sends each client what has changed since the last call; returns the number of objects that changed. Who needs a snapshot is left out. */
function sendPatches(clients: Clients, topics: Record<Topic, TopicSender>): number {
  for (const client of clients.of())
    for (const subscription of client.subscriptions.values())
      if (!subscription.stale) topics[subscription.topic].sendChanges?.(client, subscription)
  let changed = 0
  for (const topic of Object.values(topics)) changed += topic.endTick?.() ?? 0
  return changed
}

/** Calls `work` again and again, the less often the longer it takes and the more objects it says have changed, both on average over the last second. */
function repeatAtPace(work: () => number) {
  let timer = setTimeout(turn, quickestMs)
  let last = performance.now()
  let perSecond = 0
  let tookMs = 0
  function turn() {
    const began = performance.now()
    const changed = work()
    const took = performance.now() - began
    const share = Math.min((began - last) / everyMs, 1)
    perSecond += share * ((changed / (began - last)) * 1000 - perSecond)
    tookMs += share * (took - tookMs)
    const needed = Math.max(tookMs / patchShare, quickestMs * (perSecond / patchObjects) ** 2)
    last = began
    timer = setTimeout(turn, Math.min(Math.max(needed, quickestMs), everyMs))
  }
  return { stop: () => clearTimeout(timer) }
}

/** Queues the clients that need a snapshot. */
function queueSnapshots(clients: Clients, queue: (client: Client) => void) {
  for (const client of clients.of()) {
    client.answers = 0
    if ([...client.subscriptions.values()].some(({ stale }) => stale)) queue(client)
  }
}

/** Snapshots for many clients at once, after a change that concerns them all, give way to everything else after this time, ms: a call takes several turns. */
const sliceMs = 2

/** Returns a function that queues a client for the snapshots that it needs. */
function snapshotQueue(topics: Record<Topic, TopicSender>, log: Pick<Log, 'error'>) {
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
    void work()
      .catch((error) => log.error({ error }, 'snapshots could not be sent'))
      .finally(() => {
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
      const subscription: Subscription = { id, topic, seq: 0, missed: new Map(), stale: true, tree: 0, heard: 0 }
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
