import { readFileSync } from 'node:fs'
import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { listExports } from '@huanwei/contract/exports/endpoints'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { dayMs, shanghaiMs } from '@huanwei/contract/time'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { faults, lookAt } from './looks.ts'
import { languages, people, signIn, switchTo, turnTo } from './person.ts'
import { startPrepared } from './prepared.ts'
import { type Product, unexplained } from './product.ts'
import { handMadeTerminal } from './terminal.ts'

const plate = '沪H80801'
const terminalNo = '13912348801'
/** Drives half of the same way a street further north. */
const other = { plate: '沪H80802', terminalNo: '13912348802' }
const { arrive, consoleMessages } = people()
let product: Product
let admin: Page
let vehicleId: number
let otherId: number
let api: Awaited<ReturnType<typeof logIn>>

const yesterday = new Date(Date.now() + shanghaiMs - dayMs).toISOString().slice(0, 10)
const yearAgo = new Date(Date.parse(yesterday) - 364 * dayMs).toISOString().slice(0, 10)
const start = Date.parse(`${yesterday}T08:00:00+08:00`)

/** Six minutes along a street at 36 km/h, five minutes at its end, six minutes on at 72 km/h, a report every ten seconds. */
const track = Array.from({ length: 102 }, (_, i) => {
  const east = Math.min(i, 36) * 100 + Math.max(0, i - 66) * 200
  return { time: start + i * 10_000, east, speed: i < 36 ? 36 : i < 66 ? 0 : 72, mileageKm: 100 + east / 1000 }
})

beforeAll(async () => {
  product = await startPrepared({ SIMULATE: 'off' })
  api = await logIn(product.url)
  vehicleId = await addDriven(plate, terminalNo, track, 30.66)
  otherId = await addDriven(other.plate, other.terminalNo, track.slice(0, 50), 30.664)
  admin = await arrive('admin')
  await signIn(admin, product.url)
  await admin.goto(product.url)
})

/** A vehicle whose terminal has reported a track, at a latitude; its id. */
async function addDriven(plateNumber: string, number: string, fixes: typeof track, lat: number) {
  const terminal = await handMadeTerminal(product.terminalPort, number)
  for (const { time, east, speed, mileageKm } of fixes)
    await terminal.report(time, {
      lng: 104.06 + east / 95_700,
      lat: lat + Math.sin(east / 900) / 500,
      speed,
      direction: 90,
      additions: { mileageKm, activeSafety: [], raw: [] },
    })
  terminal.close()
  const [root] = await api.call(getDepartmentTree, {})
  const deptId = root?.children[0]?.id ?? 0
  const { id } = await api.call(addVehicle, { plateNumber, name: '历史车', deptId, vehicleType: '9' })
  const { records } = await api.call(listTerminals, { terminalNo: number })
  // The first binding includes the earlier reports of the terminal.
  await api.call(bindTerminal, { id: records[0]?.id ?? 0, objectId: id })
  return id
}
afterAll(() => product?.remove())

const slider = (page = admin) => page.getByRole('slider', { name: '时间轴' })
const shownAt = async (page = admin) => (await page.locator('.history-card time').textContent()) ?? ''
const addressOf = (more = '') => `/monitor/history/index?objects=1-${vehicleId}&at=${yesterday}+08:00:00${more}`
const address = (more = '', page = admin) => page.goto(product.url + addressOf(more))

test('a vehicle chosen by its plate shows its track of the day before', async () => {
  await admin.locator('#side-menu a[href="/monitor/history/index"]').click()
  await admin.getByRole('combobox', { name: '监控对象' }).fill(plate)
  await admin.locator('.ant-select-item-option').filter({ hasText: plate }).click()
  await admin.keyboard.press('Escape')
  await admin.locator('.history-range').click()
  await admin.locator('.ant-picker-presets').getByText('昨天').click()
  const panel = admin.getByRole('complementary', { name: '行车明细' })
  await expect.poll(() => panel.textContent()).toContain('10.6 km')
  await panel.getByRole('tab', { name: '停车 1' }).click()
  await panel.getByRole('button', { name: /4 分 50 秒/ }).click()
  await expect.poll(() => shownAt()).toBe(`${yesterday} 08:06:00`)
  await panel.getByRole('tab', { name: '行程 2' }).click()
  await expect.poll(() => panel.getByRole('listitem').count()).toBe(2)
})

