import type { OwnedDatabase } from '@huanwei/server/db/owned'
import type { Measurement } from '../kit/bench.ts'
import { sendRequests } from '../kit/http-load.ts'
import { logIn } from '../kit/log-in.ts'
import { elapsedMs } from '../kit/process-usage.ts'
import { repeat } from '../kit/repeat.ts'
import { addVehicles } from '../kit/seed.ts'
import { addNouns, limitToCompany, type Noun, terminalOfCompany } from '../kit/seed-lists.ts'
import { addPeople } from '../kit/seed-queues.ts'
import { count, median, ms, quantile, type Result } from '../kit/table.ts'
import { million, nounLists } from './noun-lists.ts'

const departments = 200
const people = 2000
const longestMs = 20
const forMs = 1000
const timesRuoYi = 3
/** Interval of the rows that are changed during a measurement. */
const changeMs = 50

/** Measures pages of a list of a million for who sees everything and for who sees one company of 14, and while its rows change. */
export const measureNoun =
  (noun: Noun): Measurement =>
  async (bench) => {
    const { rows = million, plural, ruoYi, ...list } = nounLists[noun]
    const { url, db } = await bench.createDatabase(noun.replace('-', '_'))
    await addVehicles(db, 100, departments)
    await addPeople(db, people)
    bench.log(`storing ${count(rows)} ${plural}`)
    await addNouns(db, noun, rows)
    await limitToCompany(db, 'person0')
    const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
    const named = await namesIn(db)
    const results: Result[] = []
    for (const [who, username] of [
      ['an administrator', 'admin'],
      ['one company', 'person0'],
    ] as const) {
      bench.log(`requesting pages of ${who}`)
      const { token, userId } = await logIn(product.url, username)
      const query = list.query?.replace('$viewer', String(userId))
      const ask = { address: named(`${product.url}${list.path}?${query ? `${query}&` : ''}`), token }
      const total = await totalOf(ask)
      const pages: [string, string][] = [
        ['newest', ''],
        ['page 1 000', 'current=1000'],
        ['the middle', `current=${Math.ceil(total / 40)}`],
        ['the last page', `current=${Math.ceil(total / 20)}`],
        ...list.filters,
      ]
      for (const [i, [label, query]] of pages.entries())
        results.push(await measurePage(ask, `${i ? '…' : `${count(total)} ${plural} of ${who}:`} ${label}`, named(query)))
      results.push(await measureRate(ask, ruoYi?.who === who ? ruoYi.rate : undefined))
      results.push(await whileChanging(ask, db, list.change))
    }
    return results
  }

/** `address`: of the list, to which parameters are added. */
type Ask = { address: string; token: string }

const headersOf = ({ token }: Ask) => ({ authorization: `Bearer ${token}` })

async function totalOf(ask: Ask): Promise<number> {
  const reply = await fetch(`${ask.address}size=1`, { headers: headersOf(ask) })
  return (await reply.json()).data.total
}

const planOf = (ask: Ask, query: string) => {
  const { origin, pathname, search } = new URL(`${ask.address}size=20&${query}`)
  return { url: origin, path: () => pathname + search, headers: headersOf(ask), connections: 1 }
}

/** The first request reads what the following ones find known. */
async function measurePage(ask: Ask, label: string, query: string): Promise<Result> {
  const plan = planOf(ask, query)
  const firstMs = await elapsedMs(() => sendRequests({ ...plan, forMs: 0 }))
  return resultOf(`${label}, one at a time`, await sendRequests({ ...plan, forMs }), `; the first time ${ms(firstMs)}`)
}

/** Newest pages a second on 8 connections. */
async function measureRate(ask: Ask, ruoYi: number | undefined): Promise<Result> {
  const { rate } = await sendRequests({ ...planOf(ask, ''), connections: 8, forMs: 2 * forMs })
  const measured = { label: '… newest, on 8 connections', measured: `${count(rate)} /s` }
  if (ruoYi === undefined) return measured
  const ratio = rate / ruoYi
  return {
    ...measured,
    limit: `${ruoYi} /s RuoYi-Vue, on another day`,
    ratio,
    budget: `≥ ${timesRuoYi}`,
    met: ratio >= timesRuoYi,
  }
}

async function whileChanging(ask: Ask, db: OwnedDatabase, statement: string): Promise<Result> {
  const changing = repeat(() => db.owner.query(statement), changeMs)
  const { times } = await sendRequests({ ...planOf(ask, ''), forMs: 2 * forMs })
  const changes = await changing.stop()
  return resultOf(`… newest, while ${Math.round(changes / ((2 * forMs) / 1000))} rows/s are changed`, { times }, '')
}

function resultOf(label: string, { times }: { times: number[] }, more: string): Result {
  const middle = median(times)
  return {
    label,
    measured: `median ${ms(middle)}, p99 ${ms(quantile(times, 0.99))}${more}`,
    budget: `median ≤ ${longestMs} ms`,
    met: middle <= longestMs,
  }
}

/** Puts ids in the place of their names. */
async function namesIn({ owner }: OwnedDatabase) {
  const { rows: found } = await owner.query<Record<string, number>>(`
    select (select min(dept_id) from sys_dept where name like '环卫公司1作业队%') as team, (select dept_id from sys_dept where name = '环卫公司1') as company,
      id as terminal, object_id as vehicle from device where id = ${terminalOfCompany}`)
  return (text: string) => text.replace(/\$(\w+)/g, (_, name: string) => String(found[0]?.[name]))
}
