import { Topic } from '@huanwei/contract/live/codes'
import type { Changes } from '../../db/changes.ts'
import type { Viewer } from '../../http/viewer.ts'
import { concerns, rightsTables, viewerTables } from '../../http/viewer-changes.ts'
import type { Log } from '../log.ts'
import type { Client, Clients } from './client.ts'
import { closeSocket, unauthorizedClose } from './stomp.ts'

/** Tokens expire without an event: a client is looked up again after this time, ms. */
const recheckMs = 30_000
/** Maximum number of clients looked up together, in one transaction: a change of a whole tenant leaves room for others. */
const together = 50

type Parts = {
  clients: Clients
  changes: Changes
  viewersOf(tokens: readonly string[]): Promise<Map<string, Viewer>>
  log: Pick<Log, 'error'>
}

/** Looks up the clients that a change concerns: the end of a permission or session takes effect on open sockets too, and a new scope gives a new snapshot. */
export function createRecheck({ clients, changes, viewersOf, log }: Parts) {
  const ask = createBatches(recheck)
  /** Number of changes received: a client that connects meanwhile may have been read before one of them. */
  let heard = 0

  changes.on(viewerTables, (change) => {
    heard++
    for (const client of clients.of(change))
      if (concerns(change, client.viewer)) {
        // The menu is not part of a viewer: all clients concerned must request it again.
        if (rightsTables.includes(change.table)) client.rightsChanged = true
        ask(client)
      }
  })

  async function recheck(batch: Client[]) {
    const asked = batch.map((client) => ({ client, sendsRights: client.rightsChanged }))
    for (const client of batch) {
      client.rightsChanged = false
      client.checkedAt = performance.now()
    }
    try {
      const viewers = await viewersOf(batch.map(({ token }) => token))
      for (const { client, sendsRights } of asked) take(client, viewers.get(client.token), sendsRights)
    } catch (error) {
      for (const { client, sendsRights } of asked) client.rightsChanged ||= sendsRights
      log.error({ error }, 'live viewers could not be checked')
    }
  }

  return {
    heard: () => heard,
    ask,
    /** Looks up clients whose last lookup is older than `recheckMs`. */
    tick() {
      const before = performance.now() - recheckMs
      for (const client of clients.of()) if (client.checkedAt < before) ask(client)
    },
  }
}

/** Returns a function that asks for the lookup of a client: some at a time, and again who is asked for meanwhile. */
function createBatches(recheck: (batch: Client[]) => Promise<void>) {
  const due = new Set<Client>()
  let isWorking = false

  async function work() {
    // Changes that are heard together are looked at together.
    await Promise.resolve()
    while (due.size) {
      const batch = [...due].slice(0, together)
      for (const client of batch) due.delete(client)
      await recheck(batch)
    }
  }

  return (client: Client) => {
    due.add(client)
    if (isWorking) return
    isWorking = true
    void work().finally(() => {
      isWorking = false
    })
  }
}

/** Topics that say something else when permissions change. */
const ofRights: readonly Topic[] = [Topic.rights, Topic.emergency]

/** Gives a client its viewer of now; a new scope gives new snapshots. Closes the socket of one that has none any more. */
function take(client: Client, viewer: Viewer | undefined, sendsRights: boolean) {
  if (!viewer) return closeSocket(client.peer.socket, unauthorizedClose, 'unauthorized')
  const isSameScope = viewer.departments?.join() === client.viewer.departments?.join()
  client.viewer = viewer
  for (const subscription of client.subscriptions.values())
    if (!isSameScope || (sendsRights && ofRights.includes(subscription.topic))) subscription.stale = true
}
