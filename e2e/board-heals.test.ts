import { Pace } from '@huanwei/contract/boards/codes'
import { addBoardToken, listBoardTokens, readBoard, readBoardByToken } from '@huanwei/contract/boards/endpoints'
import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import type { FrameLocator, Page } from 'playwright-core'
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

const vehicles = (page: Page | FrameLocator) =>
  page.locator('.board-figures li').filter({ hasText: '在线车辆' }).locator('.board-of')
const countOf = async (page: Page | FrameLocator) => Number((await vehicles(page).textContent())?.replace(/\D/g, ''))
const shows = (page: Page | FrameLocator, count: number) => expect.poll(() => countOf(page), { timeout: 60_000 }).toBe(count)

/** True in the page that was opened by hand, not in one that was loaded after it. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isFirst: true }))
const isFirst = (page: Page) => page.evaluate(() => 'isFirst' in window)

/** A moment of today by the clock of the wall, which is Asia/Shanghai's. */
const todayAt = (time: string) => new Date(`${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)}T${time}+08:00`)

/** A wall with a clock of its own, and the way to the builds that its screen says. */
async function openWall(place: string) {
  const admin = await logIn(product.url)
  const { id, token } = await admin.call(addBoardToken, { path, place })
  const wall = await arrive('wall', { width: 1920, height: 1080 })
  await wall.clock.install({ time: todayAt('14:00:00') })
  await wall.goto(`${product.url}${path}?token=${token}`)
  await vehicles(wall).waitFor()
  const builds = async () => {
    const tokens = await (await logIn(product.url)).call(listBoardTokens, {})
    return tokens.flatMap((one) => (one.id === id ? one.screens.map(({ build }) => build) : []))
  }
  await expect.poll(builds, { timeout: 60_000 }).toHaveLength(1)
  return { wall, builds }
}

