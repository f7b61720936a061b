import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { faults } from './looks.ts'
import { people, signIn } from './person.ts'
import { startPrepared } from './prepared.ts'
import type { Product } from './product.ts'
import { handMadeTerminal } from './terminal.ts'

const { arrive, consoleMessages } = people()
let product: Product
let phone: Page
/** Terminals that report once, at the start; ten is the minimum for a joint silence. */
const terminals = Array.from({ length: 10 }, (_, i) => `1370000000${i}`)

beforeAll(async () => {
  product = await startPrepared({ SIMULATE: 'off' })
  const { call } = await logIn(product.url)
  const [root] = await call(getDepartmentTree, {})
  for (const terminalNo of terminals) {
    const plateNumber = `沪T${terminalNo.slice(-5)}`
    const vehicle = await call(addVehicle, { plateNumber, deptId: root?.children[0]?.id ?? 0, vehicleType: '9' })
    const terminal = await handMadeTerminal(product.terminalPort, terminalNo)
    const { records } = await call(listTerminals, { terminalNo })
    await call(bindTerminal, { id: records[0]?.id ?? 0, objectId: vehicle.id })
    await terminal.report(Date.now(), { lng: 104.0668, lat: 30.5728 })
    terminal.close()
  }
  phone = await arrive('phone', { width: 360, height: 740, touch: true })
  await signIn(phone, product.url)
})
afterAll(() => product?.remove())

type Place = { x: number; y: number }
/** A point on a map, given in fractions of its width and height. */
async function placeOn(map: Locator, across: number, down: number): Promise<Place> {
  const box = await map.boundingBox()
  if (!box) throw new Error('there is no map')
  return { x: box.x + box.width * across, y: box.y + box.height * down }
}
const tap = ({ x, y }: Place) => phone.touchscreen.tap(x, y)

/** Drags with one finger. */
async function drag(from: Place, to: Place) {
  const browser = await phone.context().newCDPSession(phone)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }])
  await touch('touchEnd', [])
}

test('on a phone a distance is measured by finger; moving the map measures nothing', async () => {
  await phone.goto(`${product.url}/monitor/live/index`)
  const map = phone.locator('.live-map canvas').first()
  await phone.getByRole('button', { name: '测距' }).tap()
  const ruler = phone.getByRole('region', { name: '测距' }).getByRole('status')
  await tap(await placeOn(map, 0.2, 0.5))
  await expect.poll(() => ruler.textContent()).not.toContain('km')
  await tap(await placeOn(map, 0.4, 0.8))
  await expect.poll(() => ruler.textContent()).toMatch(/^[\d.]+ k?m$/)
  const measured = await ruler.textContent()
  await drag(await placeOn(map, 0.3, 0.9), await placeOn(map, 0.5, 0.7))
  await tap(await placeOn(map, 0.2, 0.7))
  await expect.poll(() => ruler.textContent()).toMatch(/^[\d.]+ k?m = [\d.]+ k?m \+ [\d.]+ k?m$/)
  await phone.getByRole('button', { name: '撤销一点' }).tap()
  await expect.poll(() => ruler.textContent()).toBe(measured)
  await phone.getByRole('button', { name: '结束测距' }).tap()
})

test('an open card leaves the map and its buttons free', async () => {
  await phone.getByRole('button', { name: '看列表' }).tap()
  await phone.getByRole('searchbox').fill('川')
  await phone.locator('[role=treeitem]:not([aria-expanded])').first().tap()
  await phone.locator('.live-card').waitFor()
  await phone.locator('.live-handle[aria-expanded=false]').waitFor()
  for (const button of await phone.locator('.map-controls button').all()) await button.tap({ trial: true })
  await expect.poll(() => faults(phone)).toEqual([])
})

test('an area is drawn by finger, and its corners are dragged', async () => {
  await phone.goto(`${product.url}/asset/area/index`)
  await phone.getByRole('button', { name: '新增围栏' }).tap()
  const drawer = phone.locator('.ant-drawer-open')
  const map = drawer.locator('.map-shape canvas').first()
  await map.scrollIntoViewIfNeeded()
  await drawer.getByText('多边形', { exact: true }).tap()
  const points = async () => (await drawer.getByRole('textbox', { name: /坐标/ }).inputValue()).split('\n').filter(Boolean)
  const corners = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.75, 0.75],
  ] as const
  for (const [i, [across, down]] of corners.entries()) {
    await tap(await placeOn(map, across, down))
    await expect.poll(points).toHaveLength(i + 1)
  }
  const [first, ...others] = await points()
  // The point can be dragged once it is drawn: a pointer over it says so.
  const corner = await placeOn(map, 0.25, 0.25)
  await expect
    .poll(async () => {
      await phone.mouse.move(corner.x - 1, corner.y)
      await phone.mouse.move(corner.x, corner.y)
      return map.evaluate((element) => element.style.cursor)
    })
    .toBe('grab')
  await drag(corner, await placeOn(map, 0.35, 0.4))
  await expect.poll(async () => (await points())[0]).not.toBe(first)
  expect((await points()).slice(1)).toEqual(others)
  await drag(await placeOn(map, 0.5, 0.9), await placeOn(map, 0.4, 0.8))
  expect(await points()).toHaveLength(3)
})

/** A figure of the bar of states. */
const figure = async (which: string) => Number(await phone.locator(`.live-figure${which} strong`).textContent())

test('terminals that fall silent together give one notice about the connection; it disappears when one of them reports', async () => {
  await phone.goto(`${product.url}/monitor/live/index`)
  const banner = phone.locator('.live-banner')
  // Ten of this test, and those of the demo whose tracks ended in the same minutes.
  await banner.getByText(/^[1-9]\d+ 个在线车辆的终端在 \d\d:\d\d:\d\d 后同时没有上报。/).waitFor({ timeout: 100_000 })
  // Six minutes after their last report they turn from online to offline.
  await expect
    .poll(async () => (await figure(':first-child')) - (await figure('.is-online')) - (await figure('.is-offline')))
    .toBe(0)
  expect(await figure(':first-child')).toBeGreaterThan(terminals.length)
  await expect.poll(() => faults(phone)).toEqual([])
  const terminal = await handMadeTerminal(product.terminalPort, terminals[0] ?? '')
  await terminal.report(Date.now())
  // People of the demo whose badges ended together are told apart.
  await banner.getByText('个在线车辆的终端').waitFor({ state: 'detached' })
  terminal.close()
})

test('no console has a message', () => {
  expect(consoleMessages).toEqual([])
})
