import { changeMenuItem, removeMenuItem } from '@huanwei/contract/menus/endpoints'
import { getRoles } from '@huanwei/contract/roles/endpoints'
import { checkToken } from '@huanwei/contract/session/endpoints'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToMenu, type Caller, logIn, newAccount, setUnit } from './api.ts'
import { faults, sticksOut } from './looks.ts'
import { logInOnScreen, people, signIn, turnTo } from './person.ts'
import { startPrepared } from './prepared.ts'
import { type Product, unexplained } from './product.ts'

const { arrive, consoleMessages } = people()
let product: Product
let page: Page
let api: Caller
beforeAll(async () => {
  product = await startPrepared({ SIMULATE: 'off' })
  api = await logIn(product.url)
  page = await arrive('admin')
  await signIn(page, product.url)
  await page.goto(product.url)
})
afterAll(() => product?.remove())

const side = (of = page) => of.locator('#side-menu')
const pathOf = (of: Page) => new URL(of.url()).pathname
const go = (path: string) => turnTo(page, path)
/** Adds an item to the top of the menu and waits until the open page shows it, without a reload. */
async function addItem(fields: { name: string; path?: string; group?: string[] }) {
  const added = await addToMenu(api, fields)
  await side().getByText(fields.name, { exact: true }).waitFor()
  return added
}
const elsewhere = 'https://outside.example.cn'

