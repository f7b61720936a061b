import type { Endpoint } from '@huanwei/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Filled, fillTenants } from '../security.test-kit.ts'
import { startTestServer } from '../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let filled: Filled
let headers: { authorization: string }
beforeAll(async () => {
  server = await startTestServer()
  filled = (await fillTenants(server)).own
  headers = { authorization: `Bearer ${(await server.login('admin')).token.access_token}` }
})
afterAll(() => server.close())

const schemaOf = ({ input }: Endpoint) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
const optionalFields = (endpoint: Endpoint) => {
  const { properties = {}, required = [] } = schemaOf(endpoint)
  return Object.keys(properties).filter((name) => !required.includes(name) && !endpoint.path.includes(`:${name}`))
}

/** The call with what it must have, and `fields`. */
function get(endpoint: Endpoint, fields: Record<string, string>) {
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(filled.fields[name] ?? 1)))
  const must = (schemaOf(endpoint).required ?? []).map((name): [string, string] => [name, String(filled.fields[name] ?? 'x')])
  const query = new URLSearchParams({ ...Object.fromEntries(must), ...fields })
  return server.app.inject({ method: 'GET', url: `${url}?${query}`, headers })
}

test('a blank parameter asks nothing, at every GET', async () => {
  const calls = server.app.endpoints.filter((one) => one.method === 'GET' && optionalFields(one).length)
  expect(calls.length).toBeGreaterThan(20)
  for (const endpoint of calls) {
    const plain = await get(endpoint, {})
    for (const blank of ['', ' ']) {
      const reply = await get(endpoint, Object.fromEntries(optionalFields(endpoint).map((name) => [name, blank])))
      expect(`${endpoint.path} ${reply.statusCode} ${reply.body.slice(0, 200)}`).toBe(
        `${endpoint.path} ${plain.statusCode} ${reply.body.slice(0, 200)}`,
      )
    }
  }
})

test('a parameter that a call does not know is refused by its name, at every GET', async () => {
  const calls = server.app.endpoints.filter((one) => one.method === 'GET' && !one.bare)
  expect(calls.length).toBeGreaterThan(50)
  for (const endpoint of calls) {
    const reply = await get(endpoint, { noSuchFilter: '1' })
    const refusal = { code: 1, msg: '没有这样的查询条件：noSuchFilter', data: null }
    expect([endpoint.path, reply.statusCode, reply.json()]).toEqual([endpoint.path, 400, refusal])
  }
})

test('names of the family mean what the call calls otherwise: a span as its column twice, orders by column, who made a row', async () => {
  const list = async (path: string, query: string) => {
    const { statusCode, ...reply } = await server.app.inject({ url: `${path}?${query}`, headers })
    return { statusCode, total: reply.json().data?.total }
  }
  const all = (await list('/admin/log/page', '')).total
  expect(all).toBeGreaterThan(0)
  const between = (from: string, to: string) =>
    new URLSearchParams([
      ['createTime', from],
      ['createTime', to],
    ])
  const years = (from: number, to: number) => between(`${from}-01-01 00:00:00`, `${to}-01-01 00:00:00`)
  expect(await list('/admin/log/page', `descs=create_time&${years(2000, 2099)}`)).toEqual({ statusCode: 200, total: all })
  expect(await list('/admin/log/page', `${years(2000, 2001)}`)).toEqual({ statusCode: 200, total: 0 })
  expect(await list('/admin/log/page', 'createTime=&createTime=&type=')).toEqual({ statusCode: 200, total: all })
  expect(await list('/admin/sys-file/page', 'descs=create_time&fileName=&createBy=nobody-of-that-name')).toEqual({
    statusCode: 200,
    total: 0,
  })
  // Neither half a span nor another order is what the list can do.
  for (const query of ['createTime=2026-01-01+00%3A00%3A00', 'descs=title', 'ascs=create_time'])
    expect([query, (await list('/admin/log/page', query)).statusCode]).toEqual([query, 400])
  expect((await list('/admin/inspectEvent/page', 'ascs=create_time')).statusCode).toBe(200)
})

test('blank answers the list as without it, and what is no value is refused as ever', async () => {
  const list = (query: string) => server.app.inject({ url: `/admin/user/page?${query}`, headers })
  expect((await list('deptId=&roleId=&lockFlag=&username=&current=&size=')).json()).toEqual((await list('')).json())
  expect((await list('deptId=x')).statusCode).toBe(400)
  expect((await list('deptId=&deptId=1')).statusCode).toBe(400)
})

test('a blank number of a body counts as absent where it may be absent, and as missing elsewhere', async () => {
  const send = (method: 'POST' | 'PUT', payload: object) =>
    server.app.inject({ method, url: '/admin/dept', headers: { ...headers, 'accept-language': 'zh-CN' }, payload })
  const form = { name: '空白排序', parentId: filled.fields.deptId }
  const added = await send('POST', { ...form, sort: '' })
  expect([added.statusCode, added.json().data]).toMatchObject([200, { name: '空白排序', sort: 0 }])
  expect((await send('POST', { ...form, name: '另一个', sort: 'x' })).statusCode).toBe(400)
  const nowhere = await send('POST', { ...form, parentId: ' ', sort: '' })
  expect([nowhere.statusCode, nowhere.json().msg]).toEqual([400, expect.stringContaining('必填项不能为空')])
  expect(nowhere.json().msg).not.toContain('排序')
  // A text may be blank on purpose: it is checked as it is.
  expect((await send('POST', { ...form, name: '', sort: '' })).statusCode).toBe(400)
})
