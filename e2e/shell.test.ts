import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers, faults } from './looks.ts'
import { people, signIn } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let page: Page
beforeAll(async () => {
  page = await arrive('admin')
  await signIn(page, product.url)
  await page.goto(product.url)
})

const side = (of = page) => of.locator('#side-menu')
const pathOf = (of: Page) => new URL(of.url()).pathname
describe('spec 1, section 2.5, main layout', () => {
  test('top header, left sidebar menu, tab bar, scrolling content area', async () => {
    const box = async (selector: string) => (await page.locator(selector).boundingBox())!
    const [header, menu, tabs] = [await box('.header'), await box('#side-menu'), await box('.tabs')]
    expect([header.height, menu.width, menu.y, tabs.x, tabs.height]).toEqual([64, 240, 64, 240, 40])
    await expect
      .poll(() => page.locator('main').evaluate((main) => main.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true)
    await expect.poll(() => faults(page)).toEqual([])
  })

  test('an About the System dialog shows version and update date', async () => {
    await page.getByRole('button', { name: '账号 admin' }).click()
    await page.getByRole('menuitem', { name: '关于系统' }).click()
    const dialog = page.getByRole('dialog', { name: '关于系统' })
    await dialog.getByText(/^\d+\.\d+\.\d+/).waitFor()
    await dialog.getByText(/^20\d\d-\d\d-\d\d$/).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('layout levels by window width: 1200, 992, 768; small screens collapse the menu on navigation', async () => {
    const width = async () => Math.round((await side().boundingBox())?.width ?? 0)
    for (const [window, wanted] of [
      [1200, 240],
      [992, 240],
    ] as const) {
      await page.setViewportSize({ width: window, height: 768 })
      await expect.poll(width).toBe(wanted)
      await side().getByRole('link', { name: '首页' }).click()
      await expect.poll(width).toBe(wanted)
    }
    await page.setViewportSize({ width: 768, height: 768 })
    await side().getByRole('link', { name: '首页' }).click()
    await expect.poll(width).toBe(60)
    await page.setViewportSize({ width: 767, height: 768 })
    await side().waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '展开菜单' }).click()
    await side().getByRole('link', { name: '首页' }).click()
    await side().waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '展开菜单' }).click()
    await page.locator('.side-veil').click({ position: { x: 700, y: 400 } })
    await side().waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.getByRole('button', { name: '展开菜单' }).click()
    await expect.poll(width).toBe(240)
  })
})

describe('spec 1, section 2.5, left of the top bar', () => {
  test('a collapse toggle', async () => {
    await page.getByRole('button', { name: '收起菜单' }).click()
    await expect.poll(async () => (await side().boundingBox())?.width).toBe(60)
    await side().locator('.side-group').last().hover()
    await side().getByRole('link', { name: '菜单管理' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '展开菜单' }).click()
    await side().getByRole('link', { name: '菜单管理' }).waitFor()
  })

  test('a hover title opens a sub-system switcher grid with name, icon, background image and four cycling colours; a Return to navigation page button beside it', async () => {
    const title = page.getByRole('button', { name: /智慧环卫综合信息化管理系统/ })
    await title.hover()
    const panel = page.getByRole('region', { name: '子系统' })
    await panel.waitFor()
    const cards = panel.locator('.system-card')
    expect(await cards.allTextContents()).toEqual(['全部菜单', '环卫作业', '公厕管理', '农厕管护', '综合管理'])
    expect(
      await cards.evaluateAll((all) => all.map((card) => [card.getAttribute('data-tone'), card.querySelectorAll('svg').length])),
    ).toEqual([
      ['3', 2],
      ['0', 2],
      ['1', 2],
      ['2', 2],
      ['3', 2],
    ])
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: '返回导航页' }).click()
    await page.getByRole('heading', { name: '导航页' }).waitFor()
    expect(pathOf(page)).toBe('/jumpindex')
    await page.getByRole('button', { name: '环卫作业' }).click()
    await side().getByRole('link', { name: '车辆违章' }).waitFor()
    expect(await side().getByRole('link').allTextContents()).toHaveLength(18)
    // The choice is kept over a reload; the keyboard returns to all sub-systems.
    await page.reload()
    await side().getByRole('link', { name: '车辆违章' }).waitFor()
    await side().getByText('系统管理').waitFor({ state: 'detached' })
    await title.focus()
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: '全部菜单' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await side().getByText('系统管理').waitFor()
  })
})

