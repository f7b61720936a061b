// @vitest-environment jsdom
import { lockSession } from '@huanwei/contract/locks/endpoints'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { call } from '../../lib/api.ts'
import { endSession } from '../../lib/session.ts'
import { screenTest } from '../../test/screen.tsx'
import { LockPage } from './LockPage.tsx'

const { kit, beginAs } = screenTest(['lock', 'common', 'shell'])

test('the lock shows the picture of whose screen it is, a letter of who has none', async () => {
  await kit.server.db.owner.query("update sys_user set avatar = 'own.png' where tenant_id = 1 and username = 'viewer'")
  const pictures = async (username: string) => {
    await beginAs(username)
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
