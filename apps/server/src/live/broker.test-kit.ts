import { once } from 'node:events'
import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'

/** For tests: an MQTT broker on a port of its own, and a sensor that publishes there. */
export async function startBroker() {
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const url = `mqtt://127.0.0.1:${address.port}`
  const sensor = await connectAsync(url, { clientId: 'sensor' })
  const seen = { acknowledged: 0, gone: 0 }
  const subscribed: string[] = []
  broker.on('ack', () => seen.acknowledged++)
  broker.on('clientDisconnect', ({ id }) => {
    if (id.startsWith('huanwei')) seen.gone++
  })
  broker.on('subscribe', (subscriptions) => subscribed.push(...subscriptions.map(({ topic }) => topic)))
  return {
    url,
    /** How often the platform acknowledged a message, and how often it hung up. */
    seen,
    subscribed,
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