test('the address restores the moment; the keyboard steps, and playing moves on until paused', async () => {
  await address()
  await expect.poll(() => shownAt()).toBe(`${yesterday} 08:00:00`)
  await slider().focus()
  await admin.keyboard.press('ArrowRight')
  await admin.keyboard.press('ArrowRight')
  await expect.poll(() => shownAt()).toBe(`${yesterday} 08:00:20`)
  await expect.poll(() => slider().getAttribute('aria-valuetext')).toContain('36 km/h')
  await admin.reload()
  await expect.poll(() => shownAt()).toBe(`${yesterday} 08:00:20`)
  await admin.getByRole('button', { name: '播放', exact: true }).click()
  await expect.poll(() => shownAt()).not.toBe(`${yesterday} 08:00:20`)
  await admin.getByRole('button', { name: '暂停' }).click()
  const stoodAt = await shownAt()
  await expect.poll(() => new URL(admin.url()).searchParams.get('at')).toBe(stoodAt)
})

test('a typed moment, keys for the days, and what each of two did at the moment', async () => {
  await admin.goto(`${product.url}/monitor/history/index?objects=1-${vehicleId},1-${otherId}`)
  await slider().focus()
  await admin.keyboard.press('t')
  await admin.keyboard.type('昨天 08:05')
  await admin.keyboard.press('Enter')
  await expect.poll(() => shownAt()).toBe(`${yesterday} 08:05:00`)
  await expect.poll(() => slider().getAttribute('aria-valuetext')).toMatch(/36 km\/h，行驶$/)
  const states = admin.getByRole('list', { name: '此刻各对象的状态' })
  await states.getByRole('button', { name: `${other.plate} 行驶 36 km/h` }).waitFor()
  await admin.getByRole('textbox', { name: '跳到时刻' }).fill('8:15')
  await admin.keyboard.press('Enter')
  await states.getByRole('button', { name: `${plate} 行驶 72 km/h` }).waitFor()
  await states.getByRole('button', { name: `${other.plate} 无定位 —` }).click()
  await admin
    .getByRole('region', { name: `${other.plate} 的当前状态` })
    .getByText('此后没有定位')
    .waitFor()
  await slider().focus()
  await admin.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => slider().getAttribute('aria-valuetext')).not.toContain(yesterday)
  await admin.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => slider().getAttribute('aria-valuetext')).toContain(`${yesterday} 08:15`)
  expect(await admin.locator('.history-bands').count()).toBe(2)
})

test('the colours of the track are those of speed, with a key, until that is switched off', async () => {
  await address()
  const key = admin.getByRole('list', { name: '速度图例' })
  await key.getByText('> 60').waitFor()
  await admin.getByRole('checkbox', { name: '轨迹按速度着色（km/h）' }).click()
  await key.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(admin.url()).searchParams.get('colour')).toBe('object')
})

test('a track of one position is in the middle of the map', async () => {
  const [from, to] = ['08:16:50', '08:16:55'].map((time) => `${yesterday}+${time}`)
  await admin.goto(`${product.url}/monitor/history/index?objects=1-${vehicleId}&from=${from}&to=${to}&at=${from}`)
  const middleOf = async (name: string) => {
    const { x, y, width, height } = (await admin.locator(name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return { x: x + width / 2, y: y + height / 2 }
  }
  await admin.locator('.map-mover').waitFor()
  const map = await middleOf('.history-map canvas')
  // The middle of what is left free: 48 px on the left and 64 on the right, 144 above and 48 below.
  const away = async () => {
    const { x, y } = await middleOf('.map-mover')
    return Math.hypot(x - (map.x - 8), y - (map.y + 48))
  }
  await expect.poll(away).toBeLessThan(3)
})

test('the displayed track is saved as a map file', async () => {
  await address()
  await expect.poll(() => shownAt()).toBe(`${yesterday} 08:00:00`)
  for (const [kind, start] of [
    ['GPX', '<?xml'],
    ['GeoJSON', '{"type":"FeatureCollection"'],
  ] as const) {
    await admin.getByRole('button', { name: '导出', exact: true }).click()
    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('menuitem', { name: kind, exact: true }).click(),
    ])
    const text = readFileSync(await download.path(), 'utf8')
    expect(text.startsWith(start)).toBe(true)
    expect(text).toContain(plate)
  }
})

