import { readFile } from 'node:fs/promises'
import { addBoardToken, readBoard, readBoardByToken } from '@huanwei/contract/boards/endpoints'
import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { pageFacilities } from '@huanwei/contract/facilities/endpoints'
import { boardPaths } from '@huanwei/contract/menus/codes'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { shownOn } from './list-counts.ts'
import { lookAt, untranslated } from './looks.ts'
import { type Language, people, signInAsNew, turnTo, unique } from './person.ts'
import { startPrepared } from './prepared.ts'
import type { Product } from './product.ts'

const { arrive, consoleMessages } = people()
let product: Product
let facilityId: number
let facilityName: string
let admin: Awaited<ReturnType<typeof logIn>>

beforeAll(async () => {
  product = await startPrepared({ SIMULATE: 'off' })
  admin = await logIn(product.url)
  const { records } = await admin.call(pageFacilities, { facilityType: '1' })
  facilityId = records[0]!.id
  facilityName = records[0]!.name
})
afterAll(() => product?.remove())

const tokenFor = (path: string) => admin.call(addBoardToken, { path })
const refusal = (page: Page) => page.locator('.board-refusal').getByRole('alert')

/** Opens a board and waits until each of its panels has its drawing. */
async function open(page: Page, path: string, token: string) {
  await page.goto(`${product.url}${path}?token=${token}&facilityId=${facilityId}`)
  await page.locator('.board-grid, .paper-page').first().waitFor()
  await expect
    .poll(() => page.locator('.board-body').evaluateAll((all) => all.filter((one) => !one.firstElementChild).length), {
      message: path,
    })
    .toBe(0)
}

test.each<Language>(['zh-CN', 'zh-TW', 'en-US'])(
  'every board shows itself in %s to a screen with its token',
  async (language) => {
    const page = await arrive(`screen ${language}`, { language, width: 1920, height: 1080 })
    for (const path of boardPaths) {
      await open(page, path, (await tokenFor(path)).token)
      expect(await page.locator('.board-stale').count(), path).toBe(0)
      expect(await untranslated(page), path).toEqual([])
      const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])
      expect(sizes, path).toEqual([1920, 1080])
    }
  },
)

test('without a token, with a wrong one or that of another board there is one clear text and no figure', async () => {
  const page = await arrive('stranger')
  const [first = '', second = ''] = boardPaths
  const { token } = await tokenFor(second)
  for (const path of boardPaths) {
    await page.goto(product.url + path)
    await refusal(page).getByText('请登录，或使用带有效令牌的地址打开。').waitFor()
  }
  for (const query of ['wrong', token]) {
    await page.goto(`${product.url}${first}?token=${query}`)
    await refusal(page).getByText('令牌无效、已吊销或不属于此看板').waitFor()
    expect(await page.locator('.board-panel').count()).toBe(0)
  }
})

test('an administrator makes an address for a wall, sees its screen, and revokes it', async () => {
  const desk = await arrive('administrator')
  await signInAsNew(desk, product.url)
  await desk.goto(`${product.url}/system/token/index?tab=boards`)
  await desk.getByRole('button', { name: '新增令牌' }).click()
  const drawer = desk.getByRole('dialog')
  await drawer.getByRole('combobox', { name: '看板' }).fill('华阴大屏')
  await desk.locator('.ant-select-item-option').getByText('华阴大屏', { exact: true }).click()
  await drawer.getByRole('textbox', { name: '安装位置' }).fill('三楼大厅')
  await drawer.getByRole('button', { name: '确定' }).click()
  const address = await drawer.locator('code').textContent()
  await drawer.getByRole('button', { name: '关闭' }).last().click()

  const wall = await arrive('wall')
  await wall.goto(address ?? '')
  await wall.locator('.board-grid').waitFor()
  const row = desk.locator('tbody tr[data-row], .list-card').filter({ hasText: '三楼大厅', visible: true }).first()
  await row.getByText('1 块屏幕').waitFor()
  await lookAt(desk, 'the tokens of boards', { ready: row, within: '.list-frame' })
  await row.getByRole('button', { name: '详情' }).press('Enter')
  const screens = drawer.getByRole('table')
  await screens.getByText('127.0.0.1').waitFor()
  await lookAt(desk, 'one token', { ready: screens, within: '[role=dialog]' })

  await drawer.getByRole('button', { name: '吊销' }).click()
  await desk.getByRole('dialog', { name: '确定要吊销该令牌吗?' }).getByRole('button', { name: '吊销' }).click()
  await refusal(wall).getByText('令牌无效、已吊销或不属于此看板').waitFor()
  expect(await wall.locator('.board-panel').count()).toBe(0)
  await row.waitFor({ state: 'detached' })
})

