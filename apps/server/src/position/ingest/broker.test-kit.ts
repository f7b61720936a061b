import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'

/**
 * For tests: an MQTT broker on a port of its own, and a sensor that publishes there. Aedes knows no shared subscriptions (MQTT 5, 4.8.2), so
 * each member of a group has a topic of its own there, in turn.
 */
export async function startBroker() {
  const broker = await Aedes.createBroker()
  const members = new Map<string, string>()
  let turns = 0
  broker.authorizeSubscribe = (client, subscription, done) => {
    const [, rest] = /^\$share\/[^/]+\/(.*)$/.exec(subscription.topic) ?? []
    if (rest === undefined || !client) return done(null, subscription)
    members.set(client.id, subscription.topic)
    subscription.topic = `member/${client.id}/${rest}`
    done(null, subscription)
  }
  broker.authorizePublish = (_, packet, done) => {
    const member = [...members.keys()][turns++ % Math.max(1, members.size)]
    if (member !== undefined) packet.topic = `member/${member}/${packet.topic}`
    done(null)
  }
  broker.authorizeForward = (_, packet) => ({ ...packet, topic: packet.topic.replace(/^member\/[^/]+\//, '') })
  const server = createServer(broker.handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const url = `mqtt://127.0.0.1:${address.port}`
  const sensor = await connectAsync(url, { clientId: 'sensor' })
  // A lost connection fails what is being published; without a listener it would fail the run as well.
  sensor.on('error', () => undefined)
  const seen = { acknowledged: 0, gone: 0 }
  const subscribed: string[] = []
  const listening = new Set<string>()
  const published: { topic: string; qos: number; content: string }[] = []
  broker.on('publish', ({ topic, qos, payload }, client) => {
    if (client) published.push({ topic, qos, content: payload.toString() })
  })
  broker.on('ack', () => seen.acknowledged++)
  broker.on('clientDisconnect', ({ id }) => {
    members.delete(id)
    listening.delete(id)
    if (id.startsWith('huanwei')) seen.gone++
  })
  broker.on('subscribe', (subscriptions, { id }) => {
    listening.add(id)
    subscribed.push(...subscriptions.map(({ topic }) => members.get(id) ?? topic))
  })
  return {
    url,
    /** Counts of the messages that the platform acknowledged, and of its disconnects. */
    seen,
    subscribed,
    /** Messages published by devices. */
    published,
    /** Resolves when so many connections of the platform are there and listen. */
    async subscribers(count: number) {
      while (listening.size !== count) await sleep(10)
    },
    publish: (device: string, content: unknown) =>
      sensor.publishAsync(`huanwei/${device}/readings`, typeof content === 'string' ? content : JSON.stringify(content), {
        qos: 1,
      }),
    async close() {
      await sensor.endAsync()
      await new Promise<void>((resolve) => broker.close(resolve))
      server.close()
    },
  }
}
