import type { Endpoint } from '@huanwei/contract/endpoint'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { documentation } from './documentation.ts'

test('the document of all calls is served as JSON and YAML, with pages to read it', async () => {
  const endpoint: Endpoint = {
    method: 'GET',
    path: '/admin/area/:id',
    access: 'session',
    input: z.object({ id: z.coerce.number() }),
    output: z.string(),
  }
  const app = Fastify()
  app.decorate('endpoints', [endpoint])
  await documentation(app, '1.2.3', { isProduction: false })
  for (let times = 0; times < 2; times++)
    expect((await app.inject('/docs/json')).json()).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.2.3' },
      paths: { '/admin/area/{id}': { get: { summary: '查询围栏' } } },
    })
  expect((await app.inject('/docs/yaml')).body).toContain('/admin/area/{id}:')
  expect((await app.inject('/docs')).body).toContain('swagger-ui')
  await app.close()
})
