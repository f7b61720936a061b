import { addBoardToken, type Board, type PanelData, readBoardByToken } from '@huanwei/contract/boards/endpoints'
import { BoardJoin, type BoardMessage } from '@huanwei/contract/boards/messages'
import { Status } from '@huanwei/contract/live/codes'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { logIn } from '../../../e2e/api.ts'
import { launchBrowser } from '../../../tools/chromium.ts'
import type { Bench } from '../../kit/bench.ts'
import { interpreterFlags, measurePageMemory, memoryOf } from '../../kit/page-memory.ts'
import { signed, slopeOf } from '../../kit/slope.ts'
import { count, type Result } from '../../kit/table.ts'

const path = '/screen/board_huayin/index'
/** In each step of its clock the board is told of changes, loses its line and asks. */
const stepMs = 300_000
const steps = (7 * 86_400_000) / stepMs
const warmUpSteps = 100
/** The memory is measured after each of so many equal parts of the week. */
const parts = 21
const daysOfPart = 7 / parts
/** Samples of the first day, in which the page still lets go of what opened it: a fall there would hide a rise after it. */
const partsOfOpening = 3
/** Steps from one fault to the next. */
const faultEvery = 50
/** The laptop sleeps for so long, ms. */
const sleepMs = 8 * 3_600_000
/** Limit of the heap as a multiple of the heap before. */
const mostGrowth = 1.05

const Known = z.object({ known: z.string().optional() })
const Reply = z.object({ code: z.number(), data: readBoardByToken.output })

/** Measures what a week of changing figures leaves in the memory of a page that shows a board, and whether it heals from every fault. */
export async function measureBoardWeek(bench: Bench): Promise<Result[]> {
  const product = await bench.startProduct({ FLEET_SIZE: '30' })
  const { call } = await logIn(product.url)
  const { token } = await call(addBoardToken, { path })
  const browser = await launchBrowser({ more: interpreterFlags })
  bench.onEnd(() => browser.close())
  // A quarter of the pixels: drawing them without a graphics card takes half of the time and leaves nothing in the memory.
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 0.5, locale: 'zh-CN' })
  const devtools = await memoryOf(page)
  await page.clock.install()
  const feed = await feedBoard(page)
  await page.goto(`${product.url}${path}?token=${token}`)
  await page.locator('.board-grid').waitFor()

  await feed.run(warmUpSteps)
  const before = await measurePageMemory(devtools)
  const started = Date.now()
  const samples = [before]
  let healed = 0
  let faults = 0
  for (let part = 0; part < parts; part++) {
    await feed.run(steps / parts, async (step) => {
      if (step % faultEvery) return
      faults++
      if (await feed.fail(faults)) healed++
    })
    const now = await measurePageMemory(devtools)
    samples.push(now)
    const minutes = (Date.now() - started) / 60_000
    bench.log(
      `day ${((part + 1) * daysOfPart).toFixed(1)} after ${minutes.toFixed(1)} min: ${megabytesOf(now.heap)}, ${now.nodes} nodes, ${now.listeners} listeners, ${healed} of ${faults} healed`,
    )
  }
  const minutes = (Date.now() - started) / 60_000
  const last = samples.at(-1)!
  const share = last.heap / before.heap
  const weekly = samples.slice(partsOfOpening)
  const days = weekly.map((_, part) => part * daysOfPart)
  const heap = slopeOf(
    days,
    weekly.map((one) => one.heap / 1000),
  )
  const trend = (of: 'nodes' | 'listeners') => {
    const { slope, noise } = slopeOf(
      days,
      weekly.map((one) => one[of]),
    )
    return `${count(last[of])} (${count(before[of])} before), ${signed(slope)} ± ${noise.toFixed(1)} a day`
  }
  return [
    {
      label: `JavaScript heap of a board after a week in ${count(minutes)} minutes, all figures new ${count(steps)} times, after garbage collection`,
      ratio: share,
      measured: megabytesOf(last.heap),
      limit: `${megabytesOf(before.heap)} before`,
      budget: `≤ ${mostGrowth.toFixed(2)}`,
      met: share <= mostGrowth,
    },
    {
      label: `… its slope over ${count(weekly.length)} samples after the first day, kB a day, with twice its standard error`,
      measured: `${signed(heap.slope)} ± ${heap.noise.toFixed(1)}`,
      budget: 'within the noise of 0',
      met: heap.slope <= heap.noise,
    },
    { label: '… elements and other nodes', measured: trend('nodes') },
    { label: '… listeners', measured: trend('listeners') },
    {
      label: '… cuts of the line, a server away and hours of sleep, after which the figures are of now again',
      measured: `${healed} of ${faults}`,
      budget: 'all',
      met: healed === faults,
    },
  ]
}

