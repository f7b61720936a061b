import { jetstreamManager } from '@nats-io/jetstream'
import type { Log } from '../log.ts'
import { connectNats } from './nats.ts'

/** Time for an answer of JetStream, ms. */
const patienceMs = 2000

/** A connection by which the operator is told whether NATS can store what is sent. Rejects when no server of `url` answers. */
export async function watchNats({ url, name, log }: { url: string; name: string; log: Log }) {
  const nats = await connectNats({ url, name, log })
  const jsm = await jetstreamManager(nats, { timeout: patienceMs, checkAPI: false })
  return {
    /** Rejects while no server of NATS is reached, or too few of them are there to agree. */
    answers: () => jsm.getAccountInfo(),
    close: () => nats.close(),
  }
}
