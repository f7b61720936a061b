// @vitest-environment jsdom
import { startTestServer } from '@huanwei/server/test-kit'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { chooseLanguage } from '../../i18n/languages.ts'
import { writeEntry } from '../../lib/entries.ts'
import { currentSession, endSession } from '../../lib/session.ts'
import { loadSite, useSite } from '../../lib/site.ts'
import { stubBrowser } from '../../test/browser.ts'
import { LoginPage } from './LoginPage.tsx'

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

const show = async (onTyping: () => Promise<unknown> = async () => undefined) => {
  render(
    <Suspense>
      <LoginPage onTyping={onTyping} />
    </Suspense>,
  )
  return screen.findByRole('button', { name: '登录' })
}
const type = async (username: string, password: string) => {
  await userEvent.clear(screen.getByLabelText('用户名'))
  await userEvent.clear(screen.getByLabelText('密码'))
  await userEvent.type(screen.getByLabelText('用户名'), username)
  await userEvent.type(screen.getByLabelText('密码'), password)
}

test('shows the site of the host and logs in', async () => {
  const onTyping = vi.fn(async () => undefined)
  const button = await show(onTyping)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('测试系统')
  expect(document.title).toBe('登录——测试系统')
  await type('handler', '123456')
  expect(onTyping).toHaveBeenCalled()
  await userEvent.click(button)
  await waitFor(() => expect(currentSession()?.user.username).toBe('handler'))
})

test('a log-in without typing waits for the rest of the product, and then begins', async () => {
  const rest = Promise.withResolvers<void>()
  const onTyping = vi.fn(() => rest.promise)
  const fetched = vi.spyOn(globalThis, 'fetch')
  const isTokenThere = () => {
    const place = fetched.mock.calls.findIndex(([url]) => String(url).startsWith('/auth/oauth/token'))
    return fetched.mock.settledResults[place]?.type === 'fulfilled'
  }
  const button = await show(onTyping)
  fireEvent.change(screen.getByLabelText('用户名'), { target: { value: 'handler' } })
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: '123456' } })
  const before = onTyping.mock.calls.length
  fireEvent.click(button)
  expect(onTyping.mock.calls.length).toBeGreaterThan(before)
  await waitFor(() => expect(isTokenThere()).toBe(true))
  expect(currentSession()).toBeNull()
  rest.resolve()
  await waitFor(() => expect(currentSession()?.user.username).toBe('handler'))
})

test('says in words what is missing, at the field, and asks the server nothing', async () => {
  const button = await show()
  await userEvent.click(button)
  const username = screen.getByLabelText('用户名')
  expect(username.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(username)
  expect(screen.getByText('请输入用户名')).toBeTruthy()
  expect(screen.getByText('请输入密码')).toBeTruthy()
  await type('handler', '12345')
  await userEvent.click(button)
  expect(screen.getByText('密码长度最少为6位')).toBeTruthy()
  expect(currentSession()).toBeNull()
})

test('the password can be looked at', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: '显示密码' }))
  expect(screen.getByLabelText('密码').getAttribute('type')).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: '隐藏密码' }))
  expect(screen.getByLabelText('密码').getAttribute('type')).toBe('password')
})

test('a refusal is said in place, and after three of them the captcha appears and can be renewed', async () => {
  const button = await show()
  await type('viewer', 'wrong-password')
  for (let tries = 0; tries < 3; tries += 1) {
    await userEvent.click(button)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('用户名不存在或者密码错误'))
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  }
  const picture = await screen.findByRole('img', { name: /验证码图片/ })
  const first = picture.getAttribute('src')
  expect(first).toMatch(/^\/code\?randomStr=\d{17}$/)
  await userEvent.click(picture)
  expect(picture.getAttribute('src')).not.toBe(first)

  await userEvent.click(button)
  expect(screen.getByText('请输入验证码')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('验证码'), '99')
  await userEvent.click(button)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('验证码不合法'))
})

test('a link with somebody’s state and code logs nobody in: only the tab that began a social log-in ends it', async () => {
  const state = 'OIDC-LOGIN-of-an-attacker'
  const tries = async () =>
    (await server.db.owner.query("select count(*)::int as n from sys_log_login where grant_type = 'social'")).rows[0].n
  history.replaceState(null, '', `/login?state=${state}&code=one`)
  await show()
  expect(screen.getByRole('tabpanel').getAttribute('aria-busy')).toBe('false')
  cleanup()
  writeEntry('socialState', { state, secret: 'of this tab', from: '/', isBack: true }, 'session')
  await show()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('第三方登录没有成功，请重试'))
  expect(await tries()).toBe(1)
  history.replaceState(null, '', '/login')
})

test('says why the last session ended', async () => {
  endSession('令牌已失效')
  await show()
  expect(screen.getByRole('alert').textContent).toBe('令牌已失效')
})

test('the language changes at once', async () => {
  await show()
  await userEvent.selectOptions(screen.getByLabelText('语言'), 'en-US')
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('en-US')
})

test('who forgot the password is told whom to ask, in the place of a refusal', async () => {
  endSession('令牌已失效')
  await show()
  const question = screen.getByRole('button', { name: '忘记密码？' })
  await userEvent.click(question)
  expect(screen.getByRole('status').textContent).toBe('请联系本单位的系统管理员重置密码')
  expect(screen.queryByText('令牌已失效')).toBeNull()
  useSite.setState(({ site }) => ({ site: site && { ...site, contact: '信息科 028-1234' } }))
  expect((await screen.findByText('请联系信息科 028-1234重置密码')).getAttribute('role')).toBe('status')
  await userEvent.click(question)
  expect(screen.getByRole('alert').textContent).toBe('令牌已失效')
})

test('in the demo an account is one click away', async () => {
  await show()
  expect(screen.queryByText('演示账号，点一下即可登录')).toBeNull()
  useSite.setState(({ site }) => ({ site: site && { ...site, demoAccounts: [{ username: 'admin', password: '123456' }] } }))
  await userEvent.click(await screen.findByRole('button', { name: '管理员' }))
  await waitFor(() => expect(currentSession()?.user.username).toBe('admin'))
})
