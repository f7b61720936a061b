import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { reportPositions } from '@huanwei/contract/people/endpoints'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { getCanTreeList, getDepartmentPeople, getVehicleData } from '@huanwei/contract/trees/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import { timeText } from '@huanwei/server/lib/time'
import { fixAt } from '@huanwei/server/position/ingest/terminal.test-kit'
import { png } from '@huanwei/server/upload.test-kit'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endCallsForHelp, hearOnlyCallsOf, logIn } from './api.ts'
import { forbidPlace } from './forbidden-place.ts'
import { barriers, faults, lookAt } from './looks.ts'
import { clickMiddle, zoomIntoCorner } from './map.ts'
import { keepingPreferences, logInOnScreen, people, signIn, signInAsNew, unique } from './person.ts'
import { startPrepared } from './prepared.ts'
import { type Product, unexplained } from './product.ts'
import { handMadeTerminal } from './terminal.ts'

const vehicleName = '新手上路'

// As most people come: the next pages are fetched ahead.
const { arrive, consoleMessages } = people({ savesData: false })
let product: Product
let api: Awaited<ReturnType<typeof logIn>>
let terminal: Awaited<ReturnType<typeof handMadeTerminal>>
let admin: Page
/** Numbers of the terminal and of its vehicle; different in each try. */
let [terminalNo, plate] = ['', '']
/** Position of the vehicle, degrees; outside the demo's city, so that a click meets nothing else. */
let place: { lng: number; lat: number }
/** Device time, epoch ms; runs ahead of the clock, so that the test need not wait. */
let deviceTime: number
/** Time of the last call for help, epoch ms. */
let lastCallAt = 0

beforeAll(async () => {
  product = await startPrepared()
  api = await logIn(product.url)
  await hearOnlyCallsOf(api, (await logIn(product.url, 'inspector')).userId)
  admin = await arrive('admin')
})
afterAll(async () => {
  terminal?.close()
  await product?.remove()
})

/** Drives at `speed` km/h for `seconds`: one report at the start, one at the end. */
async function drive(speed: number, seconds: number) {
  await terminal.report(deviceTime, { ...place, speed })
  deviceTime += seconds * 1000
  await terminal.report(deviceTime, { ...place, speed })
}

/** Ends a running violation, then speeds at `kmh` long enough for a new one. */
async function speed(kmh: number) {
  deviceTime += 5000
  await drive(20, 90)
  deviceTime += 5000
  await drive(kmh, 11)
}

/** Connects an unknown terminal that reports from a position of its own. */
async function newTerminal() {
  const known = (await api.call(getVehicleData, {})).find(({ lng, lat }) => lng !== null && lat !== null)
  place = { lng: (known?.lng ?? 0) + 0.35, lat: (known?.lat ?? 0) + 0.02 }
  deviceTime = Date.now()
  terminalNo = `139${unique('').slice(-8)}`
  terminal?.close()
  terminal = await handMadeTerminal(product.terminalPort, terminalNo)
  await terminal.report(deviceTime, { ...place, speed: 30 })
}

/** A vehicle of the first company with a new terminal. */
async function newVehicle() {
  await newTerminal()
  plate = `沪E${unique('').slice(-5)}`
  const [root] = await api.call(getDepartmentTree, {})
  const deptId = root?.children[0]?.id ?? 0
  const named = { plateNumber: plate, name: vehicleName, driverName: '张师傅' }
  const vehicle = await api.call(addVehicle, { ...named, deptId, vehicleType: '9' })
  const { records } = await api.call(listTerminals, { terminalNo })
  await api.call(bindTerminal, { id: records[0]?.id ?? 0, objectId: vehicle.id })
  return { vehicle, deptId }
}

/** A figure of the live screen's status bar. */
const figure = async (name: string) =>
  Number(await admin.getByRole('region', { name: '状态统计' }).getByRole('button', { name }).locator('strong').textContent())

