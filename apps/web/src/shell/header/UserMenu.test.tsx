// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { changeUser } from '../../lib/session.ts'
import { screenTest } from '../../test/screen.tsx'
import { UserMenu } from './UserMenu.tsx'

const { kit } = screenTest(['shell'], 'viewer')

test('who is logged in is a name and its first letter, and their picture from the moment they have one', async () => {
  const avatar = `${'0'.repeat(32)}.png`
  await kit.server.db.owner.query(
    "insert into sys_file (tenant_id, bucket_name, file_name, original, type, file_size, create_user) values (1, 'huanwei', $1, 'x', 'png', 1, 'viewer')",
    [avatar],
  )
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <UserMenu />
    </QueryClientProvider>,
    { wrapper: MemoryRouter },
  )
  expect(container.querySelector('.avatar')?.textContent).toBe('V')
  act(() => changeUser({ name: '周敏' }))
  await waitFor(() => expect(container.querySelector('.user-button')?.textContent).toBe('账号 周敏周周敏'))
  act(() => changeUser({ avatar }))
  await waitFor(() => expect(container.querySelector('.avatar img')?.getAttribute('src')).toContain(`/${avatar}?`))
})
