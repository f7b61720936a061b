import { createServer, type Server } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../tools/free-port.ts'
import { addToMenu, logIn, removeFromMenu, setUnit } from './api.ts'
import { barriers, sticksOut, untranslated } from './looks.ts'
import { follow, people, signIn, turnTo } from './person.ts'
import { startPrepared } from './prepared.ts'
import { type Product, unexplained } from './product.ts'

const { arrive, consoleMessages } = people()
const site = '智慧环卫综合信息化管理系统'
let product: Product
/** A person without a token, and an administrator. */
let guest: Page
let admin: Page
/** A page of another site. */
let outside: Server
let outsideUrl: string

beforeAll(async () => {
  product = await startPrepared({ SIMULATE: 'off' })
  guest = await arrive('guest')
  admin = await arrive('admin')
  await signIn(admin, product.url)
  await admin.goto(product.url)
  const port = await freePort()
  outside = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end('<h1>Elsewhere</h1>')).listen(port)
  outsideUrl = `http://localhost:${port}/page`
})
afterAll(async () => {
  outside?.close()
  await product?.remove()
})

const pathOf = (page: Page) => new URL(page.url()).pathname
const heading = (page: Page) => page.locator('h1').first()
const tabs = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link').allTextContents()
const looksRight = async (page: Page) => [...(await sticksOut(page)), ...(await untranslated(page)), ...(await barriers(page))]

