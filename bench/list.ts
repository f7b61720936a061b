import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Asked, ask } from './http-load.ts'
import { type Bench, logIn } from './kit.ts'
import { count, type Line, median, ms, quantile } from './lines.ts'
import { startLoad } from './load.ts'
import { addVehicles, addViolations } from './seed.ts'

const violations = 1_000_000
const vehicles = 5000
const departments = 200
/** Frames per second that come in meanwhile, from so many terminals. */
const frames = { rate: 1000, terminals: 1000 }
const shortestShare = 0.6
const longestMs = 50
const roundMs = 3000

/** One page of a million violations: against a bare server on the same queries, deep, filtered, and while terminals report. */
export async function measureList(bench: Bench): Promise<Line[]> {
  const { url, db } = await bench.database('list')
  await addVehicles(db, vehicles, departments)
  const product = await bench.product({ DATABASE_URL: url, DEMO: 'off' })
  const { token, userId } = await logIn(product.url)
  bench.say(`storing ${count(violations)} violations`)
  await addViolations(db, violations, userId)
  const plain = await startBare(bench, url, userId, 'plain')
  const prepared = await startBare(bench, url, userId, 'prepared')

  const common = `/admin/msgPush/page?msgType=1&pushObjectId=${userId}&status=1&size=20`
  const headers = { authorization: `Bearer ${token}` }
  const pages = (query: string, forMs = roundMs, connections = 8, server = product.url) =>
    ask({ url: server, path: () => `${common}&${query}`, headers, connections, forMs })

  bench.say('asking for pages')
  const first = 'objectType=1&current=1'
  const rates = { product: [] as number[], plain: [] as number[], prepared: [] as number[] }
  for (const server of [product.url, plain, prepared]) await pages(first, 1000, 8, server)
  for (let round = 0; round < 4; round++) {
    rates.product.push((await pages(first, roundMs, 8, product.url)).rate)
    rates.plain.push((await pages(first, roundMs, 8, plain)).rate)
    rates.prepared.push((await pages(first, roundMs, 8, prepared)).rate)
  }
  const reached = median(rates.product)
  const share = reached / median(rates.plain)
  const lines: Line[] = [
    {
      what: 'List page, 20 of 1 000 000 violations, 8 connections',
      measured: `${count(reached)} /s`,
      limit: `${count(median(rates.plain))} /s node:http + pg`,
      ratio: share,
      budget: '≥ 0.60',
      met: share >= shortestShare,
    },
    {
      what: '… against the bare server with prepared statements',
      measured: `${count(reached)} /s`,
      limit: `${count(median(rates.prepared))} /s`,
      ratio: reached / median(rates.prepared),
    },
  ]

  const team = await db.owner.query<{ dept_id: number }>('select dept_id from vehicle order by id limit 1')
  const company = await db.owner.query<{ dept_id: number }>(`select dept_id from sys_dept where name = '环卫公司1'`)
  const days = (from: number, to: number) =>
    `startTime=${encodeURIComponent(`${day(from)} 00:00:00`)}&endTime=${encodeURIComponent(`${day(to)} 23:59:59`)}`
  const filters: [string, string][] = [
    ['page 1 000', 'objectType=1&current=1000'],
    ['page 25 000, the last', 'objectType=1&current=25000'],
    ['without a type of object', 'current=1'],
    ['of one team', `objectType=1&deptId=${team.rows[0]!.dept_id}`],
    ['of one company with its teams', `objectType=1&deptId=${company.rows[0]!.dept_id}`],
    ['of one vehicle', 'objectType=1&objectId=77'],
    ['of seven days, three months ago', `objectType=1&${days(97, 90)}`],
  ]
  for (const [what, query] of filters) {
    const { times } = await pages(query, 1500, 1)
    lines.push({ what: `… ${what}, one at a time`, measured: `median ${ms(median(times))}, p99 ${ms(quantile(times, 0.99))}` })
  }

  bench.say(`asking while ${count(frames.rate)} frames/s come in`)
  const load = await startLoad(bench, { db, port: product.terminalPort, ...frames, seconds: 20 })
  const busy = await ask({
    url: product.url,
    path: () => `${common}&${first}`,
    headers,
    connections: 8,
    forMs: 10_000,
    everyMs: 200,
  })
  lines.push(await whileBusy(busy, load.finished))
  return lines
}

async function whileBusy({ times, rate }: Asked, finished: Promise<{ rate: number }>): Promise<Line> {
  const arrived = await finished
  const p99 = quantile(times, 0.99)
  return {
    what: `… p99 of ${count(rate)} pages/s while ${count(arrived.rate)} frames/s come in`,
    measured: `${ms(p99)} (median ${ms(median(times))})`,
    budget: `≤ ${longestMs} ms`,
    met: p99 <= longestMs,
  }
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** The bare server in its own process; its address. */
async function startBare(bench: Bench, database: string, userId: number, manner: 'plain' | 'prepared') {
  const script = join(import.meta.dirname, 'bare-list.ts')
  const child = spawn(process.execPath, [script, database, String(userId), manner], { stdio: ['ignore', 'pipe', 'inherit'] })
  bench.after(() => child.kill())
  const [port] = await once(child.stdout, 'data')
  return `http://127.0.0.1:${String(port).trim()}`
}
