import type { FastifyInstance } from 'fastify'

/** Does what no call waits for: how long it takes tells nobody anything. The end of the app waits for it. */
export function inBackground(app: FastifyInstance) {
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(underWay)
  })
  return (work: () => Promise<void>) => {
    const done = work()
      .catch((error) => app.log.error({ error }, 'a short message could not be sent'))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
}
