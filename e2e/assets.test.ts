import { pageCans } from '@huanwei/contract/cans/endpoints'
import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { listFacilities } from '@huanwei/contract/facilities/endpoints'
import { addVehicle, listVehicles, removeVehicles } from '@huanwei/contract/vehicles/endpoints'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { xlsxOf } from '../apps/web/src/features/imports/xlsx.test-kit.ts'
import { logIn, sendLevels } from './api.ts'
import { faults, lookAt } from './looks.ts'
import { people, signInAsNew, turnTo, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let admin: Page

beforeAll(async () => {
  admin = await arrive('admin')
  await signInAsNew(admin, product.url)
})

const drawer = (page: Page) => page.locator('.ant-drawer-open')
const rows = (page: Page) => page.locator('tbody tr[data-row]').filter({ visible: true })
const option = (page: Page, name: string) =>
  page.locator('.ant-select-item-option, .ant-select-tree-node-content-wrapper').filter({ hasText: name })

test('a vehicle is registered, found again, and leads to the rules that watch it', async () => {
  const plate = `沪F${String(Date.now()).slice(-5)}`
  await admin.goto(`${product.url}/asset/vehicle/index`)
  await rows(admin).first().waitFor()
  await expect.poll(() => faults(admin)).toEqual([])
  await admin.getByRole('button', { name: '新增车辆' }).click()
  await drawer(admin).getByRole('textbox', { name: '车牌号' }).fill(plate)
  await drawer(admin).getByRole('combobox', { name: '所属部门' }).click()
  await option(admin, '公司').first().click()
  await drawer(admin).getByRole('combobox', { name: '车辆类型' }).click()
  await option(admin, '洗扫车').click()
  await drawer(admin).getByRole('spinbutton', { name: '摄像头数量' }).fill('2')
  await drawer(admin).getByRole('textbox', { name: '通道 1 的名称' }).fill('车头')
  await expect.poll(() => faults(admin)).toEqual([])
  await drawer(admin).getByRole('button', { name: '确定' }).click()
  await drawer(admin).waitFor({ state: 'detached' })

  await admin.getByRole('textbox', { name: '车牌、名称或拼音首字母' }).fill(plate)
  await admin.getByRole('button', { name: '查询' }).click()
  await rows(admin).filter({ hasText: plate }).locator('[data-opens]').click()
  await drawer(admin).getByRole('navigation', { name: '相关页面' }).waitFor()
  await expect.poll(() => faults(admin)).toEqual([])
  await drawer(admin).getByRole('link', { name: '车辆规则' }).click()
  await admin.waitForURL(/\/rule\/vehicle\/index\?objectId=\d+/)
  await admin.getByRole('combobox', { name: '车辆', exact: true }).waitFor()
  await admin.getByTitle(plate, { exact: true }).waitFor()
})

test('5 000 rows with 40 errors are checked, told by row and column, and the others are imported', async () => {
  const { call } = await logIn(product.url)
  const [root] = await call(getDepartmentTree, {})
  const crew = root?.children[0]?.name ?? ''
  const name = unique('导入桶')
  const rows = Array.from({ length: 5000 }, (_, i) => [`${name}-${i}`, crew, 106.08, i % 125 === 7 ? '北纬' : 30.79])
  const file = xlsxOf([['名称 *', '部门 *', '经度 *', '纬度 *'], ...rows])
  await admin.goto(`${product.url}/asset/bin/index`)
  await admin.getByRole('button', { name: '导入', exact: true }).click()
  await drawer(admin)
    .getByLabel('选择文件 (Excel、CSV)')
    .setInputFiles({ name: '桶.xlsx', mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) })
  await drawer(admin).getByText('桶.xlsx：5000 行').waitFor()
  await drawer(admin).getByRole('button', { name: '检查' }).click()
  await drawer(admin).getByText('4960 行可新增，0 行可修改，40 行有问题').waitFor()
  const problems = drawer(admin).locator('.import-result tbody tr')
  await problems.first().waitFor()
  const told = Array.from({ length: 40 }, (_, i) => `${9 + i * 125}纬度“北纬”不是数字`)
  expect(await problems.allTextContents()).toEqual(told)
  await lookAt(admin, 'problems of an import')
  await drawer(admin).getByRole('button', { name: '导入 4960 行' }).click()
  await drawer(admin).getByText('已新增 4960 行，已修改 0 行，40 行未导入').waitFor()
  expect((await call(pageCans, { text: name, size: 1 })).total).toBe(4960)
})

