import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerFailure } from './failures.ts'
import { limitShutdown } from './stop.ts'

test('what comes while the server stops is refused in the shape of every other refusal', async () => {
  const app = Fastify({ return503OnClosing: false })
  app.setErrorHandler(answerFailure)
  limitShutdown(app)
  app.get('/time', () => 'noon')
  const lastWork = Promise.withResolvers<void>()
  app.addHook('preClose', () => lastWork.promise)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = () => fetch(`${url}/time`, { headers: { 'accept-language': 'zh-CN' } })
  expect((await ask()).status).toBe(200)
  const closed = app.close()
  const refused = await ask()
  expect([refused.status, await refused.json()]).toEqual([503, { code: 1, msg: '系统正在停止或重启，请稍后重试', data: null }])
  lastWork.resolve()
  await closed
})
