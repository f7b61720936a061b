import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls, isThere } from './specification.test-kit.ts'
import { startTestServer } from './test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test.skipIf(!isThere)('the server has every call that the specification names', () => {
  expect(allCalls.length).toBeGreaterThan(120)
  const served = new Set(server.app.endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, '{}')}`))
  expect(allCalls.filter((call) => !served.has(call))).toEqual([])
})
