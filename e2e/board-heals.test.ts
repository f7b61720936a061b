import { addBoardToken, listBoardTokens } from '@huanwei/contract/boards/endpoints'
import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { people } from './person.ts'
import { startPrepared } from './prepared.ts'
import { type Product, startProduct } from './product.ts'

const { arrive, consoleMessages } = people()
const settings = { SIMULATE: 'off' }
const path = '/screen/board_huayin/index'
let product: Product

beforeAll(async () => {
  product = await startPrepared(settings)
})
afterAll(() => product?.remove())

/** Stops the product and starts it again at the same address. */
async function startAgain(more: Record<string, string> = {}) {
  await product.interrupt()
  product = await startProduct({ ...settings, PORT: String(product.port), ...more }, product.dataDir)
}

let added = 0

/** Adds a vehicle, which the board must then count. */
async function addOne() {
  const plateNumber = `川A9C${String(++added).padStart(3, '0')}`
  const admin = await logIn(product.url)
  const [root] = await admin.call(getDepartmentTree, {})
  await admin.call(addVehicle, { plateNumber, deptId: root!.id, vehicleType: '5' })
}

const vehicles = (page: Page) => page.locator('.board-figures li').filter({ hasText: '在线车辆' }).locator('.board-of')
const countOf = async (page: Page) => Number((await vehicles(page).textContent())?.replace(/\D/g, ''))
const shows = (page: Page, count: number) => expect.poll(() => countOf(page), { timeout: 60_000 }).toBe(count)

/** True in the page that was opened by hand, not in one that was loaded after it. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isFirst: true }))
const isFirst = (page: Page) => page.evaluate(() => 'isFirst' in window)

/** A moment of today by the clock of the wall, which is Asia/Shanghai's. */
const todayAt = (time: string) => new Date(`${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)}T${time}+08:00`)

test('a board heals by itself over a restart of the server, and loads a new build in the night', async () => {
  const admin = await logIn(product.url)
  const { id, token } = await admin.call(addBoardToken, { path, place: '三楼大厅' })
  const wall = await arrive('wall', { width: 1920, height: 1080 })
  await wall.clock.install({ time: todayAt('14:00:00') })
  await wall.goto(`${product.url}${path}?token=${token}`)
  await vehicles(wall).waitFor()
  const count = await countOf(wall)
  await mark(wall)

  await startAgain()
  await addOne()
  await shows(wall, count + 1)
  await expect.poll(() => wall.locator('.board-stale').count()).toBe(0)
  expect(await isFirst(wall)).toBe(true)

  const builds = async () => {
    const tokens = await (await logIn(product.url)).call(listBoardTokens, {})
    return tokens.flatMap((one) => (one.id === id ? one.screens.map(({ build }) => build) : []))
  }
  await expect.poll(builds, { timeout: 60_000 }).toHaveLength(1)
  const [before] = await builds()
  // Without its repository the product has another version.
  await startAgain({ GIT_DIR: '/nowhere' })
  await addOne()
  await shows(wall, count + 2)
  expect(await isFirst(wall)).toBe(true)
  await wall.clock.setSystemTime(todayAt('03:58:00'))
  await expect.poll(() => isFirst(wall).catch(() => true), { timeout: 60_000 }).toBe(false)
  await shows(wall, count + 2)
  await expect.poll(() => wall.locator('.board-stale').count()).toBe(0)
  await expect.poll(async () => (await builds()).map((build) => build === before), { timeout: 60_000 }).toEqual([false])
})

test('a map whose worker could not be fetched is opened anew', { timeout: 120_000 }, async () => {
  const admin = await logIn(product.url)
  const { token } = await admin.call(addBoardToken, { path, place: '二楼大厅' })
  const wall = await arrive('wall', { width: 1920, height: 1080 })
  const worker = /maplibre-gl-worker/
  await wall.route(worker, (route) => route.abort('connectionrefused'))
  const refused = wall.waitForEvent('requestfailed', (request) => worker.test(request.url()))
  await wall.goto(`${product.url}${path}?token=${token}`)
  await refused
  await wall.unroute(worker)
  const fetched = await wall.waitForResponse(worker, { timeout: 90_000 })
  expect(fetched.ok()).toBe(true)
})

test('nothing was said in the console but that the server was away', () => {
  const isAbsence = (text: string) =>
    /ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)|status of 503|WebSocket|Worker failed to load/.test(
      text,
    )
  expect(consoleMessages.filter((one) => !isAbsence(one))).toEqual([])
})
