import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { reportPositions } from '@huanwei/contract/people/endpoints'
import { bindDevice, listDevices } from '@huanwei/contract/terminals/endpoints'
import { getCanTreeList, getDepartmentPeople, getVehicleData } from '@huanwei/contract/trees/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import { timeText } from '@huanwei/server/lib/time'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { barriers } from './looks.ts'
import { logInOnScreen, people, unique } from './person.ts'
import { startPrepared } from './prepared.ts'
import { type Product, unexplained } from './product.ts'
import { handMadeTerminal } from './terminal.ts'

const vehicleName = '新手上路'

const { arrive, complaints } = people()
let product: Product
let api: Awaited<ReturnType<typeof logIn>>
let terminal: Awaited<ReturnType<typeof handMadeTerminal>>
let admin: Page
/** Of the terminal, and of the vehicle that it is bound to; others in each try. */
let [terminalNo, plate] = ['', '']
/** Where it is, degrees; outside of the demo's city, where nothing else is met. */
let place: { lng: number; lat: number }
/** Device time runs ahead, so that nobody has to wait for it; epoch ms. */
let deviceTime: number
/** When somebody called for help last, epoch ms. */
let calledAt = 0

beforeAll(async () => {
  product = await startPrepared()
  api = await logIn(product.url)
  admin = await arrive('admin')
})
afterAll(async () => {
  terminal?.close()
  await product?.remove()
})

/** Drives so fast for so long: one report at the start, one at the end. */
async function drive(speed: number, seconds: number) {
  await terminal.report(deviceTime, { ...place, speed })
  deviceTime += seconds * 1000
  await terminal.report(deviceTime, { ...place, speed })
}

/** Drives slowly, then so fast that it is a violation, and goes on. */
async function speed(kmh: number) {
  deviceTime += 5000
  await drive(20, 90)
  deviceTime += 5000
  await drive(kmh, 11)
}

/** A terminal that nobody knows reports from a place of its own. */
async function newTerminal() {
  const known = (await api.call(getVehicleData, {})).find(({ lng, lat }) => lng !== null && lat !== null)
  place = { lng: (known?.lng ?? 0) + 0.35, lat: (known?.lat ?? 0) + 0.02 }
  deviceTime = Date.now()
  terminalNo = `139${unique('').slice(-8)}`
  terminal?.close()
  terminal = await handMadeTerminal(product.terminalPort, terminalNo)
  await terminal.report(deviceTime, { ...place, speed: 30 })
}

/** A figure of the live screen's status bar. */
const figure = async (name: string) =>
  Number(await admin.getByRole('region', { name: '状态统计' }).getByRole('button', { name }).locator('strong').textContent())

const menuTo = (page: Page, path: string) => page.locator(`#side-menu a[href="${path}"]`).click()
const rows = (page: Page) => page.getByRole('table', { name: '违章列表' }).locator('tbody tr[data-row]')
const rowOfOurs = (page: Page) => rows(page).filter({ hasText: plate })
const drawer = (page: Page) => page.getByRole('dialog', { name: '违章详情' })
const steps = (page: Page) => drawer(page).getByRole('list', { name: '处理流程' }).getByRole('listitem')

