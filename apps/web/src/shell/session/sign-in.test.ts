// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { entryKey, removeEntry, writeEntry } from '../../lib/entries.ts'
import { beginSession, currentSession, keepLocked, useSession } from '../../lib/session.ts'
import { aToken } from '../../test/token.ts'
import { askRights } from './rights.ts'
import { signOut, watchSession } from './sign-in.ts'

const fetchStub = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

beforeAll(() => startI18n('zh-CN'))
beforeEach(() => {
  vi.stubGlobal('fetch', fetchStub)
  fetchStub.mockReset()
  // Another test file may have run in this window.
  sessionStorage.clear()
  beginSession(aToken())
})

/** Storage event of another tab. */
const heard = (name: string) => window.dispatchEvent(new StorageEvent('storage', { key: entryKey(name) }))

test('a renewal, a lock and the log-out of another tab are taken over at once', () => {
  const stop = watchSession()
  writeEntry('access_token', 'access-9', 'local')
  writeEntry('expires_at', Date.now() + 9_000_000, 'local')
  heard('expires_at')
  expect(currentSession()?.accessToken).toBe('access-9')

  writeEntry('isLock', true, 'local')
  heard('isLock')
  expect(useSession.getState().locked).toBe(true)

  writeEntry('tagList', ['x'], 'session')
  for (const name of ['access_token', 'userInfo', 'isLock', 'expires_at']) removeEntry(name)
  heard('expires_at')
  expect(useSession.getState()).toMatchObject({ session: null, locked: false, waiting: null })
  expect(Object.keys(sessionStorage)).toEqual([])
  stop()
})

test('what woke up looks at once whether the token is still good', () => {
  const stop = watchSession()
  writeEntry('expires_at', 1, 'local')
  heard('expires_at')
  fetchStub.mockImplementation(async () => Response.json(aToken({ access_token: 'access-2' })))
  document.dispatchEvent(new Event('visibilitychange'))
  return vi.waitFor(() => expect(currentSession()?.accessToken).toBe('access-2')).finally(stop)
})

test('rights that changed are asked for without a new login', async () => {
  const sysUser = {
    ...aToken().user_info,
    name: '',
    gender: '2',
    deptName: '',
    lockFlag: '0',
    roleList: [],
    createTime: '',
    updateTime: '',
    updateBy: '',
    intercomAccount: '',
    terminalNo: '',
    deviceId: null,
    online: false,
  }
  fetchStub.mockImplementation(async () =>
    Response.json({ code: 0, msg: null, data: { sysUser, permissions: ['sys_log_view'], roles: [3], seesAll: false } }),
  )
  await askRights()
  const authorities = [{ authority: 'ROLE_3' }, { authority: 'sys_log_view' }]
  expect(currentSession()?.user).toMatchObject({ authorities, seesAll: false })
})

test('a logout ends the session and its lock also when the server is gone', async () => {
  keepLocked(true)
  fetchStub.mockRejectedValue(new TypeError('fetch failed'))
  await expect(signOut()).rejects.toThrow()
  expect(useSession.getState()).toMatchObject({ session: null, locked: false, waiting: null })
})
