import { startBroker } from '@huanwei/server/position/ingest/broker.test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { startDemoDevices } from './demo.ts'

test('with a broker sensors publish at least once, in JSON, each to its own topic, also readings from before it was reachable', async () => {
  const broker = await startBroker()
  const keys = { '70000001': 'unused', '71000001': 'unused' }
  const access = { web: 'http://127.0.0.1:9', password: 'unused', keys, broker: broker.url }
  const stop = await startDemoDevices(access, { seed: 808, share: 1, vehicles: 334, firstMs: 50 })
  onTestFinished(async () => {
    stop()
    await broker.close()
  })
  await expect
    .poll(() => broker.published.map(({ topic }) => topic).toSorted())
    .toEqual(['huanwei/70000001/readings', 'huanwei/71000001/readings'])
  for (const { topic, qos, content } of broker.published) {
    const metric = topic.includes('71000001') ? 'fill' : 'ammonia'
    expect({ qos, first: JSON.parse(content).readings[0] }).toMatchObject({
      qos: 1,
      first: { metric, value: expect.any(Number), time: expect.any(String) },
    })
  }
})
