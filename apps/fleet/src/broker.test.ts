import { startBroker } from '@huanwei/server/live/broker.test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { startDemo } from './demo.ts'

test('where there is a broker sensors publish to it at least once, in JSON, each to its own topic, also what they measured before it was there', async () => {
  const broker = await startBroker()
  const keys = { '70000001': 'unused', '71000001': 'unused' }
  const demo = { web: 'http://127.0.0.1:9', password: 'unused', keys, broker: broker.url }
  const stop = await startDemo(demo, { seed: 808, share: 1, firstMs: 50 })
  onTestFinished(async () => {
    stop()
    await broker.close()
  })
  await expect
    .poll(() => broker.published.map(({ topic }) => topic).toSorted(), { timeout: 10_000 })
    .toEqual([...['huanwei/70000001/readings', 'huanwei/71000001/readings']])
  for (const { topic, qos, content } of broker.published) {
    const metric = topic.includes('71000001') ? 'fill' : 'ammonia'
    expect({ qos, first: JSON.parse(content).readings[0] }).toMatchObject({
      ...{ qos: 1, first: { metric, value: expect.any(Number), time: expect.any(String) } },
    })
  }
})
