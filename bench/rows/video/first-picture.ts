import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { signIn } from '../../../e2e/person.ts'
import { launchBrowser } from '../../../tools/chromium.ts'
import type { Bench } from '../../kit/bench.ts'
import { median, quantile, type Result, seconds } from '../../kit/table.ts'
import { addCameraVehicle, cameraCount } from './camera-vehicle.ts'

const rounds = 10
/** Above the time for which cameras go on without viewers. */
const restMs = 12_000
const longestMs = 1000
const [terminalNo, plateNumber] = ['13900990099', '沪A00990']

/** Measures the wall of live pictures: from the click on a vehicle to a picture on the screen, its cameras at rest before. */
export async function measureFirstPicture(bench: Bench): Promise<Result[]> {
  const product = await bench.startProduct({})
  const cameras = await addCameraVehicle({ ...product, terminalNo, plateNumber })
  bench.onEnd(cameras.close)
  const browser = await launchBrowser()
  bench.onEnd(() => browser.close())
  const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 1366, height: 768 } })
  await signIn(page, product.url, 'admin', '123456')
  await page.goto(`${product.url}/monitor/video/index`)
  await page.locator('.wall-tree').getByRole('searchbox').fill(plateNumber)
  await page.getByRole('treeitem', { name: plateNumber }).waitFor()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    bench.log(`click ${round + 1} of ${rounds}`)
    times.push(await firstPicture(page))
    await page.getByRole('button', { name: '全部关闭' }).click()
    await sleep(restMs)
  }
  const typical = median(times)
  return [
    {
      label: `Click on a vehicle of the wall → the first picture of its ${cameraCount} cameras on the screen, median of ${rounds}`,
      measured: `${seconds(typical)} (longest ${seconds(quantile(times, 1))})`,
      budget: `≤ ${seconds(longestMs)}`,
      met: typical <= longestMs,
    },
  ]
}

/** Clicks the vehicle; ms until a picture is shown. */
const firstPicture = (page: Page) =>
  page.evaluate(async (plate) => {
    const items = [...document.querySelectorAll<HTMLElement>('.wall-tree [role=treeitem]')]
    const began = performance.now()
    items.find(({ textContent }) => textContent?.includes(plate))?.click()
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    let video = document.querySelector<HTMLVideoElement>('.wall-pane video')
    for (; !video; video = document.querySelector('.wall-pane video')) await frame()
    const shown = video
    await new Promise((resolve) => shown.requestVideoFrameCallback(resolve))
    return performance.now() - began
  }, plateNumber)
