import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { addVehicle, listVehicles, removeVehicles } from '@huanwei/contract/vehicles/endpoints'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { faults } from './looks.ts'
import { people, signIn } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let admin: Page

beforeAll(async () => {
  admin = await arrive('admin')
  await signIn(admin, product.url)
})

const drawer = (page: Page) => page.locator('.ant-drawer-open')
const rows = (page: Page) => page.locator('tbody tr[data-row]').filter({ visible: true })
const option = (page: Page, name: string) =>
  page.locator('.ant-select-item-option, .ant-select-tree-node-content-wrapper').filter({ hasText: name })

test('a vehicle is registered, found again, and leads to the rules that watch it', async () => {
  const plate = `沪F${String(Date.now()).slice(-5)}`
  await admin.goto(`${product.url}/asset/vehicle/index`)
  await rows(admin).first().waitFor()
  expect(await faults(admin)).toEqual([])
  await admin.getByRole('button', { name: '新增车辆' }).click()
  await drawer(admin).getByRole('textbox', { name: '车牌号' }).fill(plate)
  await drawer(admin).getByRole('combobox', { name: '所属部门' }).click()
  await option(admin, '公司').first().click()
  await drawer(admin).getByRole('combobox', { name: '车辆类型' }).click()
  await option(admin, '洗扫车').click()
  await drawer(admin).getByRole('spinbutton', { name: '摄像头数量' }).fill('2')
  await drawer(admin).getByRole('textbox', { name: '通道 1 的名称' }).fill('车头')
  expect(await faults(admin)).toEqual([])
  await drawer(admin).getByRole('button', { name: '确定' }).click()
  await drawer(admin).waitFor({ state: 'detached' })

  await admin.getByRole('textbox', { name: '车牌、名称或拼音首字母' }).fill(plate)
  await admin.getByRole('button', { name: '查询' }).click()
  await rows(admin).filter({ hasText: plate }).locator('[data-opens]').click()
  await drawer(admin).getByRole('navigation', { name: '相关页面' }).waitFor()
  expect(await faults(admin)).toEqual([])
  await drawer(admin).getByRole('link', { name: '车辆规则' }).click()
  await admin.waitForURL(/\/rule\/vehicle\/index\?objectId=\d+/)
  await admin.getByRole('combobox', { name: '车辆', exact: true }).waitFor()
  await admin.getByTitle(plate, { exact: true }).waitFor()
})

test('the asset screens fit at 360 and 1366 px in Chinese and English, without an accessibility fault', async () => {
  const { call } = await logIn(product.url)
  const [root] = await call(getDepartmentTree, {})
  const plate = `沪H${String(Date.now()).slice(-5)}`
  await call(addVehicle, { plateNumber: plate, name: '雾炮07', deptId: root?.children[0]?.id ?? 0, vehicleType: '5' })
  const { records } = await call(listVehicles, { plateNumber: plate })
  for (const language of ['zh-CN', 'en-US'] as const)
    for (const width of [1366, 360]) {
      const page = await arrive(`${language} ${width}`, { language, width, height: 768 })
      await signIn(page, product.url)
      await page.goto(`${product.url}/asset/vehicle/index`)
      await rows(page).first().waitFor()
      expect(await faults(page), `${language} ${width}`).toEqual([])
      await page.goto(`${product.url}/asset/vehicle/index?open=${records[0]?.id}`)
      await drawer(page).locator('.asset-ways').waitFor()
      expect(await faults(page), `${language} ${width} open`).toEqual([])
    }
  await call(removeVehicles, { ids: records.map(({ id }) => id) })
  expect(consoleMessages).toEqual([])
})
