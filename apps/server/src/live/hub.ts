import { randomUUID } from 'node:crypto'
import { reminderTopic, Topic } from '@huanwei/contract/live/codes'
import type { MessageSummary } from '@huanwei/contract/live/messages'
import type { Changes } from '../db/changes.ts'
import type { Viewer } from '../lib/serve.ts'
import type { Entry, Kind } from './kind.ts'
import type { Latest } from './latest.ts'
import { type Handler, type Peer, showOut, speakStomp, unauthorizedClose, type Wire } from './stomp.ts'

/** At most one message per topic and viewer in this time, ms. Source: spec 3, section 13. */
const everyMs = 1000
/** Tokens run out silently; how often open sockets are asked again, ms. */
const recheckMs = 30_000
/** Above this many bytes waiting in a socket its viewer is skipped until it has read on. */
const slowAboveBytes = 1_000_000
/** A viewer that missed more changes than this gets a snapshot instead. */
const missedLimit = 20_000
const subscriptionLimit = 20
/** So many topics are sent whole to one client between two ticks, so that joining over and over costs no more than staying. */
const answersLimit = Object.keys(Topic).length

/** `missed` are changes that a slow viewer has not been sent; `stale` asks for everything anew; `tree` is the revision sent last. */
type Subscription = { id: string; topic: Topic; seq: number; missed: Map<number, Entry>; stale: boolean; tree: number }
/** `answers` is how many of its topics were sent whole since the last tick. */
type Client = {
  peer: Peer
  token: string
  viewer: Viewer
  subscriptions: Map<string, Subscription>
  /** Subscriptions to the person's own task reminder. */
  reminders: Set<string>
  answers: number
}

export type Hub = { accept(socket: Wire): void; close(): void }

/** A topic of objects: the kind that it tells of, and what changed since the last tick, by tenant. */
type Feed = { kind: Kind; fresh: Map<number, Map<number, Entry>> }

type Parts = {
  latest: Pick<Latest, 'people' | 'vehicles' | 'facilities'>
  changes: Changes
  viewerOf(token: string): Promise<Viewer | undefined>
  summariesOf(viewer: Viewer): Promise<MessageSummary[]>
  log: { error(details: object, message: string): void }
}

