import { pageCans } from '@huanwei/contract/cans/endpoints'
import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { listFacilities } from '@huanwei/contract/facilities/endpoints'
import { makeDeviceKey } from '@huanwei/contract/readings/endpoints'
import { addVehicle, listVehicles, removeVehicles } from '@huanwei/contract/vehicles/endpoints'
import { timeText } from '@huanwei/server/lib/time'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { faults } from './looks.ts'
import { people, signIn, turnTo } from './person.ts'
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
  const [toilet] = await call(listFacilities, { facilityType: '1' })
  const cans = (await call(pageCans, { size: 50 })).records.filter(({ deviceId }) => deviceId !== null).slice(0, 3)
  for (const can of cans) {
    const { key } = await call(makeDeviceKey, { id: can.deviceId ?? 0 })
    const readings = [{ metric: 'fill', value: 40, time: timeText(Date.now()) }]
    const body = JSON.stringify({ readings })
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    expect((await fetch(`${product.url}/open/device/readings`, { method: 'POST', headers, body })).status).toBe(200)
  }
  for (const language of ['zh-CN', 'en-US'] as const) {
    const page = await arrive(language, { language })
    await signIn(page, product.url)
    await page.goto(product.url)
    await page.locator('.home').waitFor()
    const look = async (path: string, ready: string) => {
      await page.setViewportSize({ width: 1366, height: 768 })
      await turnTo(page, `/asset/${path}`)
      for (const width of [1366, 360]) {
        await page.setViewportSize({ width, height: 768 })
        await page.locator(ready).filter({ visible: true }).first().waitFor()
        expect(await faults(page), `${language} ${width} ${path}`).toEqual([])
      }
    }
    await look('vehicle/index', 'tbody tr[data-row]')
    await look(`vehicle/index?open=${records[0]?.id}`, '.asset-ways')
    await look('personnel/index', 'tbody tr[data-row]')
    await look('facility/index', 'tbody tr[data-row]')
    await look(`facility/index?open=${toilet?.id}`, '.asset-ways')
    await look('bin/index', 'tbody tr[data-row]')
    await look('bin/index?view=overfull&from=1', '.cans-route li')
  }
  await call(removeVehicles, { ids: records.map(({ id }) => id) })
  expect(consoleMessages).toEqual([])
})
