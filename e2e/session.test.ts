import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appId, appSecret, startIdentityProvider } from '@huanwei/server/identity.test-kit'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from './api.ts'
import { barriers, sticksOut, untranslated } from './looks.ts'
import { logInOnScreen, people, pressInHeader, signIn, unique } from './person.ts'
import { startPrepared } from './prepared.ts'
import type { Product } from './product.ts'

const { arrive, consoleMessages } = people()
let product: Product
beforeAll(async () => {
  product = await startPrepared({ SIMULATE: 'off' })
})
afterAll(() => product?.remove())

const lockPassword = '午休 1'
const stored = (page: Page, name: string) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(`huanwei-${key}`) ?? '{}').content, name)
const callAs = (token: string, path: string, init: RequestInit = {}) =>
  fetch(product.url + path, { ...init, headers: { authorization: `Bearer ${token}` } })
const another = async (page: Page, path: string) => {
  const tab = await page.context().newPage()
  await tab.goto(product.url + path)
  return tab
}
/** Console messages except the browser's own about refusals and lost replies. */
const unexpected = () =>
  consoleMessages.filter((one) => !/status of (401|423|426|428|417)|polling failed|ERR_CONNECTION_RESET/.test(one))

const lockScreen = (page: Page, name = '锁屏') => pressInHeader(page, name)
const unlock = async (page: Page, password: string) => {
  await page.getByLabel('锁屏密码').fill(password)
  await page.getByRole('button', { name: '解锁' }).click()
}

test('No token leads to the login page; a link in a new tab of the same browser asks for none', async () => {
  const page = await arrive('link')
  await page.goto(`${product.url}/event/illegal/index`)
  await page.waitForURL('**/login-new?from=*')
  await page.locator('[name=username]').fill('dispatcher')
  await page.locator('[name=password]').fill('123456')
  await page.locator('.login-submit').click()
  await page.waitForURL('**/event/illegal/index')
  const tab = await another(page, '/monitor/live/index')
  await tab.getByRole('region', { name: '状态统计' }).waitFor()
  expect(new URL(tab.url()).pathname).toBe('/monitor/live/index')
})