const menuTo = (page: Page, path: string) => page.locator(`#side-menu a[href="${path}"]`).click()
const rows = (page: Page) => page.getByRole('table', { name: '违章列表' }).locator('tbody tr[data-row]')
const rowOfOurs = (page: Page) => rows(page).filter({ hasText: plate })
const drawer = (page: Page) => page.getByRole('dialog', { name: '违章详情' })
const steps = (page: Page) => drawer(page).getByRole('list', { name: '处理流程' }).getByRole('listitem')

test('a person logs in and opens the live screen from the menu, which updates', async () => {
  await logInOnScreen(admin, product.url)
  await menuTo(admin, '/monitor/live/index')
  await expect.poll(() => figure('在线'), { timeout: 60_000 }).toBeGreaterThan(0)
  await expect.poll(() => figure('行驶'), { timeout: 60_000 }).toBeGreaterThan(0)

  const moving = (await api.call(getVehicleData, {})).find(({ status }) => status === 1)
  expect(moving).toBeDefined()
  await admin.getByRole('searchbox', { name: '车牌、名称或拼音首字母' }).fill(moving?.plateNumber ?? '')
  await admin
    .getByRole('tree')
    .getByText(moving?.plateNumber ?? '')
    .click()
  const time = admin.locator('.live-card time')
  const first = await time.getAttribute('datetime')
  await expect.poll(() => time.getAttribute('datetime'), { timeout: 60_000 }).not.toBe(first)
  await admin.locator('.live-card').getByRole('button', { name: '关闭' }).click()
})

test('an unknown terminal is in the list of terminals as soon as its first report is acknowledged', async () => {
  await newTerminal()
  const { records } = await api.call(listTerminals, { terminalNo })
  expect(records).toMatchObject([{ terminalNo, bound: false, online: true, speed: 30 }])
})

