import { setTimeout as sleep } from 'node:timers/promises'
import { isFacilityBoard } from '@huanwei/contract/boards/codes'
import { addBoardToken } from '@huanwei/contract/boards/endpoints'
import type { BoardJoin } from '@huanwei/contract/boards/messages'
import { boardPaths } from '@huanwei/contract/menus/codes'
import type { z } from 'zod'
import { logIn } from '../../../e2e/api.ts'
import { freePort } from '../../../tools/free-port.ts'
import type { Bench } from '../../kit/bench.ts'
import { processorMs } from '../../kit/process-usage.ts'
import { count, ms, quantile, type Result } from '../../kit/table.ts'

const boards = 20
const screensEach = 25
/** So that one address does not ask too much. */
const joinEveryMs = 20
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
    const all = await openScreens(product.url, shown, screens)
    await sleep(settleMs)
    all.delays()
    const [before, startMs] = [await computations(), processorMs(product.pid)]
    await sleep(forMs)
    const [after, endMs] = [await computations(), processorMs(product.pid)]
    const delays = all.delays()
    all.end()
    return { made: after - before, used: endMs - startMs, delays }
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
      label: '… from the first of a board’s screens that has a change to each other one',
      measured: `median ${ms(quantile(many.delays, 0.5))}, p99 ${ms(quantile(many.delays, 0.99))}`,
    },
  ]
}

type Shown = { path: string; token: string }

/** Boards that need no facility, each with its token. */
async function tokensOf(url: string): Promise<Shown[]> {
  const { call } = await logIn(url)
  const paths = boardPaths.filter((path) => !isFacilityBoard(path))
  const tokens: Shown[] = []
  for (const path of paths.slice(0, boards)) tokens.push({ path, token: (await call(addBoardToken, { path })).token })
  return tokens
}

/** Opens so many screens of each board, and keeps them open until `end`. */
async function openScreens(url: string, shown: readonly Shown[], screens: number) {
  const sockets: WebSocket[] = []
  /** Time at which the first screen of a board had each of its changes, ms. */
  const firsts = new Map<string, number>()
  let delays: number[] = []
  let lost = 0
  for (let screen = 0; screen < screens; screen++)
    for (const [place, { path, token }] of shown.entries()) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/live/board`)
      const join: z.input<typeof BoardJoin> = { path, token, screen: `screen-${screen}`, build: 'bench', language: 'zh-CN' }
      socket.onopen = () => socket.send(JSON.stringify(join))
      socket.onmessage = ({ data }) => {
        const [type, seq] = headOf(String(data))
        if (type !== 'patch') return
        const [key, now] = [`${place} ${seq}`, performance.now()]
        const first = firsts.get(key)
        if (first === undefined) firsts.set(key, now)
        else delays.push(now - first)
      }
      socket.onclose = () => lost++
      sockets.push(socket)
      await sleep(joinEveryMs)
    }
  return {
    /** Times from the first screen of a board that has a change to each other one, ms, since the last call. */
    delays() {
      const now = delays
      delays = []
      return now
    },
    end() {
      if (lost) throw new Error(`${lost} screens lost their board`)
      for (const socket of sockets) socket.close()
    },
  }
}

/** Type and number of a message; all of it is not parsed, since the screens share the processors with the server. */
const headOf = (text: string) => [/"type":"(\w+)"/.exec(text)?.[1], /"seq":(\d+)/.exec(text)?.[1]]