test('Setting a lock password locks the screen; a token with the screen locked leads to /lock: after a reload, in another tab, with the store deleted', async () => {
  const page = await arrive('lock')
  await signIn(page, product.url)
  await page.goto(`${product.url}/monitor/live/index`)
  const tab = await another(page, '/event/illegal/index')
  await lockScreen(page)
  const dialog = page.getByRole('dialog', { name: '设置锁屏密码' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('锁屏密码不能为空').waitFor()
  await dialog.getByLabel('锁屏密码').fill(lockPassword)
  await dialog.getByRole('button', { name: '确定' }).click()
  for (const one of [page, tab]) await one.waitForURL('**/lock*')
  await page.getByRole('heading', { name: 'admin' }).waitFor()
  expect(await page.title()).toContain('锁屏——')
  expect(await barriers(page)).toEqual([])
  expect(await page.locator('body').textContent()).not.toContain('演示环境')

  await page.reload()
  await page.getByRole('button', { name: '解锁' }).waitFor()
  await page.evaluate(() => localStorage.removeItem('huanwei-isLock'))
  await page.goto(`${product.url}/event/illegal/index`)
  await page.waitForURL('**/lock*')
  const token = await stored(page, 'access_token')
  expect((await callAs(token, '/admin/user/info')).status).toBe(423)
})

test('A wrong unlock password gives a message and a shake; the right one returns to the tab that was left; later locks use the stored one', async () => {
  const page = await arrive('unlock')
  await logInOnScreen(page, product.url, 'inspector')
  await page.locator('#side-menu a[href="/event/illegal/index"]').click()
  await page.getByRole('table', { name: '违章列表' }).waitFor()
  await lockScreen(page)
  await page.getByRole('dialog').getByLabel('锁屏密码').fill(lockPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/lock*')
  await unlock(page, 'wrong')
  await page.getByText('解锁密码错误,请重新输入').waitFor()
  expect(await page.locator('main.lock').getAttribute('class')).toContain('lock-wrong')
  await unlock(page, lockPassword)
  await page.waitForURL('**/event/illegal/index')
  await page.getByRole('table', { name: '违章列表' }).waitFor()
  await lockScreen(page)
  await page.waitForURL('**/lock*')
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.getByRole('button', { name: '退出系统' }).click()
  await page.getByText('是否退出系统, 是否继续?').waitFor()
  await page.getByRole('button', { name: '确定' }).click()
  await page.waitForURL('**/login-new*')
  await logInOnScreen(page, product.url, 'inspector')
  expect(new URL(page.url()).pathname).toBe('/wel/index')
})

test('The lock screen in English at 360 px and in the dark', async () => {
  const page = await arrive('small', { language: 'en-US', width: 360, height: 640 })
  await signIn(page, product.url, 'viewer')
  await page.goto(product.url)
  await lockScreen(page, 'Lock screen')
  await page.getByRole('dialog').getByLabel('Lock screen password').fill(lockPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/lock*')
  await page.getByRole('button', { name: 'Unlock' }).waitFor()
  expect(await sticksOut(page)).toEqual([])
  expect(await untranslated(page)).toEqual([])
  expect(await barriers(page)).toEqual([])
})

test('A person logged out by the server logs in again and finds their unfinished work; another person does not', async () => {
  const page = await arrive('unfinished')
  await logInOnScreen(page, product.url, 'dispatcher')
  await page.locator('#side-menu a[href="/event/illegal/index"]').click()
  await page.locator('tbody tr[data-row]').first().click()
  const drawer = page.getByRole('dialog', { name: '违章详情' })
  await drawer.getByText('误报', { exact: true }).click()
  await drawer.locator('textarea').fill('没写完')
  const end = async () =>
    callAs(await stored(page, 'access_token'), '/auth/token/logout', { method: 'DELETE' }).then(() =>
      page.waitForURL('**/login-new*'),
    )
  await end()
  expect(await drawer.isVisible()).toBe(false)
  expect(await page.locator('[name=username]').inputValue()).toBe('dispatcher')
  await page.locator('[name=password]').fill('123456')
  await page.locator('.login-submit').click()
  await drawer.waitFor()
  expect(await drawer.locator('textarea').inputValue()).toBe('没写完')

  await end()
  await page.locator('[name=username]').fill('inspector')
  await page.locator('[name=password]').fill('123456')
  await page.locator('.login-submit').click()
  await page.waitForURL('**/event/illegal/index*')
  await page.getByRole('table', { name: '违章列表' }).waitFor()
  expect(await page.getByText('没写完').count()).toBe(0)
})

test('手机号登录: the code of the demo’s log logs in, once', async () => {
  const { username, phone } = await newAccount(product.url)
  const page = await arrive('phone')
  await page.goto(product.url)
  await page.getByRole('tab', { name: '手机号登录' }).click()
  await page.getByRole('button', { name: '发送验证码' }).click()
  await page.getByText('手机号码不能为空').waitFor()
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await page.getByRole('button', { name: /^\d+秒后重发$/ }).waitFor()
  expect(await barriers(page)).toEqual([])
  const lastMessage = () => readFileSync(join(product.dataDir, 'sms.log'), 'utf8').trim().split('\n').at(-1) ?? ''
  await expect.poll(lastMessage).toContain(phone)
  const message = lastMessage()
  const code = /\d{6}(?=，)/.exec(message)?.[0] ?? ''
  await page.getByLabel('验证码', { exact: true }).fill('12')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.locator('.field-error', { hasText: '请输入6位数的验证码' }).waitFor()
  await page.getByLabel('验证码', { exact: true }).fill(code)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.locator('.home').waitFor()
  expect((await stored(page, 'userInfo')).username).toBe(username)
})

test('Social log-in: an unbound account is reported, bound on the personal page, and then logs in', async () => {
  const identity = await startIdentityProvider([product.url])
  const name = unique('市政统一身份')
  try {
    const admin = await arrive('provider')
    await signIn(admin, product.url)
    await admin.goto(`${product.url}/system/token/index?tab=providers`)
    await admin.getByRole('button', { name: '新增登录方式' }).click()
    const drawer = admin.getByRole('dialog', { name: '新增登录方式' })
    for (const [label, value] of [
      ['名称', name],
      ['类型', unique('S')],
      ['身份服务地址', identity.issuer],
      ['应用标识', appId],
      ['应用密钥', appSecret],
    ] as const)
      await drawer.getByLabel(label).fill(value)
    await drawer.getByRole('button', { name: '确定' }).click()
    await admin.getByRole('cell', { name }).waitFor()
    expect(await barriers(admin)).toEqual([])

    const page = await arrive('social')
    const through = async () => {
      await page.getByRole('button', { name }).click()
      await page.getByLabel('Account').fill('li-guoqiang')
      await page.getByRole('button', { name: 'Go on' }).click()
    }
    await page.goto(product.url)
    await through()
    await page.getByRole('alert').filter({ hasText: '未绑定登录账号，请使用密码登录后绑定' }).waitFor()
    await page.locator('[name=username]').fill('inspector')
    await page.locator('[name=password]').fill('123456')
    await page.locator('.login-submit').click()
    await page.locator('.home').waitFor()
    await page.goto(`${product.url}/info/index`)
    const bound = page.getByRole('region', { name: '绑定的账号' }).getByRole('listitem').filter({ hasText: name })
    await bound.getByRole('button', { name: '绑定' }).click()
    const asked = page.getByRole('dialog', { name: '绑定' })
    await asked.getByLabel('当前密码').fill('123456')
    await asked.getByRole('button', { name: '绑定' }).click()
    await page.getByRole('heading', { name: '社交账号绑定成功' }).waitFor()
    await page.getByRole('link', { name: '返回个人信息' }).click()
    await bound.getByRole('button', { name: '解绑' }).waitFor()

    const token = await stored(page, 'access_token')
    await callAs(token, '/auth/token/logout', { method: 'DELETE' })
    await page.evaluate(() => localStorage.clear())
    await page.goto(product.url)
    await page.getByRole('button', { name }).click()
    await page.locator('.home').waitFor()
    expect((await stored(page, 'userInfo')).username).toBe('inspector')
  } finally {
    await identity.close()
  }
})

test('A person whose session an administrator ends is at the login, on HTTP and on the socket', async () => {
  const person = await arrive('kicked')
  await signIn(person, product.url, 'viewer')
  await person.goto(`${product.url}/monitor/live/index`)
  await person.getByRole('region', { name: '状态统计' }).waitFor()
  const token = await stored(person, 'access_token')

  const admin = await arrive('kicks')
  await signIn(admin, product.url)
  await admin.goto(`${product.url}/system/token/index?username=viewer`)
  const own = admin.getByRole('table', { name: '在线用户' }).locator('tbody tr[data-row]')
  await own.first().waitFor()
  const count = await own.count()
  for (let left = count; left > 0; left--) {
    await own.first().getByRole('button', { name: '强制下线' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: '强制下线' }).click()
    await expect.poll(() => own.count()).toBe(left - 1)
  }
  expect((await callAs(token, '/admin/user/info')).status).toBe(401)
  await person.waitForURL('**/login-new*', { timeout: 60_000 })
  await admin.goto(`${product.url}/system/token/index`)
  await admin.getByText('本次登录').waitFor()
  expect(await barriers(admin)).toEqual([])
})

/** Makes the token due for renewal and wakes every tab, as after a sleep. */
const wake = async (tabs: Page[]) => {
  await tabs[0]?.evaluate(() => {
    const due = { dataType: 'number', content: Date.now() + 500_000, datetime: Date.now() }
    localStorage.setItem('huanwei-expires_at', JSON.stringify(due))
  })
  await Promise.all(
    tabs.map((tab) => tab.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'huanwei-expires_at' })))),
  )
  await Promise.all(tabs.map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))))
}

