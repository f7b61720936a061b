// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startI18n } from '../i18n/i18n.ts'
import { aToken } from '../test/token.ts'
import { readEntry, writeEntry } from './entries.ts'
import { renewWhenDue } from './renew.ts'
import { beginSession, currentSession, endSession, keepLocked, useSession } from './session.ts'

const fetchStub = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const now = 1_000_000_000_000
const due = now + (43_200 - 1000) * 1000

beforeAll(() => startI18n('zh-CN'))
beforeEach(() => {
  vi.stubGlobal('fetch', fetchStub)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  fetchStub.mockReset()
  beginSession(aToken(), now)
})
const grants = (reply: () => Response) => fetchStub.mockImplementation(async () => reply())
const renewedReply = () => Response.json(aToken({ access_token: 'access-2', refresh_token: 'refresh-2' }))
/** A renewal with the pauses between its tries. */
const renew = async (at: number) => {
  const done = renewWhenDue(at)
  await vi.advanceTimersByTimeAsync(10_000)
  return done
}

test('a token with more than 1000 s to live is left alone, its counter is stored', async () => {
  await renew(due - 1000)
  expect(fetchStub).not.toHaveBeenCalled()
  expect(readEntry('expires_in', z.number())).toBe(1001)
})

test('at 1000 s it is renewed; the lock stays', async () => {
  grants(renewedReply)
  keepLocked(true)
  await renew(due)
  expect(fetchStub.mock.lastCall?.[1].body).toBe('grant_type=refresh_token&refresh_token=refresh-1&scope=server')
  expect(currentSession()).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2' })
  expect(useSession.getState().locked).toBe(true)
})

test('two looks at the same time renew once', async () => {
  grants(renewedReply)
  await Promise.all([renew(due), renew(due)])
  expect(fetchStub).toHaveBeenCalledTimes(1)
})

test('what another tab renewed meanwhile is taken over without asking', async () => {
  writeEntry('access_token', 'access-9', 'local')
  writeEntry('refresh_token', 'refresh-9', 'local')
  writeEntry('expires_at', now + 2 * 43_200_000, 'local')
  await renew(due)
  expect(currentSession()).toMatchObject({ accessToken: 'access-9', refreshToken: 'refresh-9' })
  expect(fetchStub).not.toHaveBeenCalled()
})

test('a lost reply is asked for again while the old token is still good', async () => {
  fetchStub.mockRejectedValueOnce(new TypeError('fetch failed')).mockImplementation(async () => renewedReply())
  await renew(due)
  expect(fetchStub.mock.calls.map(([, { body }]) => body)).toEqual(Array(2).fill(fetchStub.mock.calls[0]?.[1].body))
  expect(currentSession()?.accessToken).toBe('access-2')
})

test('without any answer the session stays, and the next look tries again', async () => {
  fetchStub.mockRejectedValue(new TypeError('fetch failed'))
  await renew(due)
  expect(currentSession()?.accessToken).toBe('access-1')
  grants(renewedReply)
  await renew(due)
  expect(currentSession()?.accessToken).toBe('access-2')
})

test.each([
  [426, true],
  [401, true],
  [500, false],
  [429, false],
  [502, false],
])('a renewal answered %i ends the session: %s', async (status, ends) => {
  grants(() => Response.json({ code: 1, msg: '令牌无效', data: null }, { status }))
  await renew(due)
  expect(currentSession() === null).toBe(ends)
  if (ends) expect(useSession.getState().ended).toBe('令牌无效')
})

test('without a session nothing is asked', async () => {
  endSession()
  await renew(due)
  expect(fetchStub).not.toHaveBeenCalled()
})
