// @vitest-environment jsdom
import { startTestServer } from '@huanwei/server/test-kit'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startI18n } from '../i18n/i18n.ts'
import { chooseLanguage } from '../i18n/languages.ts'
import { currentSession, endSession } from '../lib/session.ts'
import { loadSite } from '../lib/site.ts'
import { createRouter } from '../router.tsx'
import { stubBrowser } from '../test/browser.ts'
import { menuQuery, sessionQueries } from './query-client.ts'
import { signIn } from './session/sign-in.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
  await startI18n('zh-CN')
})
afterAll(() => server.close())
beforeEach(async () => {
  stubBrowser(server.app)
  await loadSite()
})
afterEach(async () => {
  cleanup()
  endSession()
  await chooseLanguage('zh-CN')
})

const patience = { timeout: 60_000 }
async function open(path: string) {
  window.history.replaceState(null, '', path)
  const router = createRouter()
  // Awaited: what waits for a promise inside a synchronous act never wakes up.
  await act(async () => {
    render(
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>,
    )
  })
  return router
}

test('without a token every page leads to the login, and from there back to where one wanted to go', async () => {
  const router = await open('/event/illegal/index?current=2')
  await screen.findByRole('button', { name: '登录' }, patience)
  expect(window.location.pathname).toBe('/login-new')
  await userEvent.type(screen.getByLabelText('用户名'), 'handler')
  await userEvent.type(screen.getByLabelText('密码'), '123456')
  await userEvent.click(screen.getByRole('button', { name: '登录' }))
  const menu = await screen.findByRole('navigation', { name: '主菜单' }, patience)
  expect(router.state.location.pathname + router.state.location.search).toBe('/event/illegal/index?current=2')
  await within(menu).findByRole('link', { name: '车辆违章' }, patience)
  expect(document.title).toBe('车辆违章——测试系统')
})

test('home shows the figures of the server, the menu leads on, tabs open and close', async () => {
  await signIn({ username: 'handler', password: '123456' })
  const router = await open('/')
  expect(await screen.findByText(/^handler，/, undefined, patience)).toBeTruthy()
  expect(await screen.findByText('还没有车辆。添加车辆并绑定终端后，这里显示它们的状态。', undefined, patience)).toBeTruthy()
  expect(await screen.findByText('都处理完了。', undefined, patience)).toBeTruthy()
  expect(window.location.pathname).toBe('/wel/index')

  const menu = screen.getByRole('navigation', { name: '主菜单' })
  const group = await within(menu).findByRole('button', { name: '事件中心' }, patience)
  await userEvent.click(group)
  expect(within(menu).queryByRole('link', { name: '车辆违章' })).toBeNull()
  await userEvent.click(group)
  await userEvent.click(within(menu).getByRole('link', { name: '车辆违章' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/event/illegal/index'))
  const tabs = screen.getByRole('navigation', { name: '已打开的页面' })
  await waitFor(() =>
    expect(
      within(tabs)
        .getAllByRole('link')
        .map((tab) => tab.textContent),
    ).toEqual(['首页', '车辆违章']),
  )
  expect(within(tabs).queryByRole('button', { name: '关闭首页' })).toBeNull()
  await userEvent.click(within(tabs).getByRole('button', { name: '关闭车辆违章' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/wel/index'))
  expect(within(tabs).getAllByRole('link')).toHaveLength(1)
  // Each link that watched the menu by itself would make the first picture wait.
  expect(sessionQueries().getQueryCache().find({ queryKey: menuQuery.queryKey })?.getObserversCount()).toBeLessThan(17)
})

test('a window that gets narrow closes the menu that would lie over the page; wide again it is as before', async () => {
  const width = window.innerWidth
  const resize = (to: number) =>
    act(() => {
      window.innerWidth = to
      window.dispatchEvent(new Event('resize'))
    })
  await signIn({ username: 'handler', password: '123456' })
  resize(1366)
  await open('/404')
  const isOpen = async () =>
    (await screen.findByRole('button', { name: /^(展开|收起|打开|关闭).*菜单$/ }, patience)).getAttribute('aria-expanded')
  expect(await isOpen()).toBe('true')
  resize(700)
  expect(await isOpen()).toBe('false')
  resize(1366)
  expect(await isOpen()).toBe('true')
  resize(width)
})

test('the language changes without a reload', async () => {
  await signIn({ username: 'handler', password: '123456' })
  await open('/wel/index')
  const menu = await screen.findByRole('navigation', { name: '主菜单' }, patience)
  await within(menu).findByRole('link', { name: '首页' }, patience)
  await userEvent.selectOptions(screen.getByLabelText('语言'), 'en-US')
  expect(await within(menu).findByRole('link', { name: 'Home' }, patience)).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Home——测试系统'))
})

test('an unknown address says so and leads on', async () => {
  await signIn({ username: 'handler', password: '123456' })
  const router = await open('/nowhere')
  expect(await screen.findByText('页面不存在或已移动。', undefined, patience)).toBeTruthy()
  expect(router.state.location.pathname).toBe('/404')
})

test('a user without pages is told that there is no menu', async () => {
  await signIn({ username: 'nobody', password: '123456' })
  await open('/404')
  expect(await screen.findByText('没有发现菜单', undefined, patience)).toBeTruthy()
})

test('the logout asks, ends the session at the server too, and shows the login', async () => {
  await signIn({ username: 'handler', password: '123456' })
  const token = currentSession()?.accessToken
  await open('/404')
  await userEvent.click(await screen.findByRole('button', { name: '账号 handler' }, patience))
  await userEvent.click(await screen.findByText('退出系统', undefined, patience))
  expect(await screen.findByText('是否退出系统, 是否继续?', undefined, patience)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '确定' }))
  expect(await screen.findByLabelText('用户名', undefined, patience)).toBeTruthy()
  expect(currentSession()).toBeNull()
  const reply = await server.app.inject({ url: '/admin/user/info', headers: { authorization: `Bearer ${token}` } })
  expect(reply.statusCode).toBe(401)
})