describe('spec 1, section 2.1, the route guard', () => {
  test('no access token: only routes that need no auth are reachable; everything else goes to /login-new', async () => {
    for (const path of ['/', '/wel', '/wel/index', '/event/illegal/index', '/404', '/401', '/nowhere', '/info/index']) {
      await guest.goto(product.url + path)
      await guest.locator('.login-submit').waitFor()
      expect(pathOf(guest), path).toBe('/login-new')
    }
  })

  test('a token and a locked screen: every route goes to /lock', async () => {
    const page = await arrive('locked')
    await signIn(page, product.url)
    await page.goto(product.url)
    const status = await page.evaluate(async () => {
      const token = JSON.parse(
        localStorage.getItem('huanwei-access_token') ?? sessionStorage.getItem('huanwei-access_token') ?? '{}',
      )
      const headers = { authorization: `Bearer ${token.content}`, 'content-type': 'application/json' }
      return (await fetch('/admin/session/lock', { method: 'PUT', headers, body: '{"password":"135"}' })).status
    })
    expect(status).toBe(200)
    for (const path of ['/event/illegal/index', '/privacy', '/login-new', '/404', '/board/huyi/index']) {
      await page.goto(product.url + path)
      await page.waitForURL(/\/lock(\?|$)/)
    }
    await page.context().close()
  })

  test('a token and /login-new goes to /', async () => {
    for (const path of ['/login-new', '/login']) {
      await admin.goto(product.url + path)
      await admin.locator('.home').waitFor()
      expect(pathOf(admin)).toBe('/wel/index')
    }
  })

  test('the visited page is added as a tab, unless it opts out', async () => {
    for (const [path, shown] of [
      ['/event/illegal/index', '车辆违章'],
      ['/404', '页面不存在'],
      ['/no/data', '没有数据'],
      ['/blank/index?path=/event/illegal/index', '车辆违章'],
      ['/nowhere', '页面不存在'],
    ] as const) {
      await follow(admin, path)
      await expect.poll(() => admin.title()).toBe(`${shown}——${site}`)
    }
    await expect.poll(() => tabs(admin)).toEqual(['首页', '车辆违章'])
  })

  test('after each navigation the document title is the label of the tab and the title of the site', async () => {
    for (const [path, label] of [
      ['/event/illegal/index', '车辆违章'],
      ['/wel/index', '首页'],
      ['/event/reminder/index', '协同提醒'],
    ] as const) {
      await follow(admin, path)
      await expect.poll(() => admin.title()).toBe(`${label}——${site}`)
    }
  })

  test('polling is paused on /login', async () => {
    const page = await arrive('idle')
    await page.clock.install()
    await page.goto(`${product.url}/login`)
    await page.locator('.login-submit').waitFor()
    // A reply still on its way would run out of its time with the clock.
    await page.waitForLoadState('networkidle')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.clock.fastForward('05:00')
    await page.waitForTimeout(500)
    expect(asked.filter((url) => /\/(admin|auth|act)\//.test(url))).toEqual([])
    await page.context().close()
  })
})

describe('spec 1, section 2.2, routes that need no login', () => {
  test.each(['/login', '/login-new'])('%s: login', async (path) => {
    await guest.goto(product.url + path)
    await guest.locator('.login-submit').waitFor()
    expect(pathOf(guest)).toBe(path)
  })

  test('/wel: redirects to /wel/index (home, tab label Home)', async () => {
    await admin.goto(`${product.url}/wel`)
    await admin.locator('.home').waitFor()
    expect(pathOf(admin)).toBe('/wel/index')
    expect((await tabs(admin))[0]).toBe('首页')
  })

  test.each([
    ['/jumpindex', '导航页'],
    ['/subsystemindex', '子系统'],
    ['/403', '禁止访问'],
    ['/500', '服务器出错了'],
    ['/eval-app', '服务评价'],
    ['/privacy', '智慧环卫综合管理信息系统隐私政策'],
    ['/privacy_toilet', '农厕改造长效管护应用隐私政策'],
    ['/board-huayin', '看板不能显示'],
    ['/chenghua_board', '看板不能显示'],
    ['/page-feixiang', '导航页'],
  ])('%s is there without a login', async (path, name) => {
    await guest.goto(product.url + path)
    await guest.getByText(name).first().waitFor()
    await heading(guest).waitFor()
    expect(pathOf(guest)).toBe(path)
    expect(await looksRight(guest)).toEqual([])
  })

  test('/lock: without a token only the login opens', async () => {
    await guest.goto(`${product.url}/lock`)
    await guest.locator('.login-submit').waitFor()
  })

  test('/authredirect', async () => {
    await guest.goto(`${product.url}/authredirect`)
    await heading(guest).waitFor()
    expect(pathOf(guest)).toBe('/authredirect')
  })

  test('/page-feixiang: only if the menu contains it', async () => {
    const api = await logIn(product.url)
    await removeFromMenu(api, '导航')
    await admin.goto(`${product.url}/page-feixiang`)
    await admin.getByText('没有权限').waitFor()
    await addToMenu(api, { name: '导航', path: '/page-feixiang', visible: '1' })
    await admin.reload()
    await admin.getByRole('link', { name: '使用系统的导航页' }).waitFor()
  })
})

/** Policy that a page is sent with now. */
const framePolicy = async () =>
  (await fetch(product.url, { headers: { accept: 'text/html' } })).headers.get('content-security-policy')

describe('spec 1, section 2.4, other routes', () => {
  test('/blank/index leads on to the page that is refreshed, and nowhere else', async () => {
    await admin.goto(`${product.url}/blank/index?path=%2Fevent%2Fillegal%2Findex%3Fopen%3D1`)
    await admin.waitForURL('**/event/illegal/index?open=1')
    await admin.goto(`${product.url}/blank/index?path=%2F%2Felsewhere.example`)
    await admin.locator('.home').waitFor()
  })

  test.each([
    ['/no/authority', '没有权限'],
    ['/no/data', '没有数据'],
    ['/404', '页面不存在'],
    ['/401', '需要登录'],
  ])('%s says so inside the frame', async (path, name) => {
    await follow(admin, path)
    await admin.getByRole('heading', { name }).waitFor()
    await admin.locator('#side-menu a').first().waitFor()
    expect(await looksRight(admin)).toEqual([])
  })

  test('/myiframe/:routerPath embeds a page of a site that the organisation lets in, and no other', async () => {
    const api = await logIn(product.url)
    await setUnit(api, { frameOrigins: [] })
    const address = `/myiframe/urlPath?${new URLSearchParams({ src: outsideUrl, name: '外部网站' })}`
    await follow(admin, address)
    await admin.getByText('不能打开这个地址').waitFor()
    expect(await admin.locator('iframe').count()).toBe(0)
    const { origin } = new URL(outsideUrl)
    await setUnit(api, { frameOrigins: [origin] })
    // The process that sends pages hears of the change a moment after the call was answered.
    await expect.poll(framePolicy).toContain(origin)
    await admin.reload()
    await admin.frameLocator('iframe[title="外部网站"]').getByText('Elsewhere').waitFor()
    expect(await admin.title()).toBe(`外部网站——${site}`)
    expect(await admin.locator('iframe').getAttribute('sandbox')).not.toContain('top-navigation')
    await follow(admin, '/myiframe/urlPath?src=javascript%3Aalert(1)')
    await admin.getByText('不能打开这个地址').waitFor()
  })

  test('/: redirects to /wel', async () => {
    await admin.goto(product.url)
    await admin.locator('.home').waitFor()
    expect(pathOf(admin)).toBe('/wel/index')
  })

  test('unknown paths redirect to /404', async () => {
    await admin.goto(`${product.url}/nowhere/at/all`)
    await admin.getByText('页面不存在或已移动。').waitFor()
    expect(pathOf(admin)).toBe('/404')
  })

  test('/info/index and /activti/detail/:id are there for everybody logged in', async () => {
    await follow(admin, '/activti/detail/7')
    await admin.getByText('这条提醒已不存在').waitFor()
    await turnTo(admin, '/info/index')
    expect(pathOf(admin)).toBe('/info/index')
  })

  test('event lists: /event/personnel/index, /event/illegal/index, /event/facility/index', async () => {
    for (const path of ['/event/illegal/index', '/event/personnel/index', '/event/facility/index']) {
      await turnTo(admin, path)
      await admin.locator('tbody tr[data-row="0"]:visible').waitFor()
    }
  })

  test('menu-driven routes: leaf items get an index child; what the menu does not hold is not reachable; a change shows at once', async () => {
    const viewer = await arrive('viewer')
    await signIn(viewer, product.url, 'viewer')
    await viewer.goto(`${product.url}/system/role/index`)
    await viewer.getByRole('heading', { name: '没有权限' }).waitFor()
    expect(pathOf(viewer)).toBe('/system/role/index')

    await addToMenu(await logIn(product.url), { name: '自建页面', path: '/own/thing', labels: { 'en-US': 'Our own page' } })
    await follow(admin, '/wel/index')
    await admin.bringToFront()
    await admin.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    const item = admin.locator('#side-menu').getByText('自建页面')
    await item.waitFor()
    await item.click()
    await admin.getByText('“自建页面”属于后续版本，现在还不能使用。').waitFor()
    expect(pathOf(admin)).toBe('/own/thing/index')
    expect((await tabs(admin)).at(-1)).toBe('自建页面')
    await admin.goto(`${product.url}/own/thing?a=1`)
    await admin.waitForURL('**/own/thing/index?a=1')
  })
})

test('in English, at 360 px, the status pages fit', async () => {
  const page = await arrive('phone', { language: 'en-US', width: 360, height: 740 })
  for (const path of ['/privacy', '/privacy_toilet', '/403', '/board/huyi/index', '/eval-app']) {
    await page.goto(product.url + path)
    await heading(page).waitFor()
    expect(await looksRight(page), path).toEqual([])
  }
})

test('neither the consoles nor the product have an unexpected message', () => {
  // The browser itself logs the refusals of a locked session, of a guest's request for a lock, and of a reminder that is none.
  expect(consoleMessages.filter((one) => !/^(locked|guest|admin): .* status of (423|401|404)/.test(one))).toEqual([])
  expect(unexplained(product.output())).toEqual([])
})