test('after binding, its vehicle is in the tree by plate and by initials, has a card, and is on the map', async () => {
  const { vehicle } = await newVehicle()
  deviceTime += 10_000
  await terminal.report(deviceTime, { ...place, speed: 30 })
  // A card opened earlier would show the terminal only after its next request.
  await expect.poll(async () => (await api.call(getVehicleData, { ids: [vehicle.id] }))[0]?.terminalNo).toBe(terminalNo)

  const search = admin.getByRole('searchbox', { name: '车牌、名称或拼音首字母' })
  const leaf = admin.getByRole('treeitem', { name: plate })
  await search.fill(plate)
  await leaf.waitFor()
  await search.fill('xssl')
  await leaf.click()
  const card = admin.getByRole('region', { name: `车辆` }).filter({ hasText: plate })
  await card.getByText('张师傅').waitFor()
  expect(await card.locator('.live-movement strong').textContent()).toBe('30')
  expect(await card.locator('.live-facts').textContent()).toContain(terminalNo)

  // The map centres on the selection: a click on its middle finds the vehicle once it is drawn there, and until then may find another object.
  const isFound = async () => {
    await admin.getByRole('tab', { name: /^车辆/ }).click()
    await search.fill('xssl')
    await leaf.click()
    await card.getByRole('button', { name: '关闭' }).click()
    await clickMiddle(admin)
    return card.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(isFound, { interval: 300, timeout: 120_000 }).toBe(true)
})

test('people, facilities and cans have their trees, cards and layers too, and the ruler measures', async () => {
  const [person] = await api.call(getDepartmentPeople, {})
  const can = (await api.call(getCanTreeList, {})).find((one) => !one.isParent)
  const leaf = (name = '') => admin.getByRole('treeitem', { name })
  const card = (name = '') => admin.locator('.live-card').filter({ hasText: name })
  await admin.getByRole('tab', { name: '人员' }).click()
  await admin.getByRole('searchbox', { name: '姓名或拼音首字母' }).fill(person?.label ?? '')
  await leaf(person?.label).first().click()
  await card(person?.label).waitFor()
  expect(await card(person?.label).getByRole('link', { name: '轨迹回放' }).getAttribute('href')).toContain('objects=0-')

  await admin.getByRole('tab', { name: '设施' }).click()
  await admin.getByRole('group', { name: '设施类型' }).hover()
  await admin.getByRole('button', { name: /^垃圾桶 / }).click()
  await admin.getByRole('searchbox', { name: '名称或拼音首字母' }).fill(can?.label ?? '')
  await leaf(can?.label).first().click()
  await card(can?.label)
    .getByText(/^\d+ 升$/)
    .waitFor()
  await card().getByRole('button', { name: '关闭' }).click()

  const layer = admin.getByRole('group', { name: '图层' }).getByRole('button', { name: '垃圾桶' })
  await layer.click()
  await expect.poll(() => layer.getAttribute('aria-pressed')).toBe('false')
  expect(new URL(admin.url()).searchParams.get('hidden')).toBe('area,can')
  await layer.click()

  await admin.getByRole('button', { name: '测距' }).click()
  const ruler = admin.getByRole('region', { name: '测距' })
  const map = await admin.locator('.map-canvas').boundingBox()
  for (const right of [0.4, 0.5, 0.6]) await admin.mouse.click((map?.x ?? 0) + (map?.width ?? 0) * right, (map?.y ?? 0) + 200)
  await expect.poll(() => ruler.getByRole('status').textContent()).toMatch(/^[\d.]+ k?m = [\d.]+ k?m \+ [\d.]+ k?m$/)
  expect(await barriers(admin)).toEqual([])
  await admin.keyboard.press('Escape')
  await ruler.waitFor({ state: 'detached' })
  await admin.getByRole('tab', { name: '车辆' }).click()
})

test('a call for help is shown above the vehicles, leads to its sender, and ends when they end it', async () => {
  const worker = await logIn(product.url, 'inspector')
  // A rule is quiet for a minute after a violation.
  const time = Math.max(Date.now(), lastCallAt + 90_000)
  lastCallAt = time
  const say = (sos: boolean, at: number) =>
    worker.call(reportPositions, { positions: [{ ...place, speed: 0, direction: 0, sos, time: timeText(at) }] })
  const who = (await api.call(getDepartmentPeople, {})).find(({ id, isParent }) => !isParent && id === worker.userId)
  await menuTo(admin, '/monitor/live/index')
  await say(true, time)
  await admin.getByRole('tab', { name: /^人员 \d+ 个报警/ }).click()
  await admin.locator('.live-figure.is-alert').click()
  await admin.getByRole('treeitem', { name: who?.label ?? '' }).click()
  const card = admin.locator('.live-card').filter({ hasText: who?.label ?? '' })
  await card.getByText('报警').waitFor()
  await say(false, time + 1000)
  await card.getByText('静止').waitFor()
  // Untaken it would go to the next person, whose map flies there.
  await endCallsForHelp(api)
  await admin.getByRole('tab', { name: '车辆' }).click()
})

test('speeding gives a violation that is in the open list and on the home page while both are looked at', async () => {
  await menuTo(admin, '/wel/index')
  const pending = () => admin.locator('.queues a[href="/event/illegal/index"] strong').textContent().then(Number)
  const before = await pending()
  await speed(85)
  // Other vehicles speed too.
  await expect.poll(pending).toBeGreaterThan(before)
  await menuTo(admin, '/event/illegal/index')
  await rowOfOurs(admin).first().getByText('车辆超速').waitFor()

  // A second violation arrives while the list is open.
  const shown = await rowOfOurs(admin).count()
  await speed(95)
  await expect.poll(() => rowOfOurs(admin).count()).toBe(shown + 1)
})

test('a person handles it as a false alarm, finds it among the handled ones and revokes it', async () => {
  const before = await rowOfOurs(admin).count()
  await speed(86)
  await expect.poll(() => rowOfOurs(admin).count()).toBe(before + 1)
  await rowOfOurs(admin).first().getByRole('button', { name: '处理' }).click()
  await drawer(admin).getByText('最高 86 km/h').waitFor()
  await drawer(admin).getByRole('radio', { name: '误报' }).click()
  await drawer(admin).getByRole('button', { name: '确定' }).click()
  await drawer(admin).getByText('请选择误报原因').last().waitFor()
  await drawer(admin).getByRole('combobox', { name: '误报原因' }).click()
  await admin.locator('.ant-select-item-option').getByText('系统误报').click()
  await drawer(admin).getByRole('textbox', { name: '备注' }).fill('测速点漂移')
  await drawer(admin).getByRole('button', { name: '确定' }).click()
  await admin.getByText('操作成功!').waitFor()
  await expect.poll(() => rowOfOurs(admin).count()).toBe(before)

  await admin.getByText('已处理', { exact: true }).filter({ visible: true }).click()
  const judgedRow = rowOfOurs(admin).first()
  await judgedRow.getByText('系统误报').waitFor()
  await judgedRow.getByRole('button', { name: '详情' }).click()
  await drawer(admin).getByRole('button', { name: '撤销' }).click()
  await admin.getByRole('dialog', { name: '确定要撤销该报警吗?' }).getByRole('button', { name: '确定' }).click()
  await judgedRow.getByText('已撤销').waitFor()

  await judgedRow.getByRole('button', { name: '详情' }).click()
  await expect.poll(() => steps(admin).count()).toBe(3)
  const [arose, judged, revoked] = await steps(admin).allTextContents()
  expect(arose).toMatch(/违章产生.*车辆超速/)
  expect(judged).toMatch(/误报 · 系统误报.*admin.*测速点漂移/)
  expect(revoked).toMatch(/已撤销.*admin/)
  await admin.keyboard.press('Escape')
})

test('the second of two people at one violation learns who was first', async () => {
  const dispatcher = await arrive('dispatcher')
  await signIn(dispatcher, product.url, 'dispatcher')
  await dispatcher.goto(`${product.url}/event/illegal/index`)
  await admin.getByText('待处理', { exact: true }).filter({ visible: true }).first().click()
  const waiting = await rowOfOurs(admin).filter({ hasText: '待处理' }).first().textContent()
  const [arose = ''] = /\d{4}(-\d\d){2} (\d\d:){2}\d\d/.exec(waiting ?? '') ?? []
  for (const page of [admin, dispatcher]) {
    await rowOfOurs(page).filter({ hasText: arose }).getByRole('button', { name: '处理' }).click()
    await drawer(page).getByRole('radio', { name: '真实违章' }).click()
  }
  await dispatcher.keyboard.press('Control+Enter')
  await dispatcher.getByText('操作成功!').waitFor()
  const heard = consoleMessages.length
  await admin.keyboard.press('Control+Enter')
  await admin.getByText(/陈晓燕 已于 .* 处理: 真实违章/).waitFor()
  await drawer(admin).getByRole('button', { name: '撤销' }).waitFor()
  expect(await steps(admin).last().textContent()).toMatch(/真实违章.*陈晓燕/)
  // The browser itself logs the refusal.
  expect(consoleMessages.splice(heard)).toEqual([expect.stringContaining('409')])
})

/** Sends a picture that nobody asked for. */
async function sendPicture() {
  const location = fixAt(deviceTime, place)
  const about = { mediaId: 1, mediaType: 0, format: 0, event: 2, channel: 1, location }
  terminal.send({ id: MessageId.media, ...about, data: png })
  await terminal.next(({ message }) => message.id === MessageId.mediaReceived)
}

test('the stream tells of alarms, areas and photos as they happen, holds still under the pointer, and keeps what is chosen', async () => {
  const page = await arrive('watcher')
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/monitor/live/index`)
  await page.getByRole('tab', { name: '动态' }).click()
  const stream = page.locator('.live-stream')
  const events = (name: string) => stream.getByRole('listitem').filter({ hasText: plate }).filter({ hasText: name })
  const { vehicle, deptId } = await newVehicle()
  const { name: forbidden, inside } = await forbidPlace(api, place, { vehicleId: vehicle.id, deptId })
  // The rule is known a moment after it was added. Device time must not run far ahead.
  const rulesAreRead = async () => {
    for (const where of [inside, place]) {
      deviceTime += 2000
      await terminal.report(deviceTime, { ...where, speed: 20 })
    }
    return events(forbidden).count()
  }
  await page.evaluate('window.isSamePage = true')
  await sendPicture()
  await events('终端照片').locator('img').first().waitFor()
  await speed(85)
  await events('车辆超速').first().waitFor()
  await expect.poll(rulesAreRead, { interval: 1000 }).toBeGreaterThan(0)
  await events(`已结束：${forbidden}`).first().waitFor()

  await events(forbidden).first().hover()
  const shown = await events('车辆超速').count()
  await speed(90)
  const fresh = stream.getByRole('button', { name: /^有 \d+ 条新的/ })
  await fresh.waitFor()
  expect(await events('车辆超速').count()).toBe(shown)
  await fresh.click()
  await expect.poll(() => events('车辆超速').count()).toBeGreaterThan(shown)
  expect(await page.evaluate('window.isSamePage')).toBe(true)

  const photos = stream.getByRole('button', { name: '照片', exact: true })
  await keepingPreferences(page, () => photos.click())
  await events('终端照片').waitFor({ state: 'detached' })
  await page.reload()
  await events('车辆超速').first().waitFor()
  expect(await photos.getAttribute('aria-pressed')).toBe('false')
  expect(await events('终端照片').count()).toBe(0)
  await lookAt(page, 'the stream', { ready: events(forbidden).first(), within: '.live-panel' })

  // Only what is in sight on the map: nothing of the vehicle once the map shows a street elsewhere.
  const inView = stream.getByRole('button', { name: '地图范围内', exact: true })
  await keepingPreferences(page, () => inView.click())
  const zoomIn = () => zoomIntoCorner(page).then(() => events('车辆超速').count())
  await expect.poll(zoomIn, { interval: 500, timeout: 90_000 }).toBe(0)
  await keepingPreferences(page, () => inView.click())
  await events('车辆超速').first().waitFor()

  const event = events('车辆超速').first().getByRole('button', { name: '车辆超速' })
  await event.click()
  await drawer(page).getByText('最高 90 km/h').waitFor()
  const address = page.url()
  expect(new URL(address).pathname).toBe('/monitor/live/index')
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'detached' })
  expect(await event.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.goto(address)
  await drawer(page).getByText('最高 90 km/h').waitFor()

  await page.setViewportSize({ width: 2560, height: 1300 })
  const docked = page.locator('.live-docked')
  await docked.getByText('最高 90 km/h').waitFor()
  // The stream beside it stays in use.
  const other = page.locator('.live-stream-card').getByRole('button', { name: '车辆超速' })
  let clicked = 0
  await expect
    .poll(async () => {
      await other.nth(clicked++ % 2).click()
      return page.url()
    })
    .not.toBe(address)
  await expect.poll(() => faults(page, '.live-docked')).toEqual([])
  // Its place stands in the middle of what is left of the map.
  const pin = page.locator('.live-map .maplibregl-marker')
  const offMiddle = async () => {
    const [map, cover, its] = await Promise.all([page.locator('.live-map'), docked, pin].map((one) => one.boundingBox()))
    if (!map || !cover || !its) return Number.NaN
    return Math.abs(its.x + its.width / 2 - (map.x + cover.x) / 2)
  }
  await expect.poll(offMiddle).toBeLessThan(30)
  // Objects stand where the map has them: the vehicle is below the pin.
  const its = await pin.boundingBox()
  await page.mouse.click((its?.x ?? 0) + (its?.width ?? 0) / 2, (its?.y ?? 0) + (its?.height ?? 0) - 2)
  await page.waitForURL(/selected=1-\d+/)
  // Neither does it cover the tools of the map.
  for (const width of [1600, 1920, 2560]) {
    await page.setViewportSize({ width, height: 1080 })
    await page.locator('.live-map .map-controls button').last().click({ trial: true })
  }
  await docked.getByRole('button', { name: '关闭', exact: true }).first().click()
  await docked.waitFor({ state: 'detached' })
})

test('neither the consoles nor the product have an unexpected message', () => {
  expect(consoleMessages).toEqual([])
  expect(unexplained(product.output())).toEqual([])
})