test('a vehicle is set up from nothing in one guided way: department, vehicle, terminal, area and rule', async () => {
  const name = unique('新班组')
  const plate = `沪S${String(Date.now()).slice(-5)}`
  const began = Date.now()
  await admin.goto(`${product.url}/asset/vehicle/index`)
  await admin.getByRole('region', { name: '车辆列表' }).getByRole('link', { name: '接入车辆' }).click()
  const begin = (button: string) => admin.getByRole('button', { name: button }).click()
  const confirm = async () => {
    await drawer(admin).getByRole('button', { name: '确定' }).click()
    await drawer(admin).first().waitFor({ state: 'detached' })
  }
  await admin.getByRole('combobox', { name: '选择部门' }).click()
  await admin.locator('.ant-select-tree-node-content-wrapper').first().click()
  await begin('新建部门')
  await drawer(admin).getByRole('textbox', { name: '部门名称' }).fill(name)
  // Last among its neighbours: other tests take the first.
  await drawer(admin).getByRole('spinbutton', { name: '排序' }).fill('9999')
  await confirm()
  await begin('新建车辆')
  await drawer(admin).getByRole('textbox', { name: '车牌号' }).fill(plate)
  await drawer(admin).getByRole('combobox', { name: '车辆类型' }).click()
  await option(admin, '洗扫车').click()
  await confirm()
  await admin.getByRole('heading', { name: `接入车辆 ${plate}` }).waitFor()
  // Left and resumed from the vehicle.
  const id = new URL(admin.url()).searchParams.get('vehicleId')
  await admin.goto(`${product.url}/asset/vehicle/index?open=${id}`)
  await drawer(admin).getByRole('link', { name: '继续接入' }).click()
  await begin('输入新终端号')
  await drawer(admin).getByRole('textbox', { name: '终端号' }).fill(String(Date.now()).slice(-11))
  await confirm()
  await begin('新画围栏')
  await drawer(admin).getByRole('textbox', { name: '围栏名称' }).fill(`${name}片区`)
  await drawer(admin).getByText('圆形', { exact: true }).click()
  await drawer(admin).getByRole('button', { name: '在地图中心加点' }).click()
  await confirm()
  await begin('新建规则')
  await drawer(admin).getByRole('switch', { name: '启用' }).click()
  await drawer(admin).getByRole('button', { name: '确定' }).click()
  await admin
    .getByRole('dialog', { name: `启用 ${plate} 驶出围栏` })
    .getByRole('button', { name: '启用' })
    .click()
  await admin.getByText(`${plate} 已接入完成。`).waitFor()
  expect(Date.now() - began).toBeLessThan(120_000)
  await lookAt(admin, 'a vehicle that is set up')
})

test('the asset screens fit at 360 and 1366 px in Chinese and English, without an accessibility fault', async () => {
  const caller = await logIn(product.url)
  const { call } = caller
  const [root] = await call(getDepartmentTree, {})
  const plate = `沪H${String(Date.now()).slice(-5)}`
  await call(addVehicle, { plateNumber: plate, name: '雾炮07', deptId: root?.children[0]?.id ?? 0, vehicleType: '5' })
  const { records } = await call(listVehicles, { plateNumber: plate })
  const [toilet] = await call(listFacilities, { facilityType: '1' })
  const { pages } = await call(pageCans, { size: 50 })
  const cans = (await call(pageCans, { size: 50, current: pages })).records
    .filter(({ deviceId }) => deviceId !== null)
    .slice(0, 3)
  for (const { deviceId } of cans) await sendLevels(product.url, caller, deviceId ?? 0, [[0, 40]])
  for (const [path, ready] of [
    ['vehicle/index', 'tbody tr[data-row]'],
    [`vehicle/index?open=${records[0]?.id}`, '.asset-ways'],
    ['vehicle/index?open=new', '.form-drawer'],
    [`vehicle/setup?vehicleId=${records[0]?.id}`, '.setup-choice button'],
    ['personnel/index', 'tbody tr[data-row]'],
    ['facility/index', 'tbody tr[data-row]'],
    [`facility/index?open=${toilet?.id}`, '.asset-ways'],
    ['facility/index?open=new', '.form-drawer'],
    ['bin/index', 'tbody tr[data-row]'],
    ['bin/index?open=new', '.form-drawer'],
    ['bin/index?open=import', '.import-drop'],
    ['bin/index?view=overfull&from=1', '.cans-route li'],
  ] as const) {
    await turnTo(admin, `/asset/${path}`)
    await lookAt(admin, path, { ready: admin.locator(ready).filter({ visible: true }).first() })
  }
  // None is full to the brim, together or alone.
  await admin.locator('.map-point').first().waitFor()
  expect(await admin.locator('.map-point[data-tone=bad]').count()).toBe(0)
  await call(removeVehicles, { ids: records.map(({ id }) => id) })
  expect(consoleMessages).toEqual([])
})
