import type { Client } from '@stomp/stompjs'
import type { Channel } from './channel.ts'
import type { Clock } from './clock.ts'
import type { Body } from './packed.ts'

/** A topic is asked for a snapshot at most this often. */
const resyncPauseMs = 3000

type Joined = { channel: Channel; leave?: () => void; syncedAt: number; cancel: () => void; id?: string }

/** The joined channels, one per destination, and their subscriptions over the client in use; `onMessage` gets what comes, by subscription. */
export function createSubscriptions(clock: Clock, onMessage: (client: Client, id: string, body: Body) => void) {
  const joined = new Map<string, Joined>()
  let subscribed = 0

  function subscribe(client: Client, one: Joined) {
    one.cancel()
    one.leave?.()
    one.syncedAt = clock.now()
    one.channel.begin()
    const id = `${one.channel.destination}#${++subscribed}`
    one.id = id
    const subscription = client.subscribe(one.channel.destination, ({ body }) => onMessage(client, id, body), { id })
    one.leave = () => client.connected && subscription.unsubscribe()
  }

  function resync(client: Client, one: Joined) {
    one.cancel()
    const wait = Math.max(0, one.syncedAt + resyncPauseMs - clock.now())
    one.cancel = clock.after(wait, () => client.connected && subscribe(client, one))
  }

  return {
    /** Subscribes every joined channel over a client that has connected. */
    begin(client: Client) {
      for (const one of joined.values()) subscribe(client, one)
    },
    /** Hands a message to its channel. One of a subscription that was left finds nobody. */
    read(client: Client, id: string, body: Body) {
      for (const one of joined.values()) if (one.id === id && one.channel.read(body) === 'resync') resync(client, one)
    },
    /** Forgets the subscriptions of a client that is gone; the channels stay joined. */
    end() {
      for (const one of joined.values()) {
        one.cancel()
        one.leave = undefined
        one.id = undefined
      }
    },
    /** Keeps `channel` subscribed, over `client` at once when that is connected, until the returned function is called. */
    join(channel: Channel, client: Client | undefined) {
      const one: Joined = { channel, syncedAt: 0, cancel: () => undefined }
      joined.set(channel.destination, one)
      if (client?.connected) subscribe(client, one)
      return () => {
        if (joined.get(channel.destination) !== one) return
        joined.delete(channel.destination)
        one.cancel()
        one.leave?.()
      }
    },
  }
}
