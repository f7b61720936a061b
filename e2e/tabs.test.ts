import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { barriers, sticksOut, untranslated } from './looks.ts'
import { follow, people, signIn } from './person.ts'
import { startPrepared } from './prepared.ts'
import { type Product, unexplained } from './product.ts'

const { arrive, consoleMessages } = people()
let product: Product
let page: Page
beforeAll(async () => {
  product = await startPrepared()
  page = await arrive('admin')
  await signIn(page, product.url)
  await page.goto(product.url)
})
afterAll(() => product?.remove())

const [live, illegal, events] = ['/monitor/live/index', '/event/illegal/index', '/event/public/index']
const bar = () => page.getByRole('navigation', { name: '已打开的页面' })
const tab = (name: string) => bar().getByRole('link', { name, exact: true })
const names = () => bar().getByRole('link').allTextContents()
const shown = () => bar().locator('[aria-current=page]').textContent()
const pathOf = () => new URL(page.url()).pathname
const table = () => page.locator('.list-table').filter({ visible: true })
/** Navigates without reloading, as a link does. */
const go = async (path: string) => {
  await follow(page, path)
  // Waits for the page: navigating on earlier would skip it.
  await page.locator(`.tab-active a[href="${path}"]`).waitFor()
}
/** Opens a page by the menu, or without it when the menu does not have the page. */
const open = async (path: string) => {
  if (path === events) await go(path)
  else await page.locator(`#side-menu a[href="${path}"]`).click()
  await page.waitForURL((url) => url.pathname === path)
  await page.locator(`.tab-active a[href^="${path}"]`).waitFor()
}
const more = async (name: string) => {
  await bar().getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name }).click()
}

beforeEach(async () => {
  // After a failed test the page is being loaded anew, with the tabs and pins that the test left behind.
  await tab('首页').waitFor()
  for (const pin of await bar().locator('.tab-pin').all()) await pin.click()
  if ((await names()).length > 1) await more('关闭全部')
  await expect.poll(names).toEqual(['首页'])
})

describe('spec 1, section 2.5, tab bar', () => {
  test('tabs are closable except the home tab /wel/index', async () => {
    await open(events)
    await open(illegal)
    await expect.poll(names).toEqual(['首页', '公众事件', '车辆违章'])
    expect(await bar().getByRole('button', { name: '关闭首页' }).count()).toBe(0)
    await bar().getByRole('button', { name: '关闭公众事件' }).click()
    await expect.poll(names).toEqual(['首页', '车辆违章'])
    await expect.poll(shown).toBe('车辆违章')
  })

  test('the active tab has a refresh icon, which drops the kept page and brings it anew through the blank page after 100 ms', async () => {
    await open(illegal)
    await table().locator('tr[data-row="3"]').waitFor()
    expect(await bar().getByRole('button', { name: /^刷新/ }).count()).toBe(1)
    await page.getByLabel('前往页码').fill('7')
    await table().evaluate((element) => Object.assign(element, { scrollTop: 100, isOld: true }))
    const passed = page.waitForURL('**/blank/index?path=*')
    await bar().getByRole('button', { name: '刷新车辆违章' }).click()
    await passed
    await page.waitForURL(`**${illegal}`)
    await table().locator('tr[data-row="3"]').waitFor()
    expect(await table().evaluate((element) => [element.scrollTop, 'isOld' in element])).toEqual([0, false])
    expect(await page.getByLabel('前往页码').inputValue()).toBe('1')
    await expect.poll(names).toEqual(['首页', '车辆违章'])
  })

  test('More offers Close Others and Close All; Close All returns to the home tab', async () => {
    await open(events)
    await open(illegal)
    await bar().getByRole('button', { name: '更多' }).click()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      '刷新',
      '固定',
      '关闭左侧',
      '关闭右侧',
      '关闭其他',
      '关闭全部',
    ])
    await page.getByRole('menuitem', { name: '关闭全部' }).click()
    await page.locator('.home').waitFor()
    expect([await names(), pathOf()]).toEqual([['首页'], '/wel/index'])
    await bar().getByRole('button', { name: '更多' }).click()
    expect(await page.getByRole('menuitem').evaluateAll((items) => items.map((item) => item.matches(':disabled')))).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ])
    await page.keyboard.press('Escape')
  })

  test('right-click offers the same; Close Others keeps the current tab and home', async () => {
    await open(events)
    await open(illegal)
    await go('/myiframe/7')
    await tab('车辆违章').click()
    await tab('车辆违章').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '关闭其他' }).click()
    await expect.poll(names).toEqual(['首页', '车辆违章'])
    expect([await shown(), pathOf()]).toEqual(['车辆违章', illegal])
  })

  test('closing the active tab activates the previous one', async () => {
    await open(events)
    await open(illegal)
    await tab('公众事件').click()
    await bar().getByRole('button', { name: '关闭公众事件' }).click()
    await expect.poll(shown).toBe('首页')
    await tab('车辆违章').click()
    await open(events)
    await tab('公众事件').click({ button: 'middle' })
    await expect.poll(shown).toBe('车辆违章')
    await expect.poll(names).toEqual(['首页', '车辆违章'])
  })
})

