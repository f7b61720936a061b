import { setTimeout as sleep } from 'node:timers/promises'
import { addBoardToken } from '@huanwei/contract/boards/endpoints'
import { logIn } from '../../../e2e/api.ts'
import { launchBrowser } from '../../../tools/chromium.ts'
import type { Bench } from '../../kit/bench.ts'
import { countFrames } from '../../kit/frames.ts'
import { driverOf, startInProcessServer } from '../../kit/in-process-server.ts'
import { atRate } from '../../kit/live-page.ts'
import { addVehicles } from '../../kit/seed.ts'
import { count, type Result } from '../../kit/table.ts'

const path = '/screen/board_huayin/index'
const vehicles = 2000
/** Each reports every ten seconds. */
const reportsPerSecond = vehicles / 10
const forMs = 20_000
const settleMs = 10_000
/** Least frame rate of the board while its map moves, as a share of the rate while nothing is on it. */
const leastShare = 0.8

/** Measures the frames of a board while the vehicles on its map move. */
export async function measureBoardMap(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('board_map')
  await addVehicles(db, vehicles, 50)
  const { app, latest } = await startInProcessServer(bench, url, db)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { call } = await logIn(address)
  const { token } = await call(addBoardToken, { path })
  const browser = await launchBrowser({ preferSystem: true })
  bench.onEnd(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, locale: 'zh-CN' })
  await page.goto(`${address}${path}?token=${token}`)
  await page.locator('.board-map canvas').waitFor()
  await sleep(settleMs)
  bench.log('the empty map')
  const emptyRate = await page.evaluate(countFrames, forMs)
  const moveNext = driverOf(latest, vehicles)
  moveNext(vehicles)
  await sleep(settleMs)
  bench.log(`${count(vehicles)} vehicles move`)
  const [fullRate] = await Promise.all([page.evaluate(countFrames, forMs), atRate(reportsPerSecond, forMs, moveNext, 20)])
  const share = fullRate / emptyRate
  return [
    {
      label: `Frames a second of ${path}, drawn without a graphics card, while ${count(vehicles)} vehicles move on its map`,
      ratio: share,
      measured: `${fullRate.toFixed(1)} /s`,
      limit: `${emptyRate.toFixed(1)} /s without vehicles`,
      budget: `≥ ${leastShare.toFixed(2)}`,
      met: share >= leastShare,
    },
  ]
}
