// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { aToken } from '../test/token.ts'
import { readEntry, writeEntry } from './entries.ts'
import { beginSession, currentSession, endSession, keepLocked, secondsLeft, useSession } from './session.ts'

/** Clears entries as a browser clears session cookies when it closes. */
function closeBrowser() {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = 'huanwei-browser=; max-age=0; path=/'
}

beforeEach(() => {
  endSession()
  sessionStorage.clear()
  localStorage.clear()
  closeBrowser()
})

test('a login is stored in the form of the family and found again after a reload', async () => {
  beginSession(aToken(), 1_000_000)
  const entry = JSON.parse(localStorage.getItem('huanwei-access_token') ?? '')
  expect(entry).toMatchObject({ dataType: 'string', content: 'access-1' })
  expect(entry.datetime).toBeTypeOf('number')
  expect(JSON.parse(localStorage.getItem('huanwei-permissions') ?? '').content).toEqual({
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
  writeEntry('userInfo', { id: 'somebody' }, 'local')
  vi.resetModules()
  expect((await import('./session.ts')).currentSession()).toBeNull()
})

test('a browser that was closed meanwhile has forgotten the session', async () => {
  beginSession(aToken())
  closeBrowser()
  vi.resetModules()
  expect((await import('./session.ts')).currentSession()).toBeNull()
})

test('a log-out forgets everything of the session', () => {
  beginSession(aToken())
  writeEntry('tagList', ['x'], 'session')
  endSession()
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(Object.keys(localStorage)).toEqual(['huanwei-tenantId'])
  expect(useSession.getState()).toEqual({ session: null, ended: null, locked: false, waiting: null })
})

test('what the server ended says why at the login, and the work waits for the same person', () => {
  const { user } = beginSession(aToken())
  writeEntry('tagList', ['x'], 'session')
  endSession('令牌已失效')
  expect(useSession.getState()).toEqual({ session: null, ended: '令牌已失效', locked: false, waiting: user })
  beginSession(aToken())
  expect(Object.keys(sessionStorage)).toEqual(['huanwei-tagList'])

  endSession('令牌已失效')
  beginSession(aToken({ user_info: { ...user, id: 8, userId: 8 } }))
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a log-in opens the lock, a lock is known after a reload', async () => {
  beginSession(aToken())
  keepLocked(true)
  vi.resetModules()
  expect((await import('./session.ts')).useSession.getState().locked).toBe(true)
  beginSession(aToken())
  expect(useSession.getState().locked).toBe(false)
})

test('a broken entry reads as absent', async () => {
  const { z } = await import('zod')
  sessionStorage.setItem('huanwei-tag', '{nonsense')
  expect(readEntry('tag', z.string())).toBeNull()
})
