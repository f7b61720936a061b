import { setTimeout as sleep } from 'node:timers/promises'
import type { ExportJob } from '@huanwei/contract/exports/endpoints'
import { type Bench, logIn, residentBytes } from './kit.ts'
import { count, type Line, megabytes, seconds } from './lines.ts'
import { addVehicles, addViolations } from './seed.ts'

const rows = 1_000_000
const askMs = 250
/** What the process may hold more than before, bytes: flat, whatever the number of rows. */
const mostGrowth = 150e6

/** A million violations put into a sheet: how long, and what the process holds meanwhile. */
export async function measureExport(bench: Bench): Promise<Line[]> {
  const { url, db } = await bench.database('export')
  await addVehicles(db, 5000, 200)
  const product = await bench.product({ DATABASE_URL: url, DEMO: 'off' })
  const { token, userId } = await logIn(product.url)
  bench.say(`storing ${count(rows)} violations`)
  await addViolations(db, rows, userId)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const reply = await fetch(`${product.url}${path}`, { headers, ...init })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    const { data }: { data: T } = await reply.json()
    return data
  }

  bench.say('exporting them')
  const before = residentBytes(product.pid)
  const began = performance.now()
  const { id } = await ask<ExportJob>('/admin/export', { list: '/admin/violationEvent/page' })
  let peak = before
  let read = 0
  for (;;) {
    await sleep(askMs)
    peak = Math.max(peak, residentBytes(product.pid))
    const job = (await ask<ExportJob[]>('/admin/export/list')).find((one) => one.id === id)
    if (!job || job.error) throw new Error(`the export failed: ${job?.error}`)
    if (!read && job.done === rows) read = performance.now() - began
    if (job.status === 'done') break
  }
  const took = performance.now() - began
  const size = (await fetch(`${product.url}/admin/export/${id}/file`, { headers })).headers.get('content-length')
  return [
    {
      what: `A sheet of ${count(rows)} violations, 13 columns`,
      measured: `${seconds(took)}, ${count(rows / (took / 1000))} rows/s`,
    },
    { what: '… of it reading and writing the rows, the rest packing', measured: seconds(read) },
    { what: '… how large it is', measured: megabytes(Number(size)) },
    {
      what: '… what the process holds at most more than before',
      measured: `${megabytes(peak - before)} (${megabytes(peak)} in all)`,
      budget: `≤ ${megabytes(mostGrowth)}`,
      met: peak - before <= mostGrowth,
    },
  ]
}
