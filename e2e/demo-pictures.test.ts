import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { getVehicleData } from '@huanwei/contract/trees/endpoints'
import { timeText } from '@huanwei/server/lib/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { people, signIn } from './person.ts'
import { startPrepared } from './prepared.ts'
import type { Product } from './product.ts'

const { arrive, consoleMessages } = people()
let product: Product
beforeAll(async () => {
  product = await startPrepared({ FLEET_SIZE: '4' })
})
afterAll(() => product?.remove())

/** A vehicle of the demo with cameras that has driven since this moment, so that its terminal is connected. */
async function drivenVehicle(since: string) {
  const { call } = await logIn(product.url)
  const driven = async () => {
    const vehicles = await call(getVehicleData, {})
    return vehicles.find(({ time, terminalPassageways }) => time !== null && time > since && terminalPassageways.length > 0)
  }
  await expect.poll(driven).toBeDefined()
  const vehicle = (await driven())!
  const [root] = await call(getDepartmentTree, {})
  const company = root?.children.find((one) => one.id === vehicle.deptId || one.children.some(({ id }) => id === vehicle.deptId))
  return { ...vehicle, company: company?.name ?? '' }
}

test('pictures of a vehicle of the demo move on the wall four clicks after the log-in', async () => {
  const { plateNumber, deptName, company, terminalPassageways } = await drivenVehicle(timeText(Date.now()))
  const page = await arrive('who tries the demo')
  await signIn(page, product.url)
  await page.goto(product.url)
  await page.getByRole('link', { name: '视频监控' }).click()
  for (const name of [company, deptName, plateNumber]) await page.getByRole('treeitem', { name }).click()
  const moving = () =>
    page
      .locator('.wall-pane video')
      .evaluateAll((all: HTMLVideoElement[]) => all.filter((one) => one.videoWidth > 0 && one.currentTime > 0.5).length)
  await expect.poll(moving).toBe(Math.min(4, terminalPassageways.length))
  expect(consoleMessages).toEqual([])
})