describe('open tabs', () => {
  test('tabs closed faster than pages render stay closed, and the previous one is activated each time', async () => {
    for (let id = 1; id <= 6; id++) await go(`/myiframe/${id}`)
    await expect.poll(async () => (await names()).length).toBe(7)
    // Each by itself: on a slow machine two clicks on the last one would meet the same tab.
    const closeOf = (id: number) =>
      bar()
        .locator('.tab', { has: page.locator(`a[href="/myiframe/${id}"]`) })
        .locator('.tab-close')
    for (let id = 6; id > 0; id--) await closeOf(id).dispatchEvent('click')
    await page.locator('.home').waitFor()
    await page.waitForTimeout(500)
    expect([await names(), pathOf()]).toEqual([['首页'], '/wel/index'])
  })

  test('a pinned tab stays first when others close; what is left or right of a tab closes alone', async () => {
    await open(events)
    await open(illegal)
    await go('/myiframe/8')
    await go('/myiframe/9')
    await tab('车辆违章').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '固定' }).click()
    await expect.poll(async () => (await names()).slice(0, 3)).toEqual(['首页', '车辆违章', '公众事件'])
    expect(await bar().getByRole('button', { name: '关闭车辆违章' }).count()).toBe(0)
    await bar().locator('.tab').nth(3).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '关闭右侧' }).click()
    await page.waitForURL('**/myiframe/8')
    await expect.poll(async () => (await names()).length).toBe(4)
    await bar().locator('.tab').nth(3).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '关闭左侧' }).click()
    await expect.poll(async () => (await names()).length).toBe(3)
    await page.reload()
    await more('关闭全部')
    await expect.poll(names).toEqual(['首页', '车辆违章'])
    await bar().getByRole('button', { name: '取消固定车辆违章' }).click()
    await more('关闭全部')
    await expect.poll(names).toEqual(['首页'])
  })

  test('tabs are kept over a reload, each with its last address', async () => {
    await open(events)
    await go(`${illegal}?status=processed&current=2`)
    await tab('首页').click()
    await page.reload()
    await page.locator('.home').waitFor()
    await expect.poll(names).toEqual(['首页', '公众事件', '车辆违章'])
    await tab('车辆违章').click()
    await page.waitForURL(`**${illegal}?status=processed&current=2`)
  })

  test('one tab per address: another record has a tab of its own, another state of a screen has not', async () => {
    await go('/myiframe/7')
    await go('/myiframe/8')
    await go(`${illegal}?current=2`)
    await go(`${illegal}?current=3`)
    await expect.poll(names).toEqual(['首页', '外部页面', '外部页面', '车辆违章'])
  })

  test('tabs keep the input, scroll position and open drawers of a hidden page; the menu returns to it unchanged', async () => {
    await open(live)
    await page.getByRole('searchbox', { name: '车牌、名称或拼音首字母' }).fill('川A')
    await page.getByRole('treeitem').nth(5).waitFor()
    await page.getByRole('tree').evaluate((tree) => Object.assign(tree, { scrollTop: 320 }))
    await open(illegal)
    await page.getByText('已处理', { exact: true }).filter({ visible: true }).click()
    await table().locator('tr[data-row="9"]').waitFor()
    await table().evaluate((element) => Object.assign(element, { scrollTop: 150 }))
    await page.getByLabel('前往页码').fill('7')

    await tab('实时监控').click()
    expect(await page.getByRole('searchbox', { name: '车牌、名称或拼音首字母' }).inputValue()).toBe('川A')
    await expect.poll(() => page.getByRole('tree').evaluate((tree) => tree.scrollTop)).toBe(320)
    await open(illegal)
    await page.waitForURL(`**${illegal}?status=processed*`)
    await expect.poll(() => table().evaluate((element) => element.scrollTop)).toBe(150)
    expect(await page.getByLabel('前往页码').inputValue()).toBe('7')
  })
})

