import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import type { Measurement } from '../kit/bench.ts'
import { type LoadTimes, sendRequests } from '../kit/http-load.ts'
import { logIn } from '../kit/log-in.ts'
import { elapsedMs } from '../kit/process-usage.ts'
import { addVehicles } from '../kit/seed.ts'
import { addEvents, addPeople, limitToDepartment, type Queue } from '../kit/seed-queues.ts'
import { count, median, ms, quantile, type Result } from '../kit/table.ts'
import { startLoad } from '../kit/terminal-load.ts'
import { commonFilters, deepPages, type Filter, type FilterValues, queueLists } from './queue-filters.ts'

const events = 1_000_000
const departments = 200
const people = 2000
const frames = { rate: 1000, terminals: 1000 }
const longestMs = 50
/** A measurement lasts at least so long and has at least so many pages: with fewer pages the p99 is their maximum. */
const shortestMs = 1000
const fewestPages = 250

/** List of a queue as one user sees it. `baseline`: SQL of its newest page and total. */
type List = { label: string; path: string; token: string; filters: Filter[]; isDeep: boolean; baseline?: string }

/**
 * Measures pages of a queue of a million: each filter with one request at a time, deep pages, the scope of one team, and all of them while
 * terminals report.
 */
export const measureQueue =
  (queue: Queue): Measurement =>
  async (bench) => {
    const { plural } = queueLists[queue]
    const { url, db } = await bench.createDatabase(queue)
    await addVehicles(db, 5000, departments)
    await addPeople(db, people)
    const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
    const admin = await logIn(product.url)
    bench.log(`storing ${count(events)} ${plural}`)
    await addEvents(db, queue, events, admin.userId)
    await limitToDepartment(db, 'person0')
    const teamMember = await logIn(product.url, 'person0')
    const lists = listsOf(queue, await findFilterValues(db), admin, teamMember.token)

    bench.log('requesting pages')
    const results: Result[] = []
    for (const list of lists) results.push(...(await measurePages(db, product.url, list)))

    bench.log(`requesting while ${count(frames.rate)} frames/s arrive`)
    const paths = lists
      .filter(({ token }) => token === admin.token)
      .flatMap(({ path, filters }) => filters.map(([, query]) => pagePath(path, query)))
    const load = await startLoad(bench, { db, port: product.terminalPort, ...frames, seconds: 20 })
    await sleep(1000)
    const underLoad = await requestInTurn(product.url, admin.token, paths)
    return [...results, underLoadResult(underLoad, (await load.finished).rate)]
  }

const pagePath = (path: string, query: string) => `${path}size=20&${query}`

/** All events, all events that a team sees, and the events pushed to the administrator. */
function listsOf(queue: Queue, values: FilterValues, admin: { token: string; userId: number }, teamToken: string): List[] {
  const { plural, list, table, time, msgType, all, pushed } = queueLists[queue]
  const path = `${list}?`
  const common = commonFilters(values)
  const ofAll: List = {
    label: `All ${plural}`,
    path,
    token: admin.token,
    filters: [...common, ...all(values)],
    isDeep: true,
    baseline: listSql(table, time),
  }
  const ofTeam: List = {
    label: `All ${plural} that a team sees`,
    path,
    token: teamToken,
    filters: common.slice(0, 1),
    isDeep: false,
  }
  if (!msgType) return [ofAll, ofTeam]
  const ofAdmin: List = {
    label: `${capitalised(plural)} pushed to one person`,
    path: `/admin/msgPush/page?msgType=${msgType}&pushObjectId=${admin.userId}&`,
    token: admin.token,
    filters: [...common, ...pushed(values)],
    isDeep: true,
    baseline: pushSql(admin.userId, msgType),
  }
  return [ofAll, ofTeam, ofAdmin]
}

