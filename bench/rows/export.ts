import { setTimeout as sleep } from 'node:timers/promises'
import type { ExportJob } from '@huanwei/contract/exports/endpoints'
import type { Bench } from '../kit/bench.ts'
import { logIn } from '../kit/log-in.ts'
import { residentBytes } from '../kit/process-usage.ts'
import { addVehicles, addViolations } from '../kit/seed.ts'
import { count, megabytes, type Result, seconds } from '../kit/table.ts'

const rows = 1_000_000
const pollMs = 250
/** Limit of the growth of the process, bytes: constant, whatever the number of rows. */
const mostGrowth = 150e6

/** Measures the export of a million violations to a sheet: duration and memory of the process. */
export async function measureExport(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('export')
  await addVehicles(db, 5000, 200)
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  const { token, userId } = await logIn(product.url)
  bench.log(`storing ${count(rows)} violations`)
  await addViolations(db, rows, userId)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const reply = await fetch(`${product.url}${path}`, { headers, ...init })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    const { data }: { data: T } = await reply.json()
    return data
  }

  bench.log('exporting them')
  const before = residentBytes(product.pid)
  const started = performance.now()
  const { id } = await call<ExportJob>('/admin/export', { list: '/admin/violationEvent/page' })
  let peak = before
  let writtenMs = 0
  for (;;) {
    await sleep(pollMs)
    peak = Math.max(peak, residentBytes(product.pid))
    const job = (await call<ExportJob[]>('/admin/export/list')).find((candidate) => candidate.id === id)
    if (!job || job.error) throw new Error(`the export failed: ${job?.error}`)
    if (!writtenMs && job.done === rows) writtenMs = performance.now() - started
    if (job.status === 'done') break
  }
  const elapsed = performance.now() - started
  const size = (await fetch(`${product.url}/admin/export/${id}/file`, { headers })).headers.get('content-length')
  return [
    {
      label: `A sheet of ${count(rows)} violations, 13 columns`,
      measured: `${seconds(elapsed)}, ${count(rows / (elapsed / 1000))} rows/s`,
    },
    { label: '… of it reading and writing the rows, the rest packing', measured: seconds(writtenMs) },
    { label: '… how large it is', measured: megabytes(Number(size)) },
    {
      label: '… what the process holds at most more than before',
      measured: `${megabytes(peak - before)} (${megabytes(peak)} in all)`,
      budget: `≤ ${megabytes(mostGrowth)}`,
      met: peak - before <= mostGrowth,
    },
  ]
}
