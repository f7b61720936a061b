import { pageCans } from '@huanwei/contract/cans/endpoints'
import { listShifts } from '@huanwei/contract/shifts/endpoints'
import { listVehicles } from '@huanwei/contract/vehicles/endpoints'
import { JobType } from '@huanwei/contract/work/codes'
import { addWorkPlan, removeWorkPlan } from '@huanwei/contract/work/endpoints'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { logIn, sendLevels } from './api.ts'
import { lookAt } from './looks.ts'
import { people, signInAsNew, turnTo, unique } from './person.ts'
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
  await lookAt(admin, 'form of a plan')
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
  await lookAt(admin, 'plans')
  expect(consoleMessages).toEqual([])
})

test('a can among the stops that was emptied counts in the list, and is marked on the map', async () => {
  const caller = await logIn(product.url)
  const { call } = caller
  const { total } = await call(pageCans, { size: 1 })
  // The demo's come last: other tests add thousands of their own, without sensors.
  const { records } = await call(pageCans, { size: 100, current: Math.max(1, Math.ceil(total / 100) - 1) })
  const can = records.find(({ deviceId }) => deviceId !== null)
  const [vehicle] = (await call(listVehicles, { size: 1 })).records
  if (!can || !vehicle) throw new Error('the demo has none')
  const shiftIds = (await call(listShifts, {})).map(({ id }) => id).slice(0, 6)
  const name = unique('清桶')
  const parts = { deptId: can.deptId, facilityIds: [can.id], vehicleIds: [vehicle.id], shiftIds, calendar: false }
  const { id, updateTime } = await call(addWorkPlan, { name, jobType: JobType.transfer, ...parts })
  await sendLevels(product.url, caller, can.deviceId ?? 0, [
    [2, 90],
    [0, 5],
  ])

  await turnTo(admin, `/work/index?planId=${id}&workState=running`)
  await row(name).getByText('清运').first().waitFor()
  expect(await row(name).first().textContent()).toMatch(/清运\s*100%/)
  await lookAt(admin, 'tasks with cans')
  await admin.getByTitle('地图', { exact: true }).click()
  await admin.getByRole('list', { name: '图例' }).getByText('已清运').waitFor()
  await admin.locator('.map-point[data-ringed]').waitFor()
  await lookAt(admin, 'the map of cans')
  await call(removeWorkPlan, { id, updateTime })
  expect(consoleMessages).toEqual([])
})