describe('spec 1, section 2.5, right of the top bar', () => {
  test('navigation-page icon, message centre, full screen, help, avatar, in this order', async () => {
    const right = page.locator('.header-right')
    const order = ['导航页', '消息中心', '全屏', '帮助', '账号 admin']
    const all = await right.locator('a, button').evaluateAll((found) => found.map((one) => one.textContent ?? ''))
    const places = order.map((name) => all.findIndex((text) => text.startsWith(name)))
    expect(places.every((place, i) => place >= 0 && (i === 0 || place > (places[i - 1] ?? 0)))).toBe(true)
    await right.getByRole('button', { name: /消息中心/ }).click()
    await page.getByRole('link', { name: '违章: 进入页面' }).click()
    await expect.poll(() => pathOf(page)).toBe('/event/illegal/index')
  })

  test('help tells about the page, where to find what, and the keys', async () => {
    await page.getByRole('button', { name: '帮助' }).click()
    const dialog = page.getByRole('dialog', { name: '帮助' })
    await dialog.getByRole('heading', { name: '本页：车辆违章' }).waitFor()
    await dialog.getByText('Ctrl + K').waitFor()
    await expect.poll(() => faults(page)).toEqual([])
    await dialog.getByRole('link', { name: '实时监控' }).click()
    await expect.poll(() => pathOf(page)).toBe('/monitor/live/index')
  })

  test('full screen toggles; a browser that cannot do it says so', async () => {
    const header = page.locator('.header')
    await header.getByRole('button', { name: '全屏', exact: true }).click()
    await header.getByRole('button', { name: '退出全屏' }).click()
    await header.getByRole('button', { name: '全屏', exact: true }).waitFor()
    await page.evaluate(() => Object.defineProperty(document.documentElement, 'requestFullscreen', { value: undefined }))
    await header.getByRole('button', { name: '全屏', exact: true }).click()
    await page.getByText('您的浏览器不支持此操作').waitFor()
  })

  test('the dropdown offers Home, Personal info, About the system, Interface settings and Log out', async () => {
    const open = () => page.getByRole('button', { name: '账号 admin' }).click()
    await open()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['首页', '个人信息', '关于系统', '界面设置', '退出系统'])
    await page.getByRole('menuitem', { name: '个人信息' }).click()
    await expect.poll(() => pathOf(page)).toBe('/info/index')
    await open()
    await page.getByRole('menuitem', { name: '首页' }).click()
    await expect.poll(() => pathOf(page)).toBe('/wel/index')
    await open()
    await page.getByRole('menuitem', { name: '界面设置' }).click()
    await page.getByRole('dialog', { name: '界面设置' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: '界面设置' }).waitFor({ state: 'hidden' })
  })

  test("log out asks '是否退出系统, 是否继续?'", async () => {
    const leaver = await arrive('leaver')
    await signIn(leaver, product.url, 'viewer')
    await leaver.goto(product.url)
    await leaver.getByRole('button', { name: '账号 周敏' }).click()
    await leaver.getByRole('menuitem', { name: '退出系统' }).click()
    const question = leaver.getByRole('dialog').filter({ hasText: '是否退出系统, 是否继续?' })
    await question.getByText('提示').filter({ visible: true }).waitFor()
    await question.getByRole('button', { name: '取消' }).click()
    await question.waitFor({ state: 'hidden' })
    await leaver.getByRole('button', { name: '账号 周敏' }).click()
    await leaver.getByRole('menuitem', { name: '退出系统' }).click()
    await question.getByRole('button', { name: '确定' }).click()
    await leaver.locator('.login-submit').waitFor()
    await leaver.context().close()
  })
})

describe.each([
  {
    language: 'en-US' as const,
    width: 1366,
    height: 768,
    menu: 'Menus',
    help: 'Help',
    find: 'Find anything',
    about: 'About the system',
    account: 'Account admin',
  },
  {
    language: 'zh-CN' as const,
    width: 360,
    height: 740,
    menu: '菜单管理',
    help: '帮助',
    find: '快速查找',
    about: '关于系统',
    account: '账号 admin',
  },
])('the frame in $language at $width px', ({ language, width, height, menu, help, find, about, account }) => {
  test('everything in the top bar and the menu is reached, and looks right', async () => {
    const person = await arrive(`${language} ${width}`, { language, width, height })
    // A reminder of what others do meanwhile lies over commands on a phone; a person closes it.
    const closers = person.locator('.ant-notification-notice-close')
    // All of them: those behind the first lie under the header.
    const closeAll = () =>
      closers.evaluateAll((all) => all.map((one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true }))))
    await person.addLocatorHandler(closers.first(), async () => void (await closeAll()))
    await signIn(person, product.url)
    await person.goto(product.url)
    await person.locator('.home').waitFor()
    await expect.poll(() => faults(person)).toEqual([])
    await person.getByRole('button', { name: find }).click()
    await person.getByRole('combobox', { name: find }).fill('川A')
    await person.getByRole('option').nth(4).waitFor()
    await person.keyboard.press('ArrowRight')
    await expect.poll(() => faults(person)).toEqual([])
    await person.keyboard.press('Escape')
    const more = person.locator('.header-gather > button')
    await more.click()
    await expect.poll(() => faults(person)).toEqual([])
    if (width >= 768) await person.keyboard.press('Escape')
    await person.getByRole('button', { name: help, exact: true }).click()
    await person.getByRole('dialog', { name: help }).waitFor()
    await expect.poll(() => faults(person)).toEqual([])
    await person.keyboard.press('Escape')
    await person.getByRole('dialog', { name: help }).waitFor({ state: 'hidden' })
    await person.locator('button.brand').click()
    await person.locator('.system-card').first().waitFor()
    await expect.poll(() => faults(person)).toEqual([])
    await person.keyboard.press('Escape')
    await person.getByRole('button', { name: account }).click()
    await person.getByRole('menuitem', { name: about }).click()
    await person.getByRole('dialog', { name: about }).waitFor()
    await person.keyboard.press('Escape')
    await person.getByRole('dialog', { name: about }).waitFor({ state: 'hidden' })
    if (width < 768) await person.locator('[aria-controls=side-menu]').click()
    await expect.poll(() => faults(person)).toEqual([])
    await side(person).getByRole('link', { name: menu }).click()
    const tree = person.getByRole('treegrid')
    await tree.locator('tbody tr[aria-level]').first().waitFor()
    await expect.poll(() => faults(person)).toEqual([])
    await tree.locator('tbody tr').first().locator('.list-link').nth(1).click()
    await person.locator('.form-drawer').waitFor()
    await expect.poll(() => faults(person)).toEqual([])
    await person.context().close()
  })
})

test('the console has no unexpected message', () => {
  expect(consoleMessages).toEqual([])
})
