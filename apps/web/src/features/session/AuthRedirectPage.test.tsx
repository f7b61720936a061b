// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense, use } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeAll, test } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { writeEntry } from '../../lib/entries.ts'
import { AuthRedirectPage } from './AuthRedirectPage.tsx'

beforeAll(() => startI18n('zh-CN', ['login']))

const state = 'OIDC-LOGIN-which-nobody-can-guess'
const Beside = ({ ready }: { ready: Promise<ReactNode> }) => use(ready)

/** React begins to draw, and begins anew when what stands beside the page is `ready`. */
const comeBack = (ready: Promise<ReactNode>) =>
  act(async () =>
    render(
      <MemoryRouter initialEntries={[`/authredirect?code=one&state=${state}`]}>
        <Suspense>
          <Routes>
            <Route path="/authredirect" element={<AuthRedirectPage />} />
            <Route path="/login" element="at the login" />
          </Routes>
          <Beside ready={ready} />
        </Suspense>
      </MemoryRouter>,
    ),
  )

test('who comes back goes on though the page is drawn twice before it is shown; nobody comes back again', async () => {
  writeEntry('socialState', { state, secret: 'of this tab', from: '/' }, 'session')
  await comeBack(new Promise((resolve) => setTimeout(resolve, 10, null)))
  await screen.findByText('at the login')
  cleanup()
  await comeBack(Promise.resolve(null))
  await screen.findByRole('heading', { name: '第三方登录没有成功' })
})