/** From now on notes each moment at which a page has no filled board, of its own or in a frame; a panel that says why it is empty counts as filled. */
const watchForGaps = (page: Page) =>
  page.evaluate(() => {
    const isFilled = (one: Document | null | undefined) => {
      const bodies = [...(one?.querySelectorAll('.board-grid .board-body') ?? [])]
      return bodies.length > 0 && bodies.every((body) => body.firstElementChild || body.nextElementSibling)
    }
    const watched = Object.assign(window, { gaps: 0 })
    const look = () => {
      const frames = [...document.querySelectorAll('iframe')].map(({ contentDocument }) => contentDocument)
      if (![document, ...frames].some(isFilled)) watched.gaps++
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
const gapsOf = (page: Page) => page.evaluate(() => ('gaps' in window ? window.gaps : undefined))

/** Waits until the page of another build stands in place of what was shown; returns it. */
async function turnsTo(wall: Page, builds: () => Promise<string[]>, before: string[]) {
  await wall.clock.setSystemTime(todayAt('03:58:00'))
  await expect.poll(async () => (await builds()).filter((build) => before.includes(build)), { timeout: 90_000 }).toEqual([])
  await expect.poll(() => wall.locator('.board-grid').count(), { timeout: 60_000 }).toBe(0)
  await expect.poll(() => wall.locator('iframe').count(), { timeout: 60_000 }).toBe(1)
  return wall.frameLocator('iframe')
}

test('a board heals by itself over a restart of the server, and turns to a new build in the night without a gap', async () => {
  const { wall, builds } = await openWall('三楼大厅')
  const count = await countOf(wall)
  await mark(wall)

  await startAgain()
  await addOne()
  await shows(wall, count + 1)
  await expect.poll(() => wall.locator('.board-stale').count()).toBe(0)
  expect(await isFirst(wall)).toBe(true)

  const [before = ''] = await builds()
  await watchForGaps(wall)
  // Without its repository the product has another version.
  await startAgain({ GIT_DIR: '/nowhere' })
  await addOne()
  await shows(wall, count + 2)
  const second = await turnsTo(wall, builds, [before])
  await shows(second, count + 2)
  await expect.poll(() => second.locator('.board-stale').count()).toBe(0)

  const [between = ''] = await builds()
  await wall.clock.setSystemTime(todayAt('14:00:00'))
  await startAgain()
  await addOne()
  await shows(second, count + 3)
  const third = await turnsTo(wall, builds, [between])
  await shows(third, count + 3)
  // All in one document, which keeps no page of a build before.
  expect([await isFirst(wall), await gapsOf(wall), wall.frames().length]).toEqual([true, 0, 2])
})

test('a wall whose new page does not fill itself is loaded anew', async () => {
  const { wall, builds } = await openWall('四楼大厅')
  const [before = ''] = await builds()
  await mark(wall)
  await wall.route(/[?&]framed=1/, (route) => route.fulfill({ contentType: 'text/html', body: '<title>blank</title>' }))
  await startAgain({ GIT_DIR: '/nowhere' })
  await expect.poll(() => wall.locator('.board-stale').count(), { timeout: 60_000 }).toBe(0)
  await wall.clock.setSystemTime(todayAt('03:58:00'))
  await wall.locator('iframe').waitFor({ state: 'attached', timeout: 60_000 })
  await wall.clock.fastForward('01:00')
  await expect.poll(() => isFirst(wall).catch(() => true), { timeout: 60_000 }).toBe(false)
  await vehicles(wall).waitFor()
  await expect.poll(async () => (await builds()).includes(before), { timeout: 60_000 }).toBe(false)
  expect(await wall.locator('iframe').count()).toBe(0)
})

test('a panel whose figures are old says so: live ones, the map and the ticker after 30 s, the others after 5 min', async () => {
  const admin = await logIn(product.url)
  const { token } = await admin.call(addBoardToken, { path, place: '一楼大厅' })
  const wall = await arrive('wall', { width: 1920, height: 1080 })
  await wall.clock.install()
  let [isHeld, feedAge] = [false, 0]
  await wall.routeWebSocket('**/live/board', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!isHeld) socket.send(feedAge > 0 ? JSON.stringify({ ...JSON.parse(String(message)), feedAge }) : message)
    })
  })
  await wall.route(`**${readBoardByToken.path}`, (route) => (isHeld ? route.abort('connectionrefused') : route.continue()))
  await wall.goto(`${product.url}${path}?token=${token}`)
  await vehicles(wall).waitFor()
  const { board } = await admin.call(readBoard, { path })
  const drawn = await wall.locator('.board-panel').evaluateAll((all) => all.map((one) => one.getAttribute('data-panel')))
  const panels = board?.panels.filter(({ id }) => drawn.includes(id)) ?? []
  const live = panels.filter(({ pace }) => pace === Pace.live)
  expect(live.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['map', 'ticker']))
  expect(live.length).toBeLessThan(panels.length)
  const old = async () => {
    const found = await wall.locator('.board-panel:has(.board-stale)').all()
    return (await Promise.all(found.map((one) => one.getAttribute('data-panel')))).toSorted()
  }
  const idsOf = (some: typeof panels) => some.map(({ id }) => id).toSorted()

  // Nothing comes from terminals, while the server and its line live.
  for (const [age, some] of [
    [31, live],
    [301, panels],
    [0, []],
  ] as const) {
    feedAge = age
    await expect.poll(old, { timeout: 60_000 }).toEqual(idsOf([...some]))
  }
  // Nothing comes from the server.
  isHeld = true
  await wall.clock.fastForward(31_000)
  await expect.poll(old).toEqual(idsOf(live))
  await wall
    .locator('.board-panel[data-kind=map]')
    .getByText(/^数据已 \d+ (秒|分钟) 未更新$/)
    .waitFor()
  await wall.clock.fastForward(300_000)
  await expect.poll(old).toEqual(idsOf(panels))
  await wall
    .locator('.board-panel[data-kind=ticker]')
    .getByText(/^数据已 \d+ 分钟 未更新$/)
    .waitFor()
  isHeld = false
  await expect.poll(old, { timeout: 60_000 }).toEqual([])
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
