import { setTimeout as sleep } from 'node:timers/promises'
import type { ExportJob } from '@huanwei/contract/exports/endpoints'
import { residentBytes } from './process-usage.ts'

const pollMs = 250

/** Exports a list of `rows` rows to a sheet: durations, ms, until all rows are read and until it is packed; its size, and the process's memory at most, bytes. */
export async function exportSheet(
  product: { url: string; pid: number },
  headers: Record<string, string>,
  list: string,
  rows: number,
) {
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const reply = await fetch(`${product.url}${path}`, { headers, ...init })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    const { data }: { data: T } = await reply.json()
    return data
  }

  const started = performance.now()
  const { id } = await call<ExportJob>('/admin/export', { list })
  let peak = residentBytes(product.pid)
  let writtenMs = 0
  for (;;) {
    await sleep(pollMs)
    peak = Math.max(peak, residentBytes(product.pid))
    const job = (await call<ExportJob[]>('/admin/export/list')).find((candidate) => candidate.id === id)
    if (!job || job.error) throw new Error(`the export failed: ${job?.error}`)
    if (!writtenMs && job.done >= rows) writtenMs = performance.now() - started
    if (job.status === 'done') break
  }
  const elapsed = performance.now() - started
  const size = Number((await fetch(`${product.url}/admin/export/${id}/file`, { headers })).headers.get('content-length'))
  return { elapsed, writtenMs, size, peak }
}