test('every fix is in a table that can be exported, and each day in the chart', async () => {
  await turnTo(admin, addressOf('&view=table'))
  const table = admin.getByRole('table', { name: '定位点列表' })
  await table.getByText(`${yesterday} 08:00:10`).waitFor()
  await admin.locator('.list-total').getByText(`共 ${track.length} 条`).waitFor()
  await admin.locator('.history-table').getByRole('button', { name: '导出' }).click()
  await expect
    .poll(async () => (await api.call(listExports, {})).find(({ name }) => name === '历史轨迹'), { timeout: 60_000 })
    .toMatchObject({ status: 'done', done: track.length })
  await admin.getByText('图表').click()
  await admin.getByRole('row', { name: new RegExp(`${yesterday} 10\\.6`) }).waitFor()
})

/** Labels of the time bar that are closer to each other than a word space, or broken into two lines. */
const touchingMarks = (page: Page) =>
  page.locator('.history-tick').evaluateAll((marks) => {
    const boxes = marks.flatMap((mark) =>
      mark.checkVisibility() ? { text: mark.textContent, box: mark.getBoundingClientRect() } : [],
    )
    return boxes.flatMap(({ text, box }, i) => {
      const gap = box.left - (boxes[i - 1]?.box.right ?? Number.NEGATIVE_INFINITY)
      return gap < 4 || box.height > 20 ? text : []
    })
  })

test('who was here: a square on the map and a day name who came by, each with the way to the track', async () => {
  const page = await arrive('who was here')
  await signIn(page, product.url)
  await page.goto(`${product.url}/monitor/history/index`)
  await page.getByRole('button', { name: '谁来过' }).click()
  const drawer = page.getByRole('dialog', { name: '谁来过' })
  await drawer.getByRole('button', { name: '选定地图中心' }).click()
  await drawer.getByText('3000 米见方').click()
  await drawer.locator('.history-range').click()
  await page.locator('.ant-picker-presets').getByText('昨天').click()
  await drawer.getByRole('button', { name: '查询' }).click()
  await drawer.getByRole('status').getByText('共 ').waitFor()
  await lookAt(page, 'who was here')
  await drawer
    .getByRole('button', { name: /的轨迹$/ })
    .first()
    .click()
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(() => new URL(page.url()).searchParams.get('objects')).toMatch(/^[01]-\d+$/)
  await expect.poll(() => shownAt(page)).toContain(yesterday)
})

/** Looks at the page at both sizes in three languages. */
async function inEachLook(page: Page, look: (where: string) => Promise<void>) {
  for (const [width, height] of [
    [1366, 768],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const language of languages) {
      await switchTo(page, language)
      await look(`${language}-${width}`)
    }
  }
}

test('several tracks with what they did fit every screen', async () => {
  const page = await arrive('reader of several')
  await signIn(page, product.url)
  const both = `${product.url}/monitor/history/index?objects=1-${vehicleId},1-${otherId}&at=${yesterday}+08:12:00&list=bands`
  await page.goto(both)
  await expect.poll(() => shownAt(page)).toBe(`${yesterday} 08:12:00`)
  await page.locator('.history-lines').waitFor()
  await inEachLook(page, async (where) => {
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/several-${where}.png` })
    await expect.poll(() => faults(page), { message: where }).toEqual([])
  })
  await page.setViewportSize({ width: 2560, height: 1440 })
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/several-2560.png` })
  await expect.poll(() => faults(page)).toEqual([])
})

test('nothing overflows, lacks a translation or is inaccessible, at both sizes in three languages', async () => {
  const page = await arrive('reader')
  await signIn(page, product.url)
  await address('', page)
  await expect.poll(() => shownAt(page)).toBe(`${yesterday} 08:00:00`)
  await page.locator('.history-figures').waitFor()
  await inEachLook(page, async (where) => {
    await expect.poll(() => touchingMarks(page), { message: where }).toEqual([])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${where}.png` })
    await expect.poll(() => faults(page), { message: where }).toEqual([])
  })
  await address(`&from=${yearAgo}+00:00:00&to=${yesterday}+23:59:59`, page)
  await page.locator('.history-tick').first().waitFor()
  await inEachLook(page, (where) => expect.poll(() => touchingMarks(page), { message: where }).toEqual([]))
})

test('the consoles have no unexpected message', () => {
  expect(consoleMessages).toEqual([])
  expect(unexplained(product.output())).toEqual([])
})
