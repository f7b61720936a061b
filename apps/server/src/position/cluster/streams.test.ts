import { type ApiError, JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { expect, test } from 'vitest'
import { ensureStreams } from './streams.ts'

const cluster = { info: { cluster: 'huanwei' } } as NatsConnection

/** Makes the streams in a NATS without any, which refuses them with `error`. */
const ensureRefused = (error: ApiError) => {
  const add = async () => {
    throw new JetStreamApiError(error)
  }
  const streams = { list: () => [], add }
  return ensureStreams({ streams } as unknown as JetStreamManager, cluster)
}

test('says how much room on how many servers the streams need, where NATS has none', async () => {
  const refused = ensureRefused({ code: 400, err_code: 10005, description: 'no suitable peers for placement' })
  await expect(refused).rejects.toThrow(/no suitable peers.*3 server\(s\) that run, each with 17 GB of the 23 GB/)
})

test('any other refusal stays what it is', async () => {
  const refused = ensureRefused({ code: 400, err_code: 10058, description: 'stream name already in use' })
  await expect(refused).rejects.toThrow(/^stream name already in use$/)
})