/** Sends browsers what changes: a snapshot on joining a topic, then patches, once a second, limited to the viewer's scope. */
export function startHub({ latest, changes, viewerOf, summariesOf, log }: Parts): Hub {
  const epoch = randomUUID()
  const clients = new Set<Client>()
  /** Every open connection, also before it has said who it is. */
  const sockets = new Set<Wire>()
  const feeds = new Map<Topic, Feed>([
    [Topic.person, { kind: latest.people, fresh: new Map() }],
    [Topic.vehicle, { kind: latest.vehicles, fresh: new Map() }],
    [Topic.facility, { kind: latest.facilities, fresh: new Map() }],
  ])

  for (const [topic, { kind, fresh }] of feeds)
    kind.onChange((tenantId, changed, moved) => {
      const entries = fresh.get(tenantId) ?? new Map<number, Entry>()
      fresh.set(tenantId, entries)
      for (const entry of changed) entries.set(entry.id, entry)
      if (moved) markStale(topic, (viewer) => viewer.tenantId === tenantId)
    })
  changes.on(['msg_push'], ({ tenantId, userId }) =>
    markStale(Topic.message, (viewer) => tenantId === undefined || (viewer.tenantId === tenantId && viewer.userId === userId)),
  )
  changes.on(['task_remind'], ({ tenantId, userId, text }) => {
    // After a lost connection it is not known what was said; the summaries tell what waits.
    if (text === undefined) return
    for (const { peer, viewer, reminders } of clients)
      if (viewer.tenantId === tenantId && viewer.userId === userId)
        for (const id of reminders) peer.send(reminderOf(viewer), id, `${id}-${randomUUID()}`, text, 'text/plain;charset=UTF-8')
  })
  // A right or a session that ends, ends on open sockets too; a new scope shows as a new snapshot.
  const rightsTables = ['sys_user_role', 'sys_role', 'sys_role_menu', 'sys_menu']
  changes.on(['sys_token', 'sys_token_lock', 'sys_tenant', 'sys_user', 'sys_dept', ...rightsTables], ({ table }) => {
    haveRightsChanged ||= rightsTables.includes(table)
    void recheckAll()
  })
  const rechecking = setInterval(recheckAll, recheckMs)

  function markStale(topic: Topic, whose: (viewer: Viewer) => boolean) {
    for (const { viewer, subscriptions } of clients)
      if (whose(viewer)) for (const one of subscriptions.values()) if (one.topic === topic) one.stale = true
  }

  let checking = false
  let askedAgain = false
  let haveRightsChanged = false
  /** Once at a time for however many changes: a burst of them is checked together. */
  async function recheckAll() {
    askedAgain = true
    if (checking) return
    checking = true
    while (askedAgain) {
      askedAgain = false
      const tellRights = haveRightsChanged
      haveRightsChanged = false
      await Promise.all([...clients].map(recheck))
      // The menu is not part of a viewer: everybody asks for theirs anew.
      if (tellRights) markStale(Topic.rights, () => true)
    }
    checking = false
  }

  async function recheck(client: Client) {
    try {
      const viewer = await viewerOf(client.token)
      if (!viewer) return showOut(client.peer.socket, unauthorizedClose, 'unauthorized')
      const isSame = sameScope(viewer, client.viewer)
      client.viewer = viewer
      if (isSame) return
      for (const one of client.subscriptions.values()) one.stale = true
    } catch (error) {
      log.error({ error }, 'a live viewer could not be checked')
    }
  }

  const ticking = setInterval(() => {
    for (const client of clients) client.answers = 0
    for (const topic of Object.values(Topic)) {
      const feed = feeds.get(topic)
      /** A tenant's changes as text, written once for all who see the whole tenant. */
      const texts = new Map<number, string>()
      const textOf = (tenantId: number, entries: Map<number, Entry>) => {
        const text = texts.get(tenantId) ?? listText(entries.values())
        texts.set(tenantId, text)
        return text
      }
      for (const client of clients)
        for (const subscription of client.subscriptions.values()) {
          if (subscription.topic !== topic) continue
          if (feed) tickObjects(client, subscription, feed, textOf)
          else if (subscription.stale) answer(client, subscription)
        }
      feed?.fresh.clear()
    }
  }, everyMs)

  function tickObjects(
    client: Client,
    subscription: Subscription,
    { kind, fresh }: Feed,
    textOf: (tenantId: number, entries: Map<number, Entry>) => string,
  ) {
    const { viewer } = client
    const entries = fresh.get(viewer.tenantId)
    const isRevised = subscription.tree !== kind.revision(viewer.tenantId)
    const waits = isSlow(client)
    const { missed } = subscription
    if (subscription.stale) return answer(client, subscription)
    if (!waits && viewer.departments === null && !missed.size) {
      if (entries?.size || isRevised) sendPatch(client, subscription, kind, textOf(viewer.tenantId, entries ?? new Map()))
      return
    }
    for (const entry of entries?.values() ?? []) if (isVisible(entry, viewer)) missed.set(entry.id, entry)
    if (waits) {
      if (missed.size <= missedLimit) return
      subscription.stale = true
      missed.clear()
    } else if (missed.size || isRevised) {
      sendPatch(client, subscription, kind, listText(missed.values()))
      missed.clear()
    }
  }

  const sendPatch = (client: Client, subscription: Subscription, kind: Kind, list: string) =>
    sendObjects(client, subscription, kind, `"type":"patch","objects":[${list}],"gone":[]`)

  function sendObjects(client: Client, subscription: Subscription, kind: Kind, fields: string) {
    subscription.tree = kind.revision(client.viewer.tenantId)
    send(client, subscription, `"tree":${subscription.tree},${fields}`)
  }

  /** Sends a topic whole; a later tick does when the client does not read on or had its share. */
  function answer(client: Client, subscription: Subscription) {
    if (isSlow(client) || client.answers >= answersLimit) return
    client.answers++
    const feed = feeds.get(subscription.topic)
    if (feed) sendSnapshot(client, subscription, feed.kind)
    else if (subscription.topic === Topic.message) sendSummaries(client, subscription)
    else sendRights(client, subscription)
  }

  function sendSnapshot(client: Client, subscription: Subscription, kind: Kind) {
    subscription.stale = false
    subscription.missed.clear()
    const visible = [...kind.of(client.viewer.tenantId).values()].filter((entry) => isVisible(entry, client.viewer))
    sendObjects(client, subscription, kind, `"type":"snapshot","objects":[${listText(visible)}]`)
  }

  function sendRights(client: Client, subscription: Subscription) {
    subscription.stale = false
    const { roleIds, permissions } = client.viewer
    const authorities = [...roleIds.map((id) => `ROLE_${id}`), ...permissions]
    send(client, subscription, `"type":"${typeOf(subscription)}","authorities":${JSON.stringify(authorities)}`)
  }

  /** Whose summaries are being read: one reading at a time for a viewer, so that many subscriptions do not become many queries. */
  const reading = new Set<Client>()

  function sendSummaries(client: Client, subscription: Subscription) {
    if (reading.has(client)) return
    subscription.stale = false
    reading.add(client)
    summariesOf(client.viewer)
      .then(
        (summaries) => send(client, subscription, `"type":"${typeOf(subscription)}","summaries":${JSON.stringify(summaries)}`),
        (error: Error) => {
          subscription.stale = true
          log.error({ error }, 'summaries could not be read')
        },
      )
      .finally(() => reading.delete(client))
  }

  function send({ peer }: Client, subscription: Subscription, fields: string) {
    const seq = ++subscription.seq
    peer.send(
      subscription.topic,
      subscription.id,
      `${subscription.id}-${seq}`,
      `{"epoch":"${epoch}","seq":${seq},"at":${Date.now()},${fields}}`,
    )
  }

  function handlerOf(client: Client): Handler {
    const { subscriptions, peer } = client
    return {
      subscribe(id, destination) {
        if (subscriptions.size + client.reminders.size >= subscriptionLimit) return peer.refuse('too many subscriptions')
        if (destination === reminderOf(client.viewer)) return void client.reminders.add(id)
        const topic = Object.values(Topic).find((one) => one === destination)
        if (!topic) return peer.refuse(`no such topic: ${destination}`)
        const subscription: Subscription = { id, topic, seq: 0, missed: new Map(), stale: true, tree: 0 }
        subscriptions.set(id, subscription)
        answer(client, subscription)
      },
      unsubscribe(id) {
        subscriptions.delete(id)
        client.reminders.delete(id)
      },
      closed: () => void clients.delete(client),
    }
  }

  return {
    accept(socket) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      speakStomp(socket, async (token, peer) => {
        const viewer = await viewerOf(token)
        if (!viewer) return undefined
        const client: Client = { peer, token, viewer, subscriptions: new Map(), reminders: new Set(), answers: 0 }
        clients.add(client)
        return handlerOf(client)
      })
    },
    close() {
      clearInterval(ticking)
      clearInterval(rechecking)
      for (const socket of sockets) showOut(socket, 1001)
    },
  }
}

const reminderOf = ({ username, tenantId }: Viewer) => reminderTopic(username, tenantId)

/** Topics that are always sent whole: the first message is the snapshot. */
const typeOf = ({ seq }: Subscription) => (seq ? 'patch' : 'snapshot')

const isSlow = ({ peer }: Client) => peer.socket.bufferedAmount > slowAboveBytes

const isVisible = (entry: Entry, viewer: Viewer) => viewer.departments === null || viewer.departments.includes(entry.deptId)

const sameScope = (a: Viewer, b: Viewer) => a.departments?.join() === b.departments?.join()

const listText = (entries: Iterable<Entry>) => Array.from(entries, (entry) => entry.json).join(',')