describe('tabs out of sight', () => {
  test('a hidden page does nothing: no request to the server, no frame of the map', async () => {
    const watcher = await arrive('watcher')
    await watcher.clock.install()
    await signIn(watcher, product.url)
    await watcher.goto(`${product.url}${live}`)
    await watcher.getByRole('treeitem').nth(1).waitFor()
    await watcher.getByRole('searchbox', { name: '车牌、名称或拼音首字母' }).fill('川A')
    await Promise.all([watcher.waitForResponse(/HistoryData/), watcher.getByRole('treeitem').last().click()])
    const trails: string[] = []
    watcher.on('request', (request) => request.url().includes('HistoryData') && trails.push(request.url()))
    await watcher.clock.fastForward('00:40')
    await expect.poll(() => trails.length).toBeGreaterThan(0)
    await watcher.locator(`#side-menu a[href="${illegal}"]`).click()
    await watcher.locator('tbody tr[data-row="0"]').waitFor()
    const drawn = await watcher.evaluate(() => {
      const draws = { count: 0 }
      const draw = WebGL2RenderingContext.prototype.drawElements
      WebGL2RenderingContext.prototype.drawElements = function (...given) {
        draws.count++
        return draw.apply(this, given)
      }
      Object.assign(window, { draws })
      return 'draws' in window
    })
    expect(drawn).toBe(true)
    trails.length = 0
    await watcher.clock.fastForward('02:00')
    await watcher.waitForTimeout(1500)
    expect(trails).toEqual([])
    expect(await watcher.evaluate(() => Object.entries(window).find(([name]) => name === 'draws')?.[1])).toEqual({ count: 0 })
    await watcher.context().close()
  })

  test('an open drawer is hidden and shown again with its page', async () => {
    await open(events)
    await open(illegal)
    await table().locator('tr[data-row="0"] [data-opens]').click()
    await page.locator('.drawer-facts').waitFor()
    await page.goBack()
    await page.waitForURL(`**${events}`)
    await page.locator('.drawer-facts').waitFor({ state: 'hidden' })
    await tab('车辆违章').click()
    await page.locator('.drawer-facts').waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('the bar of tabs', () => {
  test('the keyboard moves through the tabs by arrows, closes by Delete, opens the commands by Shift+F10', async () => {
    await open(events)
    await open(illegal)
    await tab('车辆违章').focus()
    await page.keyboard.press('ArrowLeft')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('公众事件')
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe('首页')
    await page.keyboard.press('Delete')
    await page.keyboard.press('End')
    await expect.poll(focused).toBe('车辆违章')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: '关闭其他' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('车辆违章')
    await page.keyboard.press('Delete')
    await expect.poll(focused).toBe('公众事件')
    await expect.poll(shown).toBe('公众事件')
    await expect.poll(names).toEqual(['首页', '公众事件'])
  })

  test('many tabs scroll with the active one in view; labels follow the language and have full tooltips', async () => {
    for (let id = 1; id <= 14; id++) await go(`/myiframe/${id}`)
    await open(illegal)
    const inSight = () =>
      bar()
        .locator('.tab-active')
        .evaluate((element) => element.getBoundingClientRect().right <= innerWidth)
    await expect.poll(inSight).toBe(true)
    expect([...(await sticksOut(page)), ...(await untranslated(page)), ...(await barriers(page))]).toEqual([])
    await page.locator('.language select').first().selectOption('en-US', { force: true })
    await page.locator('.tab-active a[title="Vehicle violations"]').waitFor()
    expect((await page.locator('.tabs a').allTextContents()).slice(0, 2)).toEqual(['Home', 'External page'])
    await page.locator('.language select').first().selectOption('zh-CN', { force: true })
    await page.locator('.tab-active a[title="车辆违章"]').waitFor()
  })
})

test('neither the consoles nor the product have an unexpected message', () => {
  expect(consoleMessages).toEqual([])
  expect(unexplained(product.output())).toEqual([])
})