/** The address of the window that a click opens; its requests to another site are answered here. */
async function opened(click: () => Promise<unknown>, of = page) {
  await of.context().route(`${elsewhere}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }))
  const [tab] = await Promise.all([of.waitForEvent('popup'), click()])
  await tab.waitForURL((url) => url.href !== 'about:blank')
  const url = new URL(tab.url())
  await tab.close()
  return url
}
const link = (name: string, of = page) => side(of).getByRole('link', { name: new RegExp(`^${name}`) })

describe('spec 1, section 2.5, sidebar', () => {
  test("shows 'No menu found' when empty", async () => {
    const { username, password } = await newAccount(product.url)
    const newcomer = await arrive('newcomer')
    await signIn(newcomer, product.url, username, password)
    await newcomer.goto(product.url)
    await side(newcomer).getByText('没有发现菜单').waitFor()
    await newcomer.context().close()
  })

  test('a top menu of first-level items also exists; items that do not fit are behind More', async () => {
    const entry = 'huanwei-showMenu'
    await page.evaluate((name) => localStorage.setItem(name, '{"dataType":"string","content":"true","datetime":0}'), entry)
    await page.goto(`${product.url}/wel/index`)
    const top = page.getByRole('navigation', { name: '顶部菜单' })
    await top.getByRole('button', { name: '事件中心' }).click()
    await page.getByRole('menuitem', { name: '车辆违章' }).click()
    await expect.poll(() => pathOf(page)).toBe('/event/illegal/index')
    await expect.poll(() => top.getByRole('button', { name: '事件中心' }).getAttribute('data-within')).toBe('')
    await page.setViewportSize({ width: 1000, height: 768 })
    await top.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '系统管理 / 菜单管理' }).click()
    await expect.poll(() => pathOf(page)).toBe('/system/menu/index')
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.evaluate((name) => localStorage.removeItem(name), entry)
    await page.reload()
  })

  test("items are hidden if the roles list does not include the user's role; a change of the menu shows at once", async () => {
    const roles = await api.call(getRoles, {})
    const admin = roles.find(({ roleCode }) => roleCode === 'ROLE_ADMIN')
    const other = roles.find(({ roleCode }) => roleCode !== 'ROLE_ADMIN')
    const added = await addItem({ name: '只给一些角色', path: '/wel/index' })
    const restricted = await api.call(changeMenuItem, { ...added, roles: [other?.roleId ?? 0] })
    await link('只给一些角色').waitFor({ state: 'detached' })
    await api.call(changeMenuItem, { ...restricted, roles: [admin?.roleId ?? 0] })
    await link('只给一些角色').waitFor()
    await api.call(removeMenuItem, { id: added.menuId })
    await link('只给一些角色').waitFor({ state: 'detached' })
  })

  test('active highlighting is by path or group', async () => {
    await go('/event/illegal/index')
    await expect.poll(() => link('车辆违章').getAttribute('aria-current')).toBe('page')
    const added = await addItem({ name: '办事', path: '/system/log/index', group: ['/event/illegal'] })
    await expect.poll(() => link('办事').getAttribute('aria-current')).toBe('true')
    await api.call(removeMenuItem, { id: added.menuId })
  })

  test('is searched by words and by pinyin initials, and walked by the keyboard', async () => {
    await go('/wel/index')
    const box = side().getByRole('searchbox', { name: '搜索菜单' })
    await box.fill('clwz')
    await expect.poll(() => side().getByRole('link').allTextContents()).toEqual([expect.stringContaining('车辆违章')])
    await box.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => pathOf(page)).toBe('/event/illegal/index')
    await box.focus()
    await page.keyboard.press('Escape')
    await side().getByText('系统管理').waitFor()
  })
})

describe('spec 1, section 2.5, items of the sidebar that lead elsewhere', () => {
  test('listed board paths open in a new browser window, with the title in the query', async () => {
    const added = await addItem({ name: '环卫看板', path: '/work_plan/board_sanitation/index' })
    const { pathname, searchParams } = await opened(() => link('环卫看板').click())
    expect([pathname, searchParams.get('title')]).toEqual(['/work_plan/board_sanitation/index', '环卫看板'])
    await api.call(removeMenuItem, { id: added.menuId })
  })

  test('paths starting with /cwy register a temporary token with the open API and open an external evaluation site with the access token', async () => {
    await setUnit(api, { evaluationUrl: '' })
    const added = await addItem({ name: '考核评价', path: '/cwy/score' })
    await side().getByRole('button', { name: '考核评价' }).click()
    await page.getByText('尚未设置考核评价地址，请在单位信息中设置').waitFor()
    await setUnit(api, { evaluationUrl: `${elsewhere}/score` })
    const { origin, pathname, searchParams } = await opened(() => side().getByRole('button', { name: '考核评价' }).click())
    expect(origin + pathname).toBe(`${elsewhere}/score`)
    const answer = await fetch(`${product.url}${checkToken.path}?token=${searchParams.get('access_token')}`, {
      headers: { authorization: clientAuthorization },
    })
    expect(await answer.json()).toMatchObject({ user_name: 'admin' })
    await api.call(removeMenuItem, { id: added.menuId })
  })

  test('/page-feixiang opens that page by host; other external items only inside the frame, and only where they may lead', async () => {
    await setUnit(api, { feixiangUrl: `${elsewhere}/fly`, frameOrigins: [elsewhere] })
    const added = await addItem({ name: '飞象', path: '/page-feixiang' })
    await expect.poll(() => link('飞象').getAttribute('href')).toBe(`${elsewhere}/fly`)
    expect((await opened(() => link('飞象').click())).href).toBe(`${elsewhere}/fly`)
    const framed = await addItem({ name: '外部页面', path: `${elsewhere}/page` })
    await expect
      .poll(() => link('外部页面').getAttribute('href'))
      .toBe(`/myiframe/urlPath?src=${encodeURIComponent(`${elsewhere}/page`)}&name=${encodeURIComponent('外部页面')}`)
    for (const { menuId } of [added, framed]) await api.call(removeMenuItem, { id: menuId })
  })

  test('in the demo all of them lead to pages that stand in for those sites', async () => {
    const visitor = await arrive('visitor of the stand-ins')
    await logInOnScreen(visitor, product.url.replace('localhost', 'gps.localhost'))
    const visit = async (click: () => Promise<void>, heading: string) => {
      const [tab] = await Promise.all([visitor.waitForEvent('popup'), click()])
      await tab.getByRole('heading', { name: heading }).waitFor()
      const seen = { text: await tab.getByRole('main').textContent(), faults: await sticksOut(tab) }
      await tab.close()
      return seen
    }
    const item = (role: 'link' | 'button', name: string) => side(visitor).getByRole(role, { name }).click()
    const seen = [
      await visit(() => item('link', '实时视频'), 'GPS 供应商页面（演示）'),
      await visit(() => item('link', '导航页'), '导航页（演示）'),
      await visit(() => item('button', '考核评价'), '评价网站（演示）'),
    ]
    expect(seen.flatMap(({ faults }) => faults)).toEqual([])
    expect(seen.at(-1)?.text).toContain('来访者：admin（租户 62）')
    await visitor.goto(`${new URL(visitor.url()).origin}/open/stand-in/evaluation?access_token=forged`)
    await visitor.getByText('没有有效的访问令牌').waitFor()
    await visitor.context().close()
  })

  test('for tenant 62 the real-time video item opens an external GPS web page', async () => {
    const url = product.url.replace('localhost', 'gps.localhost')
    const theirs = await logIn(product.url, 'admin', '123456', 62)
    await setUnit(theirs, { gpsUrl: '' })
    const driver = await arrive('tenant 62')
    await logInOnScreen(driver, url)
    await side(driver).getByRole('button', { name: '实时视频' }).click()
    await driver.getByText('尚未设置 GPS 页面地址，请在单位信息中设置').waitFor()
    await setUnit(theirs, { gpsUrl: `${elsewhere}/gps` })
    await driver.reload()
    expect((await opened(() => link('实时视频', driver).click(), driver)).href).toBe(`${elsewhere}/gps`)
    await driver.context().close()
  })
})

describe('spec 1, section 2.5, logo area', () => {
  test('shows the logo and short name from unit info, the logo through a signed address with expiry 5; the favicon too', async () => {
    const newUnit = await page.evaluate(async () => {
      const stored = localStorage.getItem('huanwei-access_token') ?? sessionStorage.getItem('huanwei-access_token') ?? '{}'
      const authorization = `Bearer ${JSON.parse(stored).content}`
      const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 })
      canvas.getContext('2d')?.fillRect(8, 8, 48, 48)
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      const form = new FormData()
      if (picture) form.append('file', picture, 'logo.png')
      const { data } = await (
        await fetch('/admin/unitInfo/upload', { method: 'POST', headers: { authorization }, body: form })
      ).json()
      const headers = { authorization, 'content-type': 'application/json' }
      for (const kind of ['logo', 'ico'])
        await fetch('/admin/unitInfo/bindUnitInfo', {
          method: 'POST',
          headers,
          body: JSON.stringify({ kind, fileName: data.fileName }),
        })
      const named = { systemName: '锦城智慧环卫', shortName: '锦城环卫' }
      return (await fetch('/admin/unitInfo/modifyUnitInfo', { method: 'POST', headers, body: JSON.stringify(named) })).status
    })
    expect(newUnit).toBe(200)
    await page.reload()
    const logo = page.locator('.header img')
    await logo.waitFor()
    const address = new URL((await logo.getAttribute('src')) ?? '', product.url)
    const days = (Number(address.searchParams.get('expires')) - Date.now() / 1000) / 86_400
    expect([days > 4.9, days <= 5]).toEqual([true, true])
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
    await page.getByRole('button', { name: /锦城智慧环卫/ }).waitFor()
    expect(await page.locator('link[rel=icon]').first().getAttribute('href')).toContain('signature=')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByText('锦城环卫', { exact: true }).waitFor()
    await page.setViewportSize({ width: 1366, height: 768 })
  })

  test('the default short name is by topic: smart sanitation, else the care of toilets; the default logo is built in', async () => {
    const phone = { width: 360, height: 740 }
    const toilets = await arrive('toilets', phone)
    await logInOnScreen(toilets, product.url.replace('localhost', 'toilet.localhost'))
    await toilets.locator('.brand-short').getByText('农厕管护').waitFor()
    expect(await toilets.locator('.header .brand-logo svg, .header .brand svg').count()).toBeGreaterThan(0)
    await toilets.context().close()
  })
})

describe('spec 1, section 2.2, the navigation pages', () => {
  test('/jumpindex and /subsystemindex show sub-systems and groups, and without a login what the site is', async () => {
    await page.goto(`${product.url}/jumpindex`)
    await page.getByRole('heading', { name: '事件中心' }).waitFor()
    await expect.poll(() => faults(page)).toEqual([])
    await page.goto(`${product.url}/subsystemindex`)
    await page.getByRole('button', { name: '综合管理' }).click()
    await expect.poll(() => side().getByRole('link').count()).toBeGreaterThan(6)
    expect(await side().getByText('车辆违章').count()).toBe(0)
    const guest = await arrive('guest')
    for (const path of ['/jumpindex', '/subsystemindex']) {
      await guest.goto(product.url + path)
      await guest.getByRole('link', { name: '登录' }).waitFor()
      await expect.poll(() => faults(guest), { message: path }).toEqual([])
    }
    await guest.setViewportSize({ width: 360, height: 740 })
    await guest.locator('.language select').selectOption('en-US')
    await guest.getByRole('link', { name: 'Log in' }).waitFor()
    expect((await guest.locator('header .logo').boundingBox())?.width).toBe(40)
    await expect.poll(() => faults(guest)).toEqual([])
    await guest.context().close()
  })
})

test('neither the console nor the product has an unexpected message', () => {
  expect([consoleMessages, unexplained(product.output())]).toEqual([[], []])
})
