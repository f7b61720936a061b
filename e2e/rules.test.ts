import { addArea, listAreas, removeArea } from '@huanwei/contract/areas/endpoints'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { faults } from './looks.ts'
import { languages, people, signIn, switchTo, unique } from './person.ts'
import { startPrepared } from './prepared.ts'
import type { Product } from './product.ts'

const { arrive, consoleMessages } = people()
let product: Product
let admin: Page

beforeAll(async () => {
  product = await startPrepared({ SIMULATE: 'off' })
  admin = await arrive('admin')
  await signIn(admin, product.url)
  await admin.goto(product.url)
})
afterAll(() => product?.remove())

const drawer = (page: Page) => page.locator('.ant-drawer-open')
/** A row of the visible page: pages of other tabs stay in the document, and a rule names its areas. */
const row = (name: string) => admin.locator('tbody tr[data-row]:visible').filter({ hasText: name })
const goToAreas = async () => {
  await admin.locator('#side-menu a[href="/asset/area/index"]').click()
  await admin.getByRole('button', { name: '新增围栏' }).waitFor()
}
const option = (name: string) => admin.locator('.ant-select-item-option').filter({ hasText: name })
const confirm = () => drawer(admin).getByRole('button', { name: '确定' }).click()

test('an area is drawn on the map, a rule is added with it, tried out, switched on and off and removed; so is the area', async () => {
  const [areaName, ruleName] = [unique('画的围栏'), unique('驶出')]
  await admin.locator('#side-menu a[href="/asset/area/index"]').click()
  await admin.getByRole('button', { name: '新增围栏' }).click()
  await drawer(admin).getByRole('textbox', { name: '围栏名称' }).fill(areaName)
  await drawer(admin).getByRole('combobox', { name: '所属部门' }).click()
  await admin.locator('.ant-select-tree-node-content-wrapper').first().click()
  await drawMap()
  await confirm()
  await row(areaName).filter({ hasText: '4 个点' }).waitFor()

  await admin.locator('#side-menu a[href="/rule/vehicle/index"]').click()
  await admin.getByRole('button', { name: '新增规则' }).click()
  await drawer(admin).getByRole('textbox', { name: '规则名称' }).fill(ruleName)
  await drawer(admin).getByRole('combobox', { name: '条件' }).click()
  await option('驶出围栏').click()
  await drawer(admin).getByRole('combobox', { name: '电子围栏' }).fill(areaName)
  await option(areaName).click()
  await drawer(admin).locator('.rule-areas canvas').waitFor()
  // Each of the three try-outs reads what the rule's vehicles reported in a week.
  await drawer(admin).getByRole('combobox', { name: '车辆', exact: true }).fill('川')
  await option('川').first().click()
  await drawer(admin).getByRole('button', { name: '试运行（近 7 天）' }).click()
  await drawer(admin).getByRole('region', { name: '试运行规则' }).locator('dl').waitFor()
  await expect.poll(() => faults(admin, '.ant-drawer-open')).toEqual([])
  await confirm()
  await row(ruleName)
    .filter({ hasText: `在 ${areaName} 之外` })
    .waitFor()
  const turn = (isOn: boolean) => admin.locator(`[role=switch][aria-checked=${isOn}][aria-label="启用 ${ruleName}"]`)
  await turn(false).click()
  const before = admin.getByRole('dialog', { name: `启用 ${ruleName}` })
  await before.getByRole('region', { name: '试运行规则' }).locator('dl').waitFor()
  await expect.poll(() => faults(admin, '.ant-drawer-open')).toEqual([])
  await before.getByRole('button', { name: '启用' }).click()
  await turn(true).waitFor()
  await moveArea(areaName, ruleName)
  await turn(true).click()
  await turn(false).waitFor()
  await row(ruleName).getByRole('button', { name: '修改' }).click()
  await drawer(admin).getByRole('button', { name: '删除' }).click()
  const question = admin.getByRole('dialog', { name: '删除规则' })
  await question.getByText(ruleName).waitFor()
  await question.getByRole('button', { name: '删除' }).click()
  await row(ruleName).waitFor({ state: 'detached' })

  const { call } = await logIn(product.url)
  const { records } = await call(listAreas, { name: areaName })
  expect(records[0]?.shape).toMatchObject({ kind: 'polygon' })
  await goToAreas()
  await row(areaName).getByRole('button', { name: '修改' }).click()
  await drawer(admin).getByRole('button', { name: '删除' }).click()
  await admin.getByRole('dialog', { name: '删除围栏' }).getByRole('button', { name: '删除' }).click()
  await row(areaName).waitFor({ state: 'detached' })
})

