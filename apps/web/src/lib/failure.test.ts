// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { getThing, stubNetwork } from '../test/network.ts'
import { aToken } from '../test/token.ts'
import { call } from './api.ts'
import { ApiError, isGone, NetworkError } from './errors.ts'
import { watchFailures } from './failure.ts'
import { type Notice, onNotice } from './notices.ts'
import { beginSession, currentSession, useSession } from './session.ts'

const { fetchStub, answer } = stubNetwork()
const notices: Notice[] = []
onNotice((notice) => notices.push(notice))
watchFailures()
beforeEach(() => {
  notices.length = 0
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

test('what the caller says in a place of its own is no toast besides', async () => {
  answer(404, { code: 1, msg: '资源不存在', data: null })
  await expect(call(getThing, { id: 7 }, undefined, isGone)).rejects.toMatchObject({ status: 404 })
  expect(notices).toEqual([])
  answer(403, { code: 1, msg: '权限不足', data: null })
  await expect(call(getThing, { id: 7 }, undefined, isGone)).rejects.toMatchObject({ status: 403 })
  expect(notices).toEqual([{ kind: 'error', text: '权限不足' }])
})

test('423 of a locked session locks the screen and shows nothing of a demo', async () => {
  answer(423, { code: 1, msg: '屏幕已锁定，请先解锁', data: 'locked' })
  await expect(call(getThing, { id: 7 })).rejects.toMatchObject({ status: 423, message: '屏幕已锁定，请先解锁' })
  expect(useSession.getState().locked).toBe(true)
  expect(notices).toEqual([])
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
