import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import { listAdjustments } from '@huanwei/contract/adjustments/endpoints'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { faults } from './looks.ts'
import { people, signInAsNew, switchTo } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let dispatcher: Page

beforeAll(async () => {
  dispatcher = await arrive('dispatcher')
  await signInAsNew(dispatcher, product.url, 'dispatcher')
  await dispatcher.goto(product.url)
})

/** Looks at what is open in a wide window and on a phone, in Chinese and English. */
async function look(what: string) {
  for (const [width, height] of [
    [1366, 768],
    [360, 740],
  ] as const) {
    await dispatcher.setViewportSize({ width, height })
    for (const language of ['en-US', 'zh-CN'] as const) {
      await switchTo(dispatcher, language)
      expect(await faults(dispatcher), `${what} at ${width} px in ${language}`).toEqual([])
    }
  }
  await dispatcher.setViewportSize({ width: 1366, height: 768 })
}

test('a dispatcher looks through days and the sheet, and decides an adjustment', async () => {
  const { call } = await logIn(product.url, 'dispatcher')
  const { records } = await call(listAdjustments, { status: AdjustmentStatus.pending })
  await dispatcher.locator('#side-menu a[href="/attendance/index"]').click()
  const row = dispatcher.locator('tbody tr[data-row]:visible')
  await row.first().waitFor()
  await look('days')
  await row.first().getByRole('button', { name: '详情' }).click()
  const drawer = dispatcher.locator('.ant-drawer-open')
  await drawer.getByRole('list', { name: '当日过程' }).waitFor()
  await look('a day')
  await drawer.getByRole('button', { name: '关闭', exact: true }).last().click()
  await drawer.waitFor({ state: 'hidden' })
  await dispatcher.getByText('考勤月表', { exact: true }).click()
  await dispatcher.locator('.attendance-day').first().waitFor()
  await look('the sheet')
  await dispatcher.goto(`${product.url}/attendance/index?view=adjustments&open=${records[0]?.id}`)
  await drawer.getByRole('button', { name: '通过' }).waitFor()
  await look('an adjustment')
  await drawer.getByRole('button', { name: '通过' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await look('adjustments')
  expect(consoleMessages).toEqual([])
})
