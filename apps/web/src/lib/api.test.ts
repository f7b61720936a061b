// @vitest-environment jsdom
import { endpoint } from '@huanwei/contract/endpoint'
import { id } from '@huanwei/contract/fields'
import { issueToken } from '@huanwei/contract/session/endpoints'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { i18n, startI18n } from '../i18n/i18n.ts'
import { ApiError, call, NetworkError, query } from './api.ts'
import { type Notice, onNotice } from './notices.ts'
import { progress } from './progress.ts'
import { beginSession, currentSession, endSession, useSession } from './session.ts'
import { aToken } from './test-token.ts'

const getThing = endpoint({
  method: 'GET',
  path: '/admin/thing/:id',
  access: 'session',
  summary: 'a thing',
  input: z.object({ id, deptIds: z.array(id).optional(), name: z.string().optional() }),
  output: z.object({ name: z.string() }),
})
const putThing = endpoint({ ...getThing, method: 'PUT', path: '/admin/thing' })

// Only the network is replaced: how the layer reacts to it is what is tested.
const fetchStub = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const notices: Notice[] = []
onNotice((notice) => notices.push(notice))
const answer = (status: number, body: unknown) => fetchStub.mockImplementation(async () => Response.json(body, { status }))
const sent = () => {
  const [url, init] = fetchStub.mock.lastCall!
  return { url, init, headers: new Headers(init.headers) }
}

beforeAll(() => startI18n('zh-CN'))
beforeEach(() => {
  vi.stubGlobal('fetch', fetchStub)
  vi.useFakeTimers({ now: 1_000_000_000, toFake: ['Date'] })
  fetchStub.mockReset()
  notices.length = 0
  beginSession(aToken())
})
afterEach(() => {
  vi.setSystemTime(Date.now() + 60_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

test('a business code other than 0 warns with the words of the server', async () => {
  answer(200, { code: 1, msg: '已被他人处理', data: { by: '张三' } })
  const error = await call(getThing, { id: 7 }).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 200, code: 1, message: '已被他人处理', data: { by: '张三' } })
  expect(notices).toEqual([{ kind: 'warning', text: '已被他人处理' }])
})

test.each([
  [403, null, '当前操作没有权限'],
  [404, null, '资源不存在'],
  [417, null, '未绑定登录账号，请使用密码登录后绑定'],
  [423, null, '演示环境不能操作，如需了解联系我们'],
  [426, null, '用户名不存在或密码错误'],
  [428, null, '验证码错误,请重新输入'],
  [429, null, '请求过频繁'],
  [479, null, '演示环境，没有权限操作'],
  [409, null, '系统未知错误,请反馈给管理员'],
  [409, '王五已经处理', '王五已经处理'],
])('status %i with msg %s shows: %s', async (status, msg, text) => {
  answer(status, { code: 1, msg, data: null })
  await expect(call(getThing, { id: 7 })).rejects.toMatchObject({ status, message: text })
  expect(notices).toEqual([{ kind: 'error', text }])
  expect(currentSession()).not.toBeNull()
})

test('an empty body of a refusal gets the words of the dictionary', async () => {
  fetchStub.mockImplementation(async () => new Response(null, { status: 423 }))
  await expect(call(getThing, { id: 7 })).rejects.toMatchObject({ status: 423, message: '演示环境不能操作，如需了解联系我们' })
})

test('423 of a locked session locks the screen and shows nothing of a demo', async () => {
  answer(423, { code: 1, msg: '屏幕已锁定，请先解锁', data: 'locked' })
  await expect(call(getThing, { id: 7 })).rejects.toMatchObject({ status: 423, message: '屏幕已锁定，请先解锁' })
  expect(useSession.getState().locked).toBe(true)
  expect(notices).toEqual([])
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

test('401 ends the session, with one toast in three seconds', async () => {
  answer(401, { code: 1, msg: '令牌已失效', data: 'unauthorized' })
  const calls = [1, 2, 3].map((n) => call(getThing, { id: n }).catch((thrown) => thrown))
  const errors = await Promise.all(calls)
  expect(errors.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(notices).toEqual([{ kind: 'error', text: '令牌已失效' }])
  expect(useSession.getState()).toMatchObject({ session: null, ended: '令牌已失效' })

  beginSession(aToken({ access_token: 'access-2' }))
  vi.setSystemTime(Date.now() + 2999)
  await call(getThing, { id: 4 }).catch(() => undefined)
  expect(notices).toHaveLength(1)
  beginSession(aToken({ access_token: 'access-3' }))
  vi.setSystemTime(Date.now() + 1)
  await call(getThing, { id: 5 }).catch(() => undefined)
  expect(notices).toHaveLength(2)
})

test('a late 401 of an older token leaves the new session alone', async () => {
  fetchStub.mockImplementation(async () => {
    beginSession(aToken({ access_token: 'access-2' }))
    return Response.json({ code: 1, msg: '令牌已失效', data: null }, { status: 401 })
  })
  await expect(call(getThing, { id: 7 })).rejects.toMatchObject({ status: 401 })
  expect(currentSession()?.accessToken).toBe('access-2')
  expect(notices).toEqual([])
})

test('500 rejects with the reply and shows nothing', async () => {
  answer(500, { code: 1, msg: '系统错误 4f2a', data: null })
  await expect(call(getThing, { id: 7 })).rejects.toMatchObject({ status: 500, message: '系统错误 4f2a' })
  expect(notices).toEqual([])
})

test('no answer, or one of a gateway, is a network failure and shows nothing', async () => {
  fetchStub.mockRejectedValue(new TypeError('fetch failed'))
  await expect(call(getThing, { id: 7 })).rejects.toBeInstanceOf(NetworkError)
  answer(502, 'Bad Gateway')
  await expect(call(getThing, { id: 7 })).rejects.toBeInstanceOf(NetworkError)
  expect(notices).toEqual([])
  expect(currentSession()).not.toBeNull()
})

test('a reply that is not of the product is a network failure', async () => {
  fetchStub.mockImplementation(async () => new Response('<html>captive portal</html>'))
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
