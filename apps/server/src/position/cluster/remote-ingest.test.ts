import { pino } from 'pino'
import { expect, test } from 'vitest'
import { hasNoNats, startNats } from './nats.test-kit.ts'
import { connectNats } from './nats.ts'
import { startNodes } from './nodes.ts'
import { startRemoteIngest } from './remote-ingest.ts'

const log = pino({ level: 'silent' })

test.skipIf(hasNoNats)('an API is fed while it reaches NATS and a worker is there', async () => {
  const nats = await startNats()
  const connection = await connectNats({ url: nats.url, name: 'worker', log })
  const membership = { url: nats.url, process: 'test', roles: ['api' as const] }
  const api = await startRemoteIngest({ membership, log, missed: () => undefined })
  expect(await api.isFed()).toBe(false)
  const worker = startNodes({ nats: connection, me: { id: 'worker', process: 'test', roles: ['worker'], startedAt: 0 } })
  const isFed = () => expect.poll(api.isFed, { timeout: 20_000 })
  await isFed().toBe(true)
  await nats.kill()
  await isFed().toBe(false)
  nats.start()
  await isFed().toBe(true)
  worker.close()
  await isFed().toBe(false)
  await api.close()
  await connection.close()
  await nats.close()
})
