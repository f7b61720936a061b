import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './looks.ts'
import { logInOnScreen, people } from './person.ts'
import { startPrepared } from './prepared.ts'
import type { Product } from './product.ts'

const { arrive, complaints } = people({ preferSystem: true })
let product: Product
let phone: Page

beforeAll(async () => {
  product = await startPrepared({ FLEET_SIZE: '5' })
  phone = await arrive('phone', { width: 360, height: 740, touch: true })
  await logInOnScreen(phone, product.url)
})
afterAll(() => product?.remove())

type Place = { x: number; y: number }
/** A place on a map, in shares of its width and height. */
async function placeOn(map: Locator, across: number, down: number): Promise<Place> {
  const box = await map.boundingBox()
  if (!box) throw new Error('there is no map')
  return { x: box.x + box.width * across, y: box.y + box.height * down }
}
const tap = ({ x, y }: Place) => phone.touchscreen.tap(x, y)

/** One finger, from place to place. */
async function drag(from: Place, to: Place) {
  const browser = await phone.context().newCDPSession(phone)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }])
  await touch('touchEnd', [])
}

test('on a phone a way is measured by finger; a finger that moves the map measures nothing', async () => {
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
  expect(await faults(phone)).toEqual([])
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
  await drag(await placeOn(map, 0.25, 0.25), await placeOn(map, 0.35, 0.4))
  await expect.poll(async () => (await points())[0]).not.toBe(first)
  expect((await points()).slice(1)).toEqual(others)
  await drag(await placeOn(map, 0.5, 0.9), await placeOn(map, 0.4, 0.8))
  expect(await points()).toHaveLength(3)
})

test('nothing was said on any console', () => {
  expect(complaints).toEqual([])
})
