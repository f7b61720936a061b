import { setTimeout as sleep } from 'node:timers/promises'
import { isFacilityBoard } from '@huanwei/contract/boards/codes'
import { addBoardToken, readBoardByToken } from '@huanwei/contract/boards/endpoints'
import { boardPaths } from '@huanwei/contract/menus/codes'
import { laterPages } from '../../../apps/web/src/later-pages.ts'
import { logIn } from '../../../e2e/api.ts'
import { freePort } from '../../../tools/free-port.ts'
import type { Bench } from '../../kit/bench.ts'
import { sendRequests } from '../../kit/http-load.ts'
import { processorMs } from '../../kit/process-usage.ts'
import { count, ms, quantile, type Result } from '../../kit/table.ts'

const boards = 20
const screensEach = 25
/** As a screen asks. */
const everyMs = 2000
const forMs = 120_000
/** Until the first figures of all boards are there. */
const settleMs = 20_000
/** Computations that a change of the minute adds to one of the two runs. */
const mostMore = 1.1

/** Measures what screens cost the server: those of many boards, once each and many times each. */
export async function measureBoardScreens(bench: Bench): Promise<Result[]> {
  const health = await freePort()
  const product = await bench.startProduct({ HEALTH_PORT: String(health), FLEET_SIZE: '100' })
  const shown = await tokensOf(product.url)
  const computations = async () => {
    const text = await (await fetch(`http://localhost:${health}/metrics`)).text()
    return Number(/^huanwei_board_computations_total (\d+)/m.exec(text)?.[1])
  }
  async function run(screens: number) {
    bench.log(`${boards * screens} screens of ${boards} boards`)
    const all = showBoards(product.url, shown, screens)
    await sleep(settleMs)
    const [before, startMs] = [await computations(), processorMs(product.pid)]
    await sleep(forMs)
    const [after, endMs] = [await computations(), processorMs(product.pid)]
    const times = await all.end()
    return { made: after - before, used: endMs - startMs, times }
  }
  const few = await run(1)
  const many = await run(screensEach)
  const [fewer, more] = [boards, boards * screensEach]
  const share = many.made / few.made
  const each = (many.used - few.used) / (more - fewer) / (forMs / 1000)
  const perMinute = (made: number) => `${count((made / forMs) * 60_000)} a minute`
  return [
    {
      label: `Computations for ${more} screens of ${boards} boards`,
      ratio: share,
      measured: perMinute(many.made),
      limit: `${perMinute(few.made)} for ${fewer} screens`,
      budget: `≤ ${mostMore.toFixed(2)}`,
      met: share <= mostMore,
    },
    { label: '… processor time of the server for a screen more', measured: `${ms(each)} a second` },
    {
      label: '… answer to a screen',
      measured: `median ${ms(quantile(many.times, 0.5))}, p99 ${ms(quantile(many.times, 0.99))}`,
      limit: `median ${ms(quantile(few.times, 0.5))}, p99 ${ms(quantile(few.times, 0.99))} for ${fewer} screens`,
    },
  ]
}

type Shown = { path: string; token: string }

/** Boards that need no facility, each with its token. */
async function tokensOf(url: string): Promise<Shown[]> {
  const { call } = await logIn(url)
  const paths = boardPaths.filter((path) => !laterPages.open.includes(path) && !isFacilityBoard(path))
  const tokens: Shown[] = []
  for (const path of paths.slice(0, boards)) tokens.push({ path, token: (await call(addBoardToken, { path })).token })
  return tokens
}

/** Opens so many screens of each board until `end`, which returns the times of their answers, ms. */
function showBoards(url: string, shown: readonly Shown[], screens: number) {
  let isOver = false
  const known = new Map<number, string>()
  const versions = shown.map(async (one, place) => {
    // A screen names the version that it shows: the first one of a board tells it to the others.
    while (!isOver) {
      const body = bodyOf(one, 'first', known.get(place))
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': addressOf(place) }
      const reply = await fetch(url + readBoardByToken.path, { method: 'POST', headers, body })
      const { data } = (await reply.json()) as { data: { version: string } }
      known.set(place, data.version)
      await sleep(everyMs / 2)
    }
  })
  const asked = shown.map((one, place) => {
    let turn = 0
    return sendRequests({
      url: url + readBoardByToken.path,
      path: () => readBoardByToken.path,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(place) },
      body: () => bodyOf(one, `screen-${turn++ % screens}`, known.get(place)),
      connections: screens,
      forMs: settleMs + forMs,
      everyMs,
    })
  })
  return {
    async end() {
      const replies = await Promise.all(asked)
      isOver = true
      await Promise.all(versions)
      return replies.flatMap(({ times }) => times)
    },
  }
}

const addressOf = (place: number) => `10.1.0.${place + 1}`
const bodyOf = ({ path, token }: Shown, screen: string, known: string | undefined) =>
  JSON.stringify({ path, token, screen, known, build: 'bench', dataAge: 0 })
