import type { Viewer } from '../../http/viewer.ts'
import type { Log } from '../log.ts'
import type { Client, Send, Subscription, TopicSender } from './client.ts'

/** These topics are always sent whole; the first message is called a snapshot. */
const typeOf = ({ seq }: Subscription) => (seq ? 'patch' : 'snapshot')

/** Sends what is read for each viewer: the fields of the message. */
export class ReadTopic implements TopicSender {
  readonly #read: (viewer: Viewer) => Promise<object>
  readonly #send: Send
  readonly #log: Pick<Log, 'error'>
  /** Clients that are read for: one query at a time for each, however many subscriptions it has. */
  readonly #reading = new Set<Client>()

  constructor(read: (viewer: Viewer) => Promise<object>, send: Send, log: Pick<Log, 'error'>) {
    this.#read = read
    this.#send = send
    this.#log = log
  }

  sendWhole(client: Client, subscription: Subscription) {
    if (this.#reading.has(client)) return
    subscription.stale = false
    this.#reading.add(client)
    void this.#answer(client, subscription).finally(() => this.#reading.delete(client))
  }

  async #answer(client: Client, subscription: Subscription) {
    try {
      const fields = JSON.stringify(await this.#read(client.viewer)).slice(1, -1)
      this.#send(client, subscription, `"type":"${typeOf(subscription)}",${fields}`)
    } catch (error) {
      subscription.stale = true
      this.#log.error({ error, topic: subscription.topic }, 'a live message could not be read')
    }
  }
}

/** Sends a person's permissions, and whether they see all of the organisation. */
export class RightsTopic implements TopicSender {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  sendWhole(client: Client, subscription: Subscription) {
    subscription.stale = false
    const { roleIds, permissions, departments } = client.viewer
    const authorities = JSON.stringify([...roleIds.map((id) => `ROLE_${id}`), ...permissions])
    const seesAll = departments === null
    this.#send(client, subscription, `"type":"${typeOf(subscription)}","authorities":${authorities},"seesAll":${seesAll}`)
  }
}

/** Says that something changed; clients ask for what they show of it. */
export class NewsTopic implements TopicSender {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  sendWhole(client: Client, subscription: Subscription) {
    subscription.stale = false
    this.#send(client, subscription, `"type":"${typeOf(subscription)}"`)
  }
}