test('who is logged in chooses the facility of a sign and the department of a company’s board', async () => {
  const page = await arrive('chooser', { width: 1920, height: 1080 })
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/board/publicToiletSignboard/index`)
  await page.getByRole('searchbox', { name: '名称、拼音首字母或地址' }).fill(facilityName)
  await page.getByRole('button', { name: facilityName }).first().click()
  await page.getByRole('heading', { name: facilityName }).waitFor()
  expect(new URL(page.url()).searchParams.get('facilityId')).toMatch(/^\d+$/)

  await page.goto(`${product.url}/screen/board_huarun/index`)
  const { id, name } = (await admin.call(getDepartmentTree, {}))[0]!.children[0]!
  await page.getByRole('combobox', { name: '全部部门' }).selectOption(String(id))
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(new URL(page.url()).searchParams.get('deptId')).toBe(String(id))
  const addresses = await page.locator('a.board-amount').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses.filter((one) => !one?.includes(`deptId=${id}`))).toEqual([])
})

/** Figures that add up or average what their lists show. */
const isMore = (id: string, key: string) =>
  /departmentScores$/.test(id) || ['stopsVisited', 'dayStops', 'cubiclesFree', 'collectionsToday'].includes(key)

/** `kind`: its address without numbers and names. */
type Counted = { kind: string; to: string; count: number }

/** Totals that the boards show with the way to their lists, the largest of each kind. */
async function countedOnBoards() {
  const found = new Map<string, Counted>()
  for (const path of boardPaths) {
    const { board } = await admin.call(readBoard, { path, facilityId })
    for (const { id, data } of board?.panels ?? []) {
      if (data?.shape !== 'figures' && data?.shape !== 'days') continue
      const figures = data.shape === 'days' ? data.days.map((one) => ({ ...one, key: one.day, unit: '' })) : data.figures
      for (const { key, value, unit, href } of figures) {
        if (!href || unit || isMore(id, key) || /[?&](open|selected)=/.test(href)) continue
        const kind = href.replace(/violationEvent=[^&]*/, '').replace(/\d+/g, '')
        if (value >= (found.get(kind)?.count ?? 0)) found.set(kind, { kind, to: href, count: value })
      }
    }
  }
  return [...found.values()]
}

test('figures of the boards open pages that show as many, whatever they are narrowed by', async () => {
  const page = await arrive('counter')
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/wel/index`)
  let different = await countedOnBoards()
  expect(different.length).toBeGreaterThan(40)
  // Time alone changes some of them: only what differs each time is wrong.
  for (let tries = 0; tries < 3 && different.length; tries++) {
    const asked = new Set(different.map(({ kind }) => kind))
    different = []
    for (const one of await countedOnBoards()) {
      if (!asked.has(one.kind)) continue
      await turnTo(page, one.to)
      const shown = expect.poll(() => shownOn(page, one.to), { message: one.to, timeout: 10_000 })
      await shown.toBe(one.count).catch(() => different.push(one))
    }
  }
  expect(different).toEqual([])
}, 600_000)

test('the keyboard goes through the points of a map, which are named, and opens one of them', async () => {
  const page = await arrive('keyboard', { width: 1920, height: 1080 })
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/mechanical/map_mon_xizhong/index`)
  const map = page.getByRole('listbox', { name: /地图上的 \d+ 项/ })
  await map.waitFor()
  for (let presses = 0; presses < 20 && !(await map.evaluate((one) => one === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  const point = map.getByRole('option')
  const first = await point.textContent()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => point.textContent()).not.toBe(first)
  expect(await point.textContent()).toMatch(/^.+ · .+2 \/ \d+$/)
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  await opened.waitForURL(/\/monitor\/live\/index\?.*selected=\d-\d+/)
  await opened.close()
})

test('a wall is told of a change and asks no second time', async () => {
  const page = await arrive('pushed')
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith(readBoardByToken.path) && asked.push(request.url()))
  let [lines, messages] = [0, 0]
  page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/live/board')) return
    lines++
    socket.on('framereceived', () => messages++)
  })
  const path = '/screen/board_huayin/index'
  const first = await tokenFor(path)
  await open(page, path, first.token)
  const all = page.locator('.board-figures li').filter({ hasText: '在线车辆' }).locator('.board-of')
  // Until the line speaks, the board asks again and again.
  await expect.poll(() => messages).toBeGreaterThan(0)
  const before = asked.length
  const count = Number((await all.textContent())?.replace(/\D/g, ''))
  const [root] = await admin.call(getDepartmentTree, {})
  await admin.call(addVehicle, { plateNumber: unique('川A'), deptId: root!.id, vehicleType: '5' })
  await all.getByText(String(count + 1), { exact: false }).waitFor()
  expect([asked.length, lines]).toEqual([before, 1])
})

test('the work report of a week is chosen by its days, stands on A4 pages and is saved as PDF', async () => {
  const page = await arrive('reader')
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/work_plan/pdf/index?day=2026-03-04`)
  await page.getByRole('heading', { name: '作业日报' }).waitFor()
  await page.getByText('周报', { exact: true }).click()
  const head = page.locator('.paper-head')
  await head.getByText('2026-03-02 – 2026-03-08').waitFor()
  const pages = await page.locator('.paper-page').evaluateAll((all) => all.map((one) => [one.scrollWidth, one.scrollHeight]))
  expect(new Set(pages.map(String))).toEqual(new Set(['794,1123']))
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '另存为 PDF' }).click()])
  expect(saved.suggestedFilename()).toBe('作业周报 2026-03-02 – 2026-03-08.pdf')
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('nothing was said in the console', () => {
  expect(consoleMessages).toEqual([])
})
