import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { signIn } from '../../../e2e/person.ts'
import { launchBrowser } from '../../../tools/chromium.ts'
import type { Bench } from '../../kit/bench.ts'
import { interpreterFlags, measurePageMemory, memoryOf } from '../../kit/page-memory.ts'
import { signed, slopeOf } from '../../kit/slope.ts'
import { count, type Result } from '../../kit/table.ts'
import { addCameraVehicle, cameraCount } from './camera-vehicle.ts'

/** Time that the wall stands; `WALL_MINUTES=5` for a try. */
const minutes = Number(process.env.WALL_MINUTES || 60)
const vehicleCount = 4
const tiles = vehicleCount * cameraCount
const plates = Array.from({ length: vehicleCount }, (_, i) => `沪A0098${i}`)
/** In the first tenth the page still lets go of what opened it: a fall there would hide a rise after it. */
const opening = 0.1
/** Limit of the heap as a multiple of the heap before. */
const mostGrowth = 1.05
/** What a player holds beside its heap: pictures are decoded for each of the first. */
const kinds = ['HTMLVideoElement', 'MediaSource', 'SourceBuffer', 'WebSocket'] as const
/** Longest time until all pictures move again after a fault, ms. */
const healingMs = 60_000

/**
 * Measures what a wall of 16 live pictures leaves in the memory of its page in an hour. Each minute has something that else comes a few times a day:
 * the radio of a vehicle drops, a picture is enlarged and made small again, and all are closed and opened.
 */
export async function measureWall(bench: Bench): Promise<Result[]> {
  const product = await bench.startProduct({ SIMULATE: 'off' })
  const vehicles: Awaited<ReturnType<typeof addCameraVehicle>>[] = []
  for (const [i, plateNumber] of plates.entries()) {
    const vehicle = await addCameraVehicle({ ...product, terminalNo: `1390099008${i}`, plateNumber })
    bench.onEnd(vehicle.close)
    vehicles.push(vehicle)
  }
  const browser = await launchBrowser({ more: interpreterFlags })
  bench.onEnd(() => browser.close())
  const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 1366, height: 768 } })
  await signIn(page, product.url, 'admin', '123456')
  await page.goto(`${product.url}/monitor/video/index`)
  await page.locator('.wall-pane').getByText('16', { exact: true }).click()
  await openAll(page)
  const devtools = await memoryOf(page)
  const sample = async () => ({ ...(await measurePageMemory(devtools)), ...(await countObjects(devtools)) })

  const acts = [
    async (turn: number) => vehicles[turn % vehicleCount]?.cameras.closeAll(),
    async (turn: number) => enlarge(page, turn % tiles),
    async () => {
      await page.getByRole('button', { name: '全部关闭' }).click()
      await openAll(page)
    },
  ]
  const began = Date.now()
  const samples: { minute: number; memory: Awaited<ReturnType<typeof sample>> }[] = []
  let healed = 0
  for (let turn = 0; turn <= minutes; turn++) {
    if (turn > 0) await acts[turn % acts.length]?.(turn)
    if (await allMove(page)) healed++
    // A person is there: else pictures stop after ten minutes.
    await page.mouse.move(700 + (turn % 2), 700)
    samples.push({ minute: (Date.now() - began) / 60_000, memory: await sample() })
    const { minute, memory } = samples.at(-1)!
    bench.log(
      `minute ${minute.toFixed(1)}: ${megabytesOf(memory.heap)}, ${memory.nodes} nodes, ${memory.listeners} listeners, ${kinds.map((kind) => `${memory[kind]} ${kind}`).join(', ')}`,
    )
    await sleep(Math.max(0, began + (turn + 1) * 60_000 - Date.now()))
  }
  return resultsOf(samples, healed)
}

type Sample = { minute: number; memory: Awaited<ReturnType<typeof measurePageMemory>> & Record<(typeof kinds)[number], number> }

function resultsOf(samples: readonly Sample[], healed: number): Result[] {
  const settled = samples.filter(({ minute }) => minute >= minutes * opening)
  const [first, last] = [settled[0]!.memory, settled.at(-1)!.memory]
  const share = last.heap / first.heap
  const heap = slopeOf(
    settled.map(({ minute }) => minute / 60),
    settled.map(({ memory }) => memory.heap / 1000),
  )
  const objects = (of: Sample['memory']) => kinds.map((kind) => count(of[kind])).join(', ')
  return [
    {
      label: `JavaScript heap of a wall of ${tiles} live pictures after ${count(minutes)} minutes, after garbage collection`,
      ratio: share,
      measured: megabytesOf(last.heap),
      limit: `${megabytesOf(first.heap)} after the first tenth`,
      budget: `≤ ${mostGrowth.toFixed(2)}`,
      met: share <= mostGrowth,
    },
    {
      label: `… its slope over ${count(settled.length)} samples, kB an hour, with twice its standard error`,
      measured: `${signed(heap.slope)} ± ${heap.noise.toFixed(1)}`,
      budget: 'within the noise of 0',
      met: heap.slope <= heap.noise,
    },
    {
      label: `… ${kinds.join(', ')} that are alive`,
      measured: objects(last),
      limit: `${objects(first)} after the first tenth`,
      budget: 'no more',
      met: kinds.every((kind) => last[kind] <= first[kind]),
    },
    { label: '… elements and other nodes', measured: `${count(last.nodes)} (${count(first.nodes)} before)` },
    { label: '… listeners', measured: `${count(last.listeners)} (${count(first.listeners)} before)` },
    {
      label: '… minutes after whose fault or act all pictures moved again',
      measured: `${healed} of ${samples.length}`,
      budget: 'all',
      met: healed === samples.length,
    },
  ]
}

const megabytesOf = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`

/** Opens the cameras of every vehicle. */
async function openAll(page: Page) {
  const tree = page.locator('.wall-tree')
  for (const plate of plates) {
    await tree.getByRole('searchbox').fill(plate)
    await tree.getByRole('treeitem', { name: plate }).click()
  }
}

/** Makes a picture large, which asks for the main stream, and small again. */
async function enlarge(page: Page, n: number) {
  const tile = page.locator('.wall-pane .wall-tile')
  await tile.nth(n).dblclick()
  await page.getByRole('button', { name: /^还原/ }).click()
  await tile.nth(tiles - 1).waitFor()
}

/** Resolves with true once every picture has moved on, with false when one does not in time. */
async function allMove(page: Page) {
  const times = () =>
    page
      .locator('.wall-pane video')
      .evaluateAll((all) => (all as HTMLVideoElement[]).map(({ videoWidth, currentTime }) => (videoWidth > 0 ? currentTime : 0)))
  const before = await times()
  for (const until = Date.now() + healingMs; Date.now() < until; await sleep(500)) {
    const now = await times()
    if (now.length === tiles && now.every((time, i) => time > 0 && time !== before[i])) return true
  }
  return false
}

/** Objects of each kind that the page still holds. */
async function countObjects(devtools: CDPSession) {
  const counted = await Promise.all(
    kinds.map(async (kind) => {
      const { result: prototype } = await devtools.send('Runtime.evaluate', { expression: `${kind}.prototype` })
      const { objects } = await devtools.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId ?? '' })
      const { objectId = '' } = objects
      const { result } = await devtools.send('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: 'function () { return this.length }',
        returnByValue: true,
      })
      await devtools.send('Runtime.releaseObject', { objectId })
      return [kind, Number(result.value)] as const
    }),
  )
  return Object.fromEntries(counted) as Record<(typeof kinds)[number], number>
}
