import { deserialize, serialize } from 'node:v8'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Log } from '../log.ts'

/** Pause between tries to reconnect, ms; it never gives up. */
const reconnectMs = 500
/** Time for a server to answer a new connection, ms. */
const dialMs = 5000

/** Connects to the servers of `url`, several with commas; rejects when none of them answers. It reconnects by itself. */
export async function connectNats({ url, name, log }: { url: string; name: string; log: Log }): Promise<NatsConnection> {
  const servers = url.split(',').map((one) => one.trim())
  const connection = await connect({
    servers,
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectMs,
    // One that does not even say hello is passed over.
    timeout: dialMs,
    // A server that is frozen is noticed and left within 6 s.
    pingInterval: 2000,
    maxPingOut: 2,
    // The trace of who asked would be written for every message, also for those that are answered.
    noAsyncTraces: true,
  })
  void logStatus(connection, log)
  return connection
}

async function logStatus(connection: NatsConnection, log: Log) {
  for await (const status of connection.status())
    if (status.type === 'disconnect') log.warn({ server: status.server }, 'NATS is away')
    else if (status.type === 'reconnect') log.warn({ server: status.server }, 'NATS is back')
    else if (status.type === 'error') log.error({ error: status.error }, 'NATS refuses something')
}

/** The form of what goes over NATS between processes of the product: that of `structuredClone`, written by V8. */
export const pack = (value: unknown): Uint8Array => serialize(value)

/** `T` is what the sender of this subject packs: only processes of the product may connect to its NATS. */
export const unpack = <T>(bytes: Uint8Array): T => deserialize(bytes)
