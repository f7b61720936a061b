// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { readEntry, writeEntry } from './entries.ts'
import { beginSession, currentSession, endSession, secondsLeft, useSession } from './session.ts'
import { aToken } from './test-token.ts'

beforeEach(() => {
  endSession()
  sessionStorage.clear()
  localStorage.clear()
})

test('a login is stored in the form of the family and found again after a reload', async () => {
  beginSession(aToken(), 1_000_000)
  const entry = JSON.parse(sessionStorage.getItem('huanwei-access_token') ?? '')
  expect(entry).toMatchObject({ dataType: 'string', content: 'access-1', type: 'session' })
  expect(entry.datetime).toBeTypeOf('number')
  expect(JSON.parse(sessionStorage.getItem('huanwei-permissions') ?? '').content).toEqual({
    ROLE_1: true,
    violation_handle: true,
  })
  expect(JSON.parse(localStorage.getItem('huanwei-tenantId') ?? '')).toMatchObject({ dataType: 'number', content: 1 })

  vi.resetModules()
  const reloaded = await import('./session.ts')
  expect(reloaded.currentSession()).toEqual({ ...currentSession() })
  expect(secondsLeft(currentSession()!, 1_000_000)).toBe(43_200)
})

test('what does not fit is not a session', async () => {
  beginSession(aToken())
  writeEntry('userInfo', { id: 'somebody' }, 'session')
  vi.resetModules()
  expect((await import('./session.ts')).currentSession()).toBeNull()
})

test('an end forgets everything of the session and keeps the reason for the login screen', () => {
  beginSession(aToken())
  writeEntry('tagList', ['x'], 'session')
  endSession('令牌已失效')
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(useSession.getState()).toEqual({ session: null, ended: '令牌已失效' })
})

test('a broken entry reads as absent', async () => {
  const { z } = await import('zod')
  sessionStorage.setItem('huanwei-tag', '{nonsense')
  expect(readEntry('tag', z.string())).toBeNull()
})
