import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import type { Bench } from '../kit/bench.ts'
import { type LoadTimes, sendRequests } from '../kit/http-load.ts'
import { logIn } from '../kit/log-in.ts'
import { addVehicles, addViolations } from '../kit/seed.ts'
import { count, median, ms, quantile, type Result } from '../kit/table.ts'
import { startLoad } from '../kit/terminal-load.ts'

const violations = 1_000_000
const vehicles = 5000
const departments = 200
/** Frames per second during the last measurement, and the number of terminals that send them. */
const frames = { rate: 1000, terminals: 1000 }
const leastShare = 0.6
const longestMs = 50
const roundMs = 3000
const firstPage = 'objectType=1&current=1'

type Pages = (query: string, forMs: number, connections: number, server?: string) => Promise<LoadTimes>

/** Measures pages of a million violations: against a bare server with the same queries, deep, filtered, and while terminals report. */
export async function measureList(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('list')
  await addVehicles(db, vehicles, departments)
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  const { token, userId } = await logIn(product.url)
  bench.log(`storing ${count(violations)} violations`)
  await addViolations(db, violations, userId)
  const plain = await startBareServer(bench, url, userId, 'plain')
  const prepared = await startBareServer(bench, url, userId, 'prepared')

  const common = `/admin/msgPush/page?msgType=1&pushObjectId=${userId}&status=1&size=20`
  const headers = { authorization: `Bearer ${token}` }
  const pages: Pages = (query, forMs, connections, server = product.url) =>
    sendRequests({ url: server, path: () => `${common}&${query}`, headers, connections, forMs })

  bench.log('requesting pages')
  const compared = await compareServers(pages, { product: product.url, plain, prepared })
  const filtered = await measureFilters(pages, db)

  bench.log(`requesting pages while ${count(frames.rate)} frames/s arrive`)
  const load = await startLoad(bench, { db, port: product.terminalPort, ...frames, seconds: 20 })
  const path = () => `${common}&${firstPage}`
  const underLoad = await sendRequests({ url: product.url, path, headers, connections: 8, forMs: 10_000, everyMs: 200 })
  return [...compared, ...filtered, underLoadResult(underLoad, (await load.finished).rate)]
}

/** Rates of the first page from the product and from the two bare servers, in turns. */
async function compareServers(pages: Pages, servers: { product: string; plain: string; prepared: string }): Promise<Result[]> {
  const rates = { product: [] as number[], plain: [] as number[], prepared: [] as number[] }
  const rateOf = async (server: string) => (await pages(firstPage, roundMs, 8, server)).rate
  for (const server of Object.values(servers)) await pages(firstPage, 1000, 8, server)
  for (let round = 0; round < 4; round++) {
    rates.product.push(await rateOf(servers.product))
    rates.plain.push(await rateOf(servers.plain))
    rates.prepared.push(await rateOf(servers.prepared))
  }
  const rate = median(rates.product)
  const share = rate / median(rates.plain)
  return [
    {
      label: `List page, 20 of ${count(violations)} violations, 8 connections`,
      measured: `${count(rate)} /s`,
      limit: `${count(median(rates.plain))} /s node:http + pg`,
      ratio: share,
      budget: `≥ ${leastShare.toFixed(2)}`,
      met: share >= leastShare,
    },
    {
      label: '… against the bare server with prepared statements',
      measured: `${count(rate)} /s`,
      limit: `${count(median(rates.prepared))} /s`,
      ratio: rate / median(rates.prepared),
    },
  ]
}

/** Times of deep and filtered pages, one request at a time. */
async function measureFilters(pages: Pages, db: OwnedDatabase): Promise<Result[]> {
  const team = await db.owner.query<{ dept_id: number }>('select dept_id from vehicle order by id limit 1')
  const company = await db.owner.query<{ dept_id: number }>(`select dept_id from sys_dept where name = '环卫公司1'`)
  const filters: [label: string, query: string][] = [
    ['page 1 000', 'objectType=1&current=1000'],
    ['page 25 000, the last', 'objectType=1&current=25000'],
    ['without a type of object', 'current=1'],
    ['of one team', `objectType=1&deptId=${team.rows[0]!.dept_id}`],
    ['of one company with its teams', `objectType=1&deptId=${company.rows[0]!.dept_id}`],
    ['of one vehicle', 'objectType=1&objectId=77'],
    ['of seven days, three months ago', `objectType=1&${daysQuery(97, 90)}`],
    ['of two rules', 'objectType=1&ruleIds=3&ruleIds=5'],
    ['that are alarms', 'objectType=1&severity=alarm'],
    ['of one verdict', 'objectType=1&verdicts=-1'],
  ]
  const results: Result[] = []
  for (const [label, query] of filters) {
    // The first request reads what the following ones find known.
    const first = await pages(query, 0, 1)
    const { times } = await pages(query, 1500, 1)
    const measured = `median ${ms(median(times))}, p99 ${ms(quantile(times, 0.99))}; the first time ${ms(median(first.times))}`
    results.push({ label: `… ${label}, one at a time`, measured })
  }
  return results
}

function underLoadResult({ times, rate }: LoadTimes, framesPerSecond: number): Result {
  const p99 = quantile(times, 0.99)
  return {
    label: `… p99 of ${count(rate)} pages/s while ${count(framesPerSecond)} frames/s come in`,
    measured: `${ms(p99)} (median ${ms(median(times))})`,
    budget: `≤ ${longestMs} ms`,
    met: p99 <= longestMs,
  }
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const daysQuery = (from: number, to: number) =>
  `startTime=${encodeURIComponent(`${day(from)} 00:00:00`)}&endTime=${encodeURIComponent(`${day(to)} 23:59:59`)}`

/** Starts the bare server as a process of its own; resolves to its address. */
async function startBareServer(bench: Bench, database: string, userId: number, mode: 'plain' | 'prepared') {
  const script = join(import.meta.dirname, 'bare-list.ts')
  const child = spawn(process.execPath, [script, database, String(userId), mode], { stdio: ['ignore', 'pipe', 'inherit'] })
  bench.onEnd(() => child.kill())
  const [port] = await once(child.stdout, 'data')
  return `http://127.0.0.1:${String(port).trim()}`
}