/** Removes a point of the area, with the notice about the rule in force, and returns to the rules. */
async function moveArea(areaName: string, ruleName: string) {
  await goToAreas()
  await row(areaName).getByRole('button', { name: '修改' }).click()
  await drawer(admin).getByRole('button', { name: '撤销一点' }).click()
  await confirm()
  const dialog = admin.getByRole('dialog', { name: `修改 ${areaName}` })
  // It belongs to the whole organisation: the rules that go by each object's own areas use it too.
  await dialog.getByRole('radio', { name: ruleName }).check()
  await dialog.getByRole('button', { name: '试运行（近 7 天）' }).click()
  await dialog.getByRole('region', { name: '试运行规则' }).locator('dl').waitFor()
  await expect.poll(() => faults(admin, '.ant-drawer-open')).toEqual([])
  await dialog.getByRole('button', { name: '保存改动' }).click()
  await row(areaName).filter({ hasText: '3 个点' }).waitFor()
  await admin.locator('#side-menu a[href="/rule/vehicle/index"]').click()
}

/** Draws with three clicks, drags a bend out to a fourth point, and moves the first point. */
async function drawMap() {
  const canvas = drawer(admin).locator('.map-shape canvas')
  const coordinates = drawer(admin).getByRole('textbox', { name: /^坐标/ })
  const lines = async () => (await coordinates.inputValue()).split('\n').filter(Boolean)
  await drawer(admin).locator('.map-middle').waitFor()
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  const at = ([x, y]: [number, number]) => [(box?.x ?? 0) + x, (box?.y ?? 0) + y] as const
  const corners: [number, number][] = [
    [150, 80],
    [350, 80],
    [350, 230],
  ]
  for (const [index, corner] of corners.entries()) {
    await admin.mouse.click(...at(corner))
    await expect.poll(lines).toHaveLength(index + 1)
  }
  const drag = async (from: [number, number], to: [number, number]) => {
    // The point can be dragged once it is drawn.
    await expect
      .poll(async () => {
        await admin.mouse.move(...at([from[0] - 1, from[1]]))
        await admin.mouse.move(...at(from))
        return canvas.evaluate((element) => element.style.cursor)
      })
      .toBe('grab')
    await admin.mouse.down()
    await admin.mouse.move(...at(to), { steps: 4 })
    await admin.mouse.up()
  }
  await drag([250, 80], [250, 40])
  await expect.poll(lines).toHaveLength(4)
  const [before] = await lines()
  await drag([150, 80], [120, 120])
  await expect.poll(async () => (await lines())[0]).not.toBe(before)
  expect(await lines()).toHaveLength(4)
  await expect.poll(() => faults(admin, '.ant-drawer-open')).toEqual([])
}

test('an area is chosen on the map: the list turns to its page and shows its row; drawing fills the screen until Esc', async () => {
  const { call } = await logIn(product.url)
  const { records } = await call(listAreas, {})
  const name = unique('小围栏')
  // The smallest of several is chosen, wherever it lies.
  const shape = { kind: 'circle' as const, centre: [104.0668, 30.5728] as [number, number], radius: 20 }
  const area = await call(addArea, { name, deptId: records[0]?.deptId ?? 0, shape })
  await admin.goto(`${product.url}/asset/area/index?chosen=${area.id}&current=2`)
  await admin.locator('tbody tr[data-row]').first().waitFor()
  expect(await row(name).count()).toBe(0)
  const canvas = admin.getByRole('region', { name: '围栏地图' }).locator('canvas')
  const box = await canvas.boundingBox()
  const middle = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const
  await expect
    .poll(async () => {
      await admin.mouse.move(middle[0] - 1, middle[1])
      await admin.mouse.move(...middle)
      return canvas.evaluate((element) => element.style.cursor)
    })
    .toBe('pointer')
  await admin.mouse.click(...middle)
  await row(name).and(admin.locator('[aria-current]')).waitFor()
  await expect.poll(() => faults(admin)).toEqual([])

  await row(name).getByRole('button', { name: '修改' }).click()
  await drawer(admin).locator('.map-middle').waitFor()
  await drawer(admin).getByRole('button', { name: '全屏' }).click()
  const isFull = () => admin.evaluate(() => document.fullscreenElement?.className ?? '')
  await expect.poll(isFull).toBe('shape-field')
  await admin.keyboard.press('Escape')
  await expect.poll(isFull).toBe('')
  await drawer(admin).getByRole('button', { name: '取消' }).click()
  await drawer(admin).waitFor({ state: 'detached' })
  await call(removeArea, { id: area.id })
})

test('the rule screens fit at 360 px, without an accessibility fault, in three languages', async () => {
  const page = await arrive('phone', { width: 360, height: 740 })
  await signIn(page, product.url)
  async function look(where: string) {
    for (const language of languages) {
      await switchTo(page, language)
      await expect.poll(() => faults(page), { message: `${where} in ${language}` }).toEqual([])
    }
  }
  await page.goto(`${product.url}/rule/vehicle/index`)
  await page.locator('tbody tr[data-row]').first().waitFor()
  await look('list')
  for (const open of ['new', 'hours']) {
    await page.goto(`${product.url}/rule/personnel/index?open=${open}`)
    await drawer(page).locator('.ant-drawer-body :is(input, .ant-btn)').first().waitFor()
    await look(open)
  }
  await drawer(page).getByRole('tab').last().click()
  await drawer(page).locator('.calendar').waitFor()
  await look('calendar')
  expect(consoleMessages).toEqual([])
})
