import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { lookAt } from './looks.ts'
import { people, signInAsNew, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let admin: Page

beforeAll(async () => {
  admin = await arrive('admin')
  await signInAsNew(admin, product.url)
  await admin.goto(product.url)
})

const drawer = () => admin.locator('.ant-drawer-open')
const row = (name: string) => admin.locator('tbody tr[data-row]:visible').filter({ hasText: name })

test('a job plan is made of a crew, a road and a vehicle; the tasks of the day show what was done, on the map too', async () => {
  const name = unique('早扫')
  await admin.locator('#side-menu a[href="/work/index"]').click()
  await admin.locator('tbody tr[data-row]:visible').first().waitFor()
  await lookAt(admin, 'tasks of the day')
  await admin.locator('tbody tr[data-row]:visible').first().getByRole('button', { name: '详情' }).click()
  await drawer().getByRole('list', { name: '完成情况' }).waitFor()
  await drawer().locator('canvas').waitFor()
  await lookAt(admin, 'a task')
  await admin.keyboard.press('Escape')
  await drawer().waitFor({ state: 'hidden' })

  await admin.getByTitle('地图', { exact: true }).click()
  await admin.getByRole('region', { name: '当天合计' }).getByText('春熙路作业队').waitFor()
  await lookAt(admin, 'the map of the day')

  await admin.getByTitle('作业计划', { exact: true }).click()
  await admin.getByRole('button', { name: '新增计划' }).click()
  await drawer().getByRole('textbox', { name: '计划名称' }).fill(name)
  await drawer().getByRole('combobox', { name: '班组' }).click()
  await admin.locator('.ant-select-tree-node-content-wrapper').first().click()
  for (const [field, text] of [
    ['shiftIds', '夜班'],
    ['areaIds', '春熙路作业队'],
  ] as const) {
    await drawer().locator(`input[id$=__${field}]`).fill(text)
    await admin.locator('.ant-select-item-option:visible').filter({ hasText: text }).first().click()
    await drawer().getByRole('textbox', { name: '计划名称' }).click()
  }
  await drawer().getByRole('combobox', { name: '车辆' }).click()
  await admin.locator('.ant-select-item-option:visible').first().click()
  await drawer().getByRole('button', { name: '确定', exact: true }).click()
  await drawer().waitFor({ state: 'hidden' })
  await row(name).filter({ hasText: '夜班' }).waitFor()
  expect(consoleMessages).toEqual([])
})