const megabytesOf = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`

/** Stands between the page and the server: what is pushed is the board of the server with new figures, and so is an answer to who does not know the newest. */
async function feedBoard(page: Page) {
  let real: z.infer<typeof Reply> | undefined
  let news = 0
  let fault: 'cut' | 'away' | undefined
  let answered: () => void = () => undefined
  let line: { push(): void; cut(): void } | undefined
  const panelsNow = () => {
    news++
    return real?.data.board?.panels.map((panel) => changed(panel, news)) ?? []
  }
  await page.route(`**${readBoardByToken.path}`, async (route) => {
    if (fault === 'cut') await route.abort('connectionreset')
    else if (fault === 'away') await route.fulfill({ status: 502, body: 'away' })
    else {
      real ??= Reply.parse(await (await route.fetch()).json())
      const { data } = real
      const isKnown = Known.parse(route.request().postDataJSON()).known === `v${news}`
      const board = isKnown || !data.board ? null : { ...data.board, panels: panelsNow() }
      await route.fulfill({ json: { ...real, data: { ...data, version: `v${news}`, board } } })
    }
    // Without a fault the page goes on to its socket.
    if (fault) answered()
  })
  await page.routeWebSocket('**/live/board', (socket) => {
    if (fault) return void socket.close()
    let seq = 0
    const say = (message: DistributiveOmit<BoardMessage, 'epoch' | 'seq'>) =>
      socket.send(JSON.stringify({ epoch: 'one', seq, ...message }))
    socket.onMessage((text) => {
      const join = BoardJoin.safeParse(JSON.parse(String(text)))
      if (!join.success) return
      seq = 1
      say({ type: 'snapshot', version: join.data.known ?? '', build: real?.data.build ?? '', board: null })
      answered()
    })
    line = {
      push() {
        seq++
        const panels = panelsNow().map(({ id, madeAt, data }) => ({ id, madeAt, data }))
        say({ type: 'patch', version: `v${news}`, panels })
      },
      cut: () => void socket.close(),
    }
  })
  /** Pushes new figures; then nothing comes for so long that the page asks anew, and has its answer. */
  async function step(ms = stepMs) {
    if (!fault) line?.push()
    await page.evaluate(() => undefined)
    const next = new Promise<void>((resolve) => {
      answered = resolve
    })
    await page.clock.fastForward(ms)
    await next
    await page.evaluate(() => undefined)
  }
  return {
    async run(times: number, between: (step: number) => Promise<void> = async () => undefined) {
      for (let n = 1; n <= times; n++) {
        await step()
        await between(n)
      }
    },
    /** Makes a fault and ends it; true when the board is as new after two questions. */
    async fail(nth: number) {
      const kind = nth % 3
      if (kind === 0) await step(sleepMs)
      else {
        fault = kind === 1 ? 'cut' : 'away'
        if (fault === 'cut') line?.cut()
        for (let times = 0; times < 3; times++) await step()
        fault = undefined
      }
      await step()
      await step()
      return (
        (await page.locator('.board-stale, .board-refusal').count()) === 0 && (await page.locator('.board-panel').count()) > 0
      )
    },
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type Panel = Board['panels'][number]
const changed = (panel: Panel, n: number): Panel => ({
  ...panel,
  madeAt: panel.madeAt + n,
  data: panel.data && dataOf(panel.data, n),
})

/** New figures of the same shape; some rows and points come and go. */
function dataOf(data: PanelData, n: number): PanelData {
  const random = () => Math.floor(Math.random() * 500)
  if (data.shape === 'figures') return { ...data, figures: data.figures.map((one) => ({ ...one, value: random() })) }
  if (data.shape === 'series')
    return { ...data, lines: data.lines.map(({ name, values }) => ({ name, values: values.map(random) })) }
  if (data.shape === 'rows')
    return {
      ...data,
      rows: data.rows
        .slice(n % 3)
        .map(({ key, ...row }) => ({ ...row, key: `${key} ${n}`, cells: row.cells.map(() => String(random())) })),
    }
  if (data.shape !== 'points') return data
  const states = Object.values(Status)
  const points = data.points.slice(n % 7).map((point, place) => ({
    ...point,
    lng: point.lng + (Math.random() - 0.5) / 500,
    lat: point.lat + (Math.random() - 0.5) / 500,
    status: states[(place + n) % states.length] ?? point.status,
  }))
  return { ...data, points }
}
