// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../i18n/i18n.ts'
import { beginSession, currentSession, endSession, useSession } from './session.ts'
import { renewWhenDue, signOut, watchSession } from './sign-in.ts'
import { aToken } from './test-token.ts'

const fetchStub = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const now = 1_000_000_000_000
const due = now + (43_200 - 1000) * 1000

beforeAll(() => startI18n('zh-CN'))
beforeEach(() => {
  vi.stubGlobal('fetch', fetchStub)
  fetchStub.mockReset()
  beginSession(aToken(), now)
})
const grants = (reply: () => Response) => fetchStub.mockImplementation(async () => reply())
const renewedReply = () => Response.json(aToken({ access_token: 'access-2', refresh_token: 'refresh-2' }))

test('a token with more than 1000 s to live is left alone, its counter is stored', async () => {
  await renewWhenDue(undefined, due - 1000)
  expect(fetchStub).not.toHaveBeenCalled()
  expect(JSON.parse(sessionStorage.getItem('huanwei-expires_in') ?? '').content).toBe(1001)
})

test('at 1000 s it is renewed, and the other tabs are told', async () => {
  grants(renewedReply)
  const told = vi.fn()
  await renewWhenDue(told, due)
  expect(fetchStub.mock.lastCall?.[1].body).toBe('grant_type=refresh_token&refresh_token=refresh-1&scope=server')
  expect(currentSession()).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2' })
  expect(told).toHaveBeenCalledWith({ replaces: 'refresh-1', session: currentSession() })
})

test('two looks at the same time renew once', async () => {
  grants(renewedReply)
  await Promise.all([renewWhenDue(undefined, due), renewWhenDue(undefined, due)])
  expect(fetchStub).toHaveBeenCalledTimes(1)
})

test('a network failure keeps the session and is tried again at the next look', async () => {
  fetchStub.mockRejectedValueOnce(new TypeError('fetch failed'))
  await renewWhenDue(undefined, due)
  expect(currentSession()?.accessToken).toBe('access-1')
  grants(renewedReply)
  await renewWhenDue(undefined, due)
  expect(currentSession()?.accessToken).toBe('access-2')
})

test.each([
  [426, true],
  [401, true],
  [500, false],
  [429, false],
])('a renewal answered %i ends the session: %s', async (status, ends) => {
  grants(() => Response.json({ code: 1, msg: '令牌无效', data: null }, { status }))
  await renewWhenDue(undefined, due)
  expect(currentSession() === null).toBe(ends)
  if (ends) expect(useSession.getState().ended).toBe('令牌无效')
})

test('without a session nothing is asked', async () => {
  endSession()
  await renewWhenDue(undefined, due)
  expect(fetchStub).not.toHaveBeenCalled()
})

test('what another tab renewed is taken over, unless it is of another session', async () => {
  beginSession(aToken())
  const stop = watchSession()
  const other = new BroadcastChannel('huanwei-session')
  const renewed = { ...currentSession()!, accessToken: 'access-9', refreshToken: 'refresh-9' }
  other.postMessage({ replaces: 'refresh-of-somebody-else', session: { ...renewed, accessToken: 'wrong' } })
  other.postMessage({ replaces: 'refresh-1', session: renewed })
  await vi.waitFor(() => expect(currentSession()?.accessToken).toBe('access-9'))
  other.close()
  stop()
})

test('a logout ends the session also when the server is gone', async () => {
  fetchStub.mockRejectedValue(new TypeError('fetch failed'))
  await expect(signOut()).rejects.toThrow()
  expect(currentSession()).toBeNull()
})
