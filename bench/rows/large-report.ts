import { setTimeout as sleep } from 'node:timers/promises'
import type { ReportDetail } from '@huanwei/contract/reports/endpoints'
import { daysLater } from '@huanwei/contract/reports/rules'
import type { Bench } from '../kit/bench.ts'
import { logIn } from '../kit/log-in.ts'
import { residentBytes } from '../kit/process-usage.ts'
import { addVehicles } from '../kit/seed.ts'
import { addNouns } from '../kit/seed-lists.ts'
import { count, megabytes, ms, type Result, seconds } from '../kit/table.ts'

const rows = 1_000_000
const days = 366
/** Limit of the growth of the process, bytes: constant, whatever the number of rows. */
const mostGrowth = 150e6
const longestPageMs = 50
const pollMs = 250

/** Measures a report of a year about a million facilities, each with a cleaning report: duration, and memory of the process. */
export async function measureLargeReport(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('large_report')
  await addVehicles(db, 100, 200)
  bench.log(`storing ${count(rows)} facilities and cleaning reports`)
  await addNouns(db, 'facilities', rows)
  await db.owner.query(`
    insert into wc_report_to_clean (tenant_id, code, facility_id, dept_id, reporter_id, reporter, position, report_time, content, type, status, process_time, score)
    select 1, 'B' || id, id, dept_id, 1, '甲', '', t, '清掏', '0', 4, t + interval '2 hours', 1 + id % 5
    from facility, lateral (select now() - interval '1 hour' - id % ${days - 1} * interval '1 day' as t) e where tenant_id = 1`)
  // Gone by now, though not from the report: the live state would hold a million of them, and its garbage would be measured.
  await db.owner.query('update facility set removed_time = now() where tenant_id = 1')
  await db.owner.query('vacuum analyze')
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  const { token } = await logIn(product.url)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const reply = await fetch(`${product.url}/admin/reportForms${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    const { data }: { data: T } = await reply.json()
    return data
  }

  bench.log('making the report')
  const lastDay = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const before = residentBytes(product.pid)
  let peak = before
  const started = performance.now()
  const asked = { kind: 'cleaning', grouping: 'object', firstDay: daysLater(lastDay, 1 - days), lastDay }
  const { id } = await call<ReportDetail>('', asked)
  let report: ReportDetail
  do {
    await sleep(pollMs)
    peak = Math.max(peak, residentBytes(product.pid))
    report = await call<ReportDetail>(`/${id}`)
    if (report.error) throw new Error(`the report failed: ${report.error}`)
  } while (report.status !== 'done')
  const elapsed = performance.now() - started
  if (report.rows !== rows || report.totals[0] !== rows) throw new Error(`${report.rows} rows, ${report.totals[0]} reports`)
  const asking = performance.now()
  await call(`/row/page?id=${id}&current=${Math.ceil(rows / 40)}`)
  const pageMs = performance.now() - asking
  const { url: sheet } = await call<{ url: string }>(`/url?id=${id}`)
  const size = Number((await fetch(`${product.url}${sheet}`)).headers.get('content-length'))
  return [
    { label: `A report of ${days} days about ${count(rows)} facilities, with its sheet`, measured: seconds(elapsed) },
    { label: '… how large its sheet is', measured: megabytes(size) },
    {
      label: '… what the process holds at most more than before',
      measured: `${megabytes(peak - before)} (${megabytes(peak)} in all)`,
      budget: `≤ ${megabytes(mostGrowth)}`,
      met: peak - before <= mostGrowth,
    },
    {
      label: '… a page from the middle of its rows',
      measured: ms(pageMs),
      budget: `≤ ${ms(longestPageMs)}`,
      met: pageMs <= longestPageMs,
    },
  ]
}