/** Times of the first page of every filter, the first one against its baseline, and of the deep pages. */
async function measurePages(db: OwnedDatabase, url: string, { label, path, token, filters, isDeep, baseline }: List) {
  const results: Result[] = []
  for (const [i, [filter, query]] of filters.entries()) {
    const { p50, p99, measured } = await measurePage(url, token, pagePath(path, query))
    const baselineMs = baseline && i === 0 ? await measureSql(db, baseline) : undefined
    results.push({
      label: `${i ? '…' : `${label}, 20 of ${count(events)}:`} ${filter}, one at a time`,
      measured,
      ...(baselineMs && { ratio: p50 / baselineMs, limit: `${ms(baselineMs)} pg alone` }),
      budget: `≤ ${longestMs} ms`,
      met: p99 <= longestMs,
    })
  }
  if (isDeep)
    for (const [page, query] of deepPages) {
      const { measured } = await measurePage(url, token, pagePath(path, query))
      results.push({ label: `… ${page}, one at a time`, measured })
    }
  return results
}

async function measurePage(url: string, token: string, path: string) {
  const plan = { url, path: () => path, headers: { authorization: `Bearer ${token}` }, connections: 1 }
  // The first request reads what the following ones find known: from its time too many pages would be asked for.
  const firstMs = await elapsedMs(() => sendRequests({ ...plan, forMs: 0 }))
  const trial = await sendRequests({ ...plan, forMs: 100 })
  const { times } = await sendRequests({ ...plan, forMs: Math.max(shortestMs, fewestPages * median(trial.times)) })
  const [p50, p99] = [median(times), quantile(times, 0.99)]
  return { p50, p99, measured: `median ${ms(p50)}, p99 ${ms(p99)}; the first time ${ms(firstMs)}` }
}

function requestInTurn(url: string, token: string, paths: readonly string[]): Promise<LoadTimes> {
  let turn = 0
  return sendRequests({
    url,
    headers: { authorization: `Bearer ${token}` },
    connections: 8,
    forMs: 12_000,
    everyMs: 200,
    path: () => paths[turn++ % paths.length]!,
  })
}

function underLoadResult({ times, rate }: LoadTimes, framesPerSecond: number): Result {
  const p99 = quantile(times, 0.99)
  return {
    label: `All these first pages in turn, ${count(rate)} /s, while ${count(framesPerSecond)} frames/s come in: p99`,
    measured: `${ms(p99)} (median ${ms(median(times))})`,
    budget: `≤ ${longestMs} ms`,
    met: p99 <= longestMs,
  }
}

/** Reads the newest page and the total of a list as the product does. */
const listSql = (table: string, time: string) => `
  select * from ${table} where tenant_id = 1 order by ${time} desc, id desc limit 20;
  select sum(total) from event_tally where tenant_id = 1 and list = '${table}';`
const pushSql = (userId: number, msgType: string) => `
  select * from msg_push where tenant_id = 1 and push_object_id = ${userId} and msg_type = '${msgType}' order by create_time desc, id desc limit 20;
  select sum(total) from msg_push_tally where tenant_id = 1 and push_object_id = ${userId} and msg_type = '${msgType}';`

/** Median time of the statements on one connection under the same row-level security, ms. */
async function measureSql({ owner }: OwnedDatabase, statements: string) {
  const client = await owner.connect()
  try {
    const times: number[] = []
    for (let n = 0; n < 50; n++)
      times.push(
        await elapsedMs(() =>
          client.query(`begin; set local role huanwei_app; set local huanwei.tenant = '1'; ${statements} commit`),
        ),
      )
    return median(times)
  } finally {
    client.release()
  }
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

async function findFilterValues({ owner }: OwnedDatabase): Promise<FilterValues> {
  const { rows } = await owner.query<FilterValues>(`
    select (select dept_id from vehicle order by id limit 1) as team, (select dept_id from sys_dept where name = '环卫公司1') as company,
      (select user_id from sys_user where username = 'person77') as person, (select id from facility order by id limit 1) as facility,
      (select coalesce((select code from wc_report_to_clean where id = 500000), '')) as code`)
  return rows[0]!
}
