// @vitest-environment jsdom
import { endpoint } from '@huanwei/contract/endpoint'
import { issueToken } from '@huanwei/contract/session/endpoints'
import { expect, test, vi } from 'vitest'
import { i18n } from '../i18n/i18n.ts'
import { getThing, stubNetwork } from '../test/network.ts'
import { aToken } from '../test/token.ts'
import { call, query } from './api.ts'
import { NetworkError } from './errors.ts'
import { progress } from './progress.ts'
import { endSession } from './session.ts'

const { fetchStub, answer, sent } = stubNetwork()
const putThing = endpoint({ ...getThing, method: 'PUT', path: '/admin/thing' })

test('fills the path, repeats lists in the query, and says who asks and in which language', async () => {
  answer(200, { code: 0, msg: null, data: { name: 'x' } })
  expect(await call(getThing, { id: 7, deptIds: [1, 2], name: undefined })).toEqual({ name: 'x' })
  const { url, headers } = sent()
  expect(url).toBe('/admin/thing/7?deptIds=1&deptIds=2')
  expect(headers.get('authorization')).toBe('Bearer access-1')
  expect(headers.get('TENANT-ID')).toBe('1')
  expect(headers.get('accept-language')).toBe('zh-CN')
})

test('sends the rest of the input as JSON', async () => {
  answer(200, { code: 0, msg: null, data: { name: 'x' } })
  await call(putThing, { id: 7, name: '洒水车' })
  expect(sent().url).toBe('/admin/thing')
  expect(sent().init.body).toBe('{"id":7,"name":"洒水车"}')
})

test('a client call carries the client instead of the token, form-encoded, and its bare reply', async () => {
  answer(200, aToken())
  const token = await call(issueToken, { grant_type: 'password', username: 'admin', password: 'a+/=' })
  expect(token.access_token).toBe('access-1')
  expect(sent().headers.get('authorization')).toBe('Basic cGlnOnBpZw==')
  expect(sent().init.body).toBe('grant_type=password&username=admin&password=a%2B%2F%3D')
})

test('the query key is the path and the input', () => {
  expect(query(getThing, { id: 7 }).queryKey).toEqual(['/admin/thing/:id', { id: 7 }])
})

test('an empty body of a refusal gets the words of the dictionary', async () => {
  fetchStub.mockImplementation(async () => new Response(null, { status: 423 }))
  await expect(call(getThing, { id: 7 })).rejects.toMatchObject({ status: 423, message: '演示环境不能操作，如需了解联系我们' })
})

test('a token that ran out while the browser slept is renewed before the call', async () => {
  vi.setSystemTime(Date.now() + 50_000_000)
  fetchStub.mockImplementation(async (url) =>
    url.startsWith('/auth')
      ? Response.json(aToken({ access_token: 'access-2', refresh_token: 'refresh-2' }))
      : Response.json({ code: 0, msg: null, data: { name: 'x' } }),
  )
  await call(getThing, { id: 7 })
  expect(sent().headers.get('authorization')).toBe('Bearer access-2')
})

test('a reply that is not of the product is a network failure', async () => {
  fetchStub.mockImplementation(async () => new Response('<html>captive portal</html>'))
  await expect(call(getThing, { id: 7 })).rejects.toBeInstanceOf(NetworkError)
})

test('the refusal of a server behind this one is said in its words, the silence of this one is not', async () => {
  fetchStub.mockImplementation(async () => Response.json({ code: 1, msg: '设备不在线', data: null }, { status: 502 }))
  await expect(call(getThing, { id: 7 })).rejects.toMatchObject({ status: 502, message: '设备不在线' })
  fetchStub.mockImplementation(async () => new Response('<html>502 Bad Gateway</html>', { status: 502 }))
  await expect(call(getThing, { id: 7 })).rejects.toBeInstanceOf(NetworkError)
})

test('a cancelled call rejects with the reason it was cancelled for', async () => {
  fetchStub.mockImplementation(
    (_, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const controller = new AbortController()
  const pending = call(getThing, { id: 7 }, controller.signal)
  expect(progress.getState().running).toBe(1)
  controller.abort()
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  expect(progress.getState().running).toBe(0)
})

test('without a session the stored tenant still goes along, and the chosen language', async () => {
  endSession()
  await i18n.changeLanguage('en-US')
  answer(404, { code: 1, msg: null, data: null })
  await expect(call(getThing, { id: 7 })).rejects.toMatchObject({ message: 'The resource does not exist' })
  expect(sent().headers.get('authorization')).toBeNull()
  expect(sent().headers.get('TENANT-ID')).toBe('1')
  expect(sent().headers.get('accept-language')).toBe('en-US')
  await i18n.changeLanguage('zh-CN')
})
