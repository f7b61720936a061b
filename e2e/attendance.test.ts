import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import { listAdjustments } from '@huanwei/contract/adjustments/endpoints'
import { listAttendanceDays } from '@huanwei/contract/attendance/endpoints'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { lookAt } from './looks.ts'
import { people, signInAsNew, turnTo } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let dispatcher: Page

beforeAll(async () => {
  dispatcher = await arrive('dispatcher')
  await signInAsNew(dispatcher, product.url, 'dispatcher')
  await dispatcher.goto(product.url)
})

test('a dispatcher looks through days and the sheet, and decides an adjustment', async () => {
  const { call } = await logIn(product.url, 'dispatcher')
  const { records } = await call(listAdjustments, { status: AdjustmentStatus.pending, size: 100 })
  await dispatcher.locator('#side-menu a[href="/attendance/index"]').click()
  const row = dispatcher.locator('tbody tr[data-row]:visible')
  await row.first().waitFor()
  await lookAt(dispatcher, 'days')
  // A day can be asked to be adjusted once at a time.
  const days = (await call(listAttendanceDays, { size: 100 })).records
  const free = days.find((one) => !records.some(({ objectId, day }) => objectId === one.objectId && day === one.day))
  await turnTo(dispatcher, `/attendance/index?open=${free?.id}`)
  const drawer = dispatcher.locator('.ant-drawer-open')
  await drawer.getByRole('list', { name: '当日过程' }).waitFor()
  await lookAt(dispatcher, 'a day')
  await drawer.getByRole('button', { name: '申请调整' }).click()
  await drawer.getByRole('textbox', { name: '调整原因' }).waitFor()
  await lookAt(dispatcher, 'form of an adjustment')
  await drawer.getByRole('button', { name: '取消' }).click()
  await drawer.getByRole('button', { name: '关闭', exact: true }).last().click()
  await drawer.waitFor({ state: 'hidden' })
  await dispatcher.getByText('考勤月表', { exact: true }).click()
  await dispatcher.locator('.attendance-day').first().waitFor()
  await lookAt(dispatcher, 'the sheet')
  await dispatcher.goto(`${product.url}/attendance/index?view=adjustments&open=${records[0]?.id}`)
  await drawer.getByRole('button', { name: '通过' }).waitFor()
  await lookAt(dispatcher, 'an adjustment')
  await drawer.getByRole('button', { name: '通过' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await lookAt(dispatcher, 'adjustments')
  expect(consoleMessages).toEqual([])
})
