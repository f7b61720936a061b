import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('divisions are found level by level', async () => {
  const { call } = await server.login('viewer')
  const below = async (code?: string) => (await call('POST', '/admin/bsarea/getAreaListByCode', { code })).data
  expect(await below()).toContainEqual({ code: '510000', parentCode: '', name: '四川省', level: 1 })
  expect(await below('510000')).toContainEqual({ code: '510100', parentCode: '510000', name: '成都市', level: 2 })
  expect(await below('510100')).toContainEqual({ code: '510104', parentCode: '510100', name: '锦江区', level: 3 })
  expect(await below('510104')).toEqual([])
})
