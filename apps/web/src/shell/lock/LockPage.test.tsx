// @vitest-environment jsdom
import { lockSession } from '@huanwei/contract/locks/endpoints'
import { startTestServer } from '@huanwei/server/test-kit'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { call } from '../../lib/api.ts'
import { endSession } from '../../lib/session.ts'
import { signIn } from '../../lib/sign-in.ts'
import { stubBrowser } from '../../lib/test-browser.ts'
import { LockPage } from './LockPage.tsx'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
  await startI18n('zh-CN', ['lock', 'common', 'shell'])
  stubBrowser(server.app)
}, 90_000)
afterEach(() => {
  cleanup()
  endSession()
})
afterAll(() => server.close())

test('the lock shows the picture of whose screen it is, a letter of who has none', async () => {
  await server.db.owner.query("update sys_user set avatar = 'own.png' where tenant_id = 1 and username = 'viewer'")
  const pictures = async (username: string) => {
    await signIn({ username, password: '123456' })
    await call(lockSession, { password: '午休' })
    const { container } = render(<LockPage />, { wrapper: MemoryRouter })
    await screen.findByRole('heading', { name: username })
    return () => container.querySelector('.lock-avatar')
  }
  const own = await pictures('viewer')
  await waitFor(() => expect(own()?.querySelector('img')?.getAttribute('src')).toMatch(/^\/admin\/sys-file\/huanwei\/own\.png\?/))
  cleanup()
  endSession()
  const none = await pictures('handler')
  await waitFor(() => expect(none()?.textContent).toBe('H'))
  expect(none()?.querySelector('img')).toBeNull()
})