/** Drops every third answer to a renewal. */
async function dropReplies(context: BrowserContext) {
  const asked = { all: 0, lost: 0 }
  await context.route('**/auth/oauth/token', async (route) => {
    asked.all++
    const reply = await route.fetch()
    if (asked.all % 3 !== 0) return route.fulfill({ response: reply })
    asked.lost++
    return route.abort('connectionreset')
  })
  return asked
}

test('Eight tabs renew forty times with lost replies: nobody is logged out, and after the log-out no token is valid', async () => {
  const first = await arrive('tabs')
  await signIn(first, product.url)
  await first.goto(product.url)
  const context = first.context()
  const tabs = [first]
  for (let i = 1; i < 8; i++) {
    const tab = await context.newPage()
    await tab.goto(`${product.url}/privacy`)
    tabs.push(tab)
  }
  const asked = await dropReplies(context)
  const seen = new Set<string>()
  const remember = async () => {
    for (const name of ['access_token', 'refresh_token']) seen.add(await stored(first, name))
  }
  const rounds = 40
  for (let round = 0; round < rounds; round++) {
    await remember()
    const before = await stored(first, 'access_token')
    await wake(tabs)
    await expect.poll(() => stored(first, 'access_token'), { interval: 20, timeout: 20_000 }).not.toBe(before)
  }
  await remember()
  // One tab renews at a time: one request for each round, and another for each lost reply.
  expect(asked.all).toBeLessThanOrEqual(rounds + asked.lost + 8)
  expect(asked.lost).toBeGreaterThan(12)
  for (const tab of tabs) expect(new URL(tab.url()).pathname).not.toContain('login')

  await context.unrouteAll({ behavior: 'wait' })
  await callAs(await stored(first, 'access_token'), '/auth/token/logout', { method: 'DELETE' })
  for (const token of seen) {
    expect((await callAs(token, '/admin/user/info')).status).toBe(401)
    const refresh = await fetch(`${product.url}/auth/oauth/token?grant_type=refresh_token&refresh_token=${token}`, {
      method: 'POST',
      headers: { authorization: 'Basic cGlnOnBpZw==' },
    })
    expect(refresh.status).toBe(426)
  }
})

test('Each type of deployment has its own login', async () => {
  const page = await arrive('sites', { language: 'zh-CN' })
  const looks = []
  for (const host of ['localhost', 'toilet.localhost', 'plain.localhost']) {
    await page.goto(product.url.replace('localhost', host))
    await page.locator('.login-art').waitFor()
    looks.push({
      heading: await page.getByRole('heading', { level: 1 }).textContent(),
      slogan: await page.locator('.login-slogan').textContent(),
      look: (await page.locator('.login-side').getAttribute('class'))?.split(' ')[1],
    })
    expect(await barriers(page)).toEqual([])
  }
  expect(looks).toEqual([
    { heading: '智慧环卫综合信息化管理系统', slogan: '城市环卫，一屏掌握', look: 'login-sanitation' },
    { heading: expect.stringContaining('农村'), slogan: '农村改厕，长效管护', look: 'login-rural-toilet' },
    { heading: '欢迎登录', slogan: '车辆设施，一屏掌握', look: 'login-no-title' },
  ])
})

test('the console has no unexpected message', () => {
  expect(unexpected()).toEqual([])
})
