import { Topic } from '@huanwei/contract/live/codes'
import type { Changes } from '../../db/changes.ts'
import type { Viewer } from '../../http/viewer.ts'
import { concerns, rightsTables, viewerTables } from '../../http/viewer-changes.ts'
import type { Log } from '../log.ts'
import type { Client, Clients } from './client.ts'
import { closeSocket, unauthorizedClose } from './stomp.ts'

/** Tokens expire without an event: a client is looked up again after this time, ms. */
const recheckMs = 30_000
/** Maximum number of concurrent lookups, so that a change of a whole tenant leaves room in the database for others. */
const atOnce = 4

type Parts = {
  clients: Clients
  changes: Changes
  viewerOf(token: string): Promise<Viewer | undefined>
  log: Pick<Log, 'error'>
}

/** Looks up the clients that a change concerns: the end of a permission or session takes effect on open sockets too, and a new scope gives a new snapshot. */
export function createRecheck({ clients, changes, viewerOf, log }: Parts) {
  const due = new Set<Client>()
  const busy = new Set<Client>()
  let working = 0
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

  function ask(client: Client) {
    due.add(client)
    if (working >= atOnce) return
    working++
    work().finally(() => working--)
  }

  async function work() {
    for (const client of due) {
      if (busy.has(client)) continue
      due.delete(client)
      busy.add(client)
      await recheck(client)
      busy.delete(client)
      // Requested again meanwhile: moved to the end of the set, where this loop reaches it.
      if (due.delete(client)) due.add(client)
    }
  }

  async function recheck(client: Client) {
    const sendsRights = client.rightsChanged
    client.rightsChanged = false
    client.checkedAt = performance.now()
    try {
      const viewer = await viewerOf(client.token)
      if (!viewer) return closeSocket(client.peer.socket, unauthorizedClose, 'unauthorized')
      const isSameScope = viewer.departments?.join() === client.viewer.departments?.join()
      client.viewer = viewer
      for (const subscription of client.subscriptions.values())
        if (!isSameScope || (sendsRights && subscription.topic === Topic.rights)) subscription.stale = true
    } catch (error) {
      client.rightsChanged ||= sendsRights
      log.error({ error }, 'a live viewer could not be checked')
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