test('a person logs in, opens the live screen from the menu, and it moves', async () => {
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

test('a terminal that nobody knew is in the list of terminals as soon as its first report is acknowledged', async () => {
  await newTerminal()
  const { records } = await api.call(listDevices, { terminalNo })
  expect(records).toMatchObject([{ terminalNo, bound: false, online: true, speed: 30 }])
})

test('bound with one call it is in the tree by plate and by initials, has its card, and is on the map', async () => {
  await newTerminal()
  plate = `沪E${unique('').slice(-5)}`
  const [root] = await api.call(getDepartmentTree, {})
  const company = root?.children[0]
  const vehicle = await api.call(addVehicle, {
    ...{ plateNumber: plate, name: vehicleName, deptId: company?.id ?? 0, vehicleType: '9' },
    driverName: '张师傅',
  })
  const { records } = await api.call(listDevices, { terminalNo })
  await api.call(bindDevice, { id: records[0]?.id ?? 0, objectId: vehicle.id })
  deviceTime += 10_000
  await terminal.report(deviceTime, { ...place, speed: 30 })

  const search = admin.getByRole('searchbox', { name: '车牌、名称或拼音首字母' })
  const leaf = admin.getByRole('treeitem', { name: plate })
  await search.fill(plate)
  await leaf.waitFor({ timeout: 10_000 })
  await search.fill('xssl')
  await leaf.click()
  const card = admin.getByRole('region', { name: `车辆` }).filter({ hasText: plate })
  await card.getByText('张师傅').waitFor()
  expect(await card.locator('.live-movement strong').textContent()).toBe('30')
  expect(await card.locator('.live-facts').textContent()).toContain(terminalNo)

  // The map goes to what is selected: the vehicle is what a click on its middle finds, once it is drawn there.
  await card.getByRole('button', { name: '关闭' }).click()
  const map = await admin.locator('.map-canvas').boundingBox()
  const clickOnTheMiddle = async () => {
    await admin.mouse.click((map?.x ?? 0) + (map?.width ?? 0) / 2, (map?.y ?? 0) + (map?.height ?? 0) / 2)
    if (
      await card.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      )
    )
      return true
    // The map was still on its way, and somebody else there.
    await leaf.click()
    await card.getByRole('button', { name: '关闭' }).click()
    return false
  }
  await expect.poll(clickOnTheMiddle, { interval: 300, timeout: 30_000 }).toBe(true)
})

test('people, facilities and cans have their trees, cards and layers beside it, and a ruler measures', async () => {
  const [person] = await api.call(getDepartmentPeople, {})
  const can = (await api.call(getCanTreeList, {})).find((one) => !one.isParent)
  const leaf = (name = '') => admin.getByRole('treeitem', { name })
  const card = (name = '') => admin.locator('.live-card').filter({ hasText: name })
  await admin.getByRole('tab', { name: '人员' }).click()
  await admin.getByRole('searchbox', { name: '姓名或拼音首字母' }).fill(person?.label ?? '')
  await leaf(person?.label).first().click()
  await card(person?.label).waitFor()
  expect(await card(person?.label).getByRole('link', { name: '从这里回放' }).getAttribute('href')).toContain('objects=0-')

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
  expect(new URL(admin.url()).searchParams.get('hidden')).toBe('can')
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

test('a call for help is seen over the vehicles, leads to who called, and is over when they say so', async () => {
  const worker = await logIn(product.url, 'inspector')
  // A rule says nothing again for a minute.
  const time = Math.max(Date.now(), calledAt + 90_000)
  calledAt = time
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
  await admin.getByRole('tab', { name: '车辆' }).click()
})

test('speeding it makes a violation that is in the open list and on the home page within 2 s', async () => {
  await menuTo(admin, '/wel/index')
  const pending = () => admin.locator('.queues a[href="/event/illegal/index"] strong').textContent().then(Number)
  const before = await pending()
  await speed(85)
  // Others speed too.
  await expect.poll(pending, { timeout: 2000 }).toBeGreaterThan(before)
  await menuTo(admin, '/event/illegal/index')
  await rowOfOurs(admin).first().getByText('车辆超速').waitFor({ timeout: 2000 })

  // A second one comes while the list is open.
  const shown = await rowOfOurs(admin).count()
  await speed(95)
  await expect.poll(() => rowOfOurs(admin).count(), { timeout: 2500 }).toBe(shown + 1)
})

test('the person judges it a false alarm, finds it among the handled and revokes it', async () => {
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

  await admin.getByText('已处理', { exact: true }).click()
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

test('of two people at one violation the second is told who was first', async () => {
  const dispatcher = await arrive('dispatcher')
  await logInOnScreen(dispatcher, product.url, 'dispatcher')
  await menuTo(dispatcher, '/event/illegal/index')
  await admin.getByText('待处理', { exact: true }).first().click()
  const waiting = await rowOfOurs(admin).filter({ hasText: '待处理' }).first().textContent()
  const [arose = ''] = /\d{4}(-\d\d){2} (\d\d:){2}\d\d/.exec(waiting ?? '') ?? []
  for (const page of [admin, dispatcher]) {
    await rowOfOurs(page).filter({ hasText: arose }).getByRole('button', { name: '处理' }).click()
    await drawer(page).getByRole('radio', { name: '真实违章' }).click()
  }
  await dispatcher.keyboard.press('Control+Enter')
  await dispatcher.getByText('操作成功!').waitFor()
  const heard = complaints.length
  await admin.keyboard.press('Control+Enter')
  await admin.getByText(/dispatcher 已于 .* 处理: 真实违章/).waitFor()
  await drawer(admin).getByRole('button', { name: '撤销' }).waitFor()
  expect(await steps(admin).last().textContent()).toMatch(/真实违章.*dispatcher/)
  // The browser itself notes the refusal.
  expect(complaints.splice(heard)).toEqual([expect.stringContaining('409')])
})

test('nobody complained: not the consoles, not the product', () => {
  expect(complaints).toEqual([])
  expect(unexplained(product.output())).toEqual([])
})
