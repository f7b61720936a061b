import type { Bench } from '../kit/bench.ts'
import { exportSheet } from '../kit/export-sheet.ts'
import { logIn } from '../kit/log-in.ts'
import { residentBytes } from '../kit/process-usage.ts'
import { addVehicles, addViolations } from '../kit/seed.ts'
import { count, megabytes, type Result, seconds } from '../kit/table.ts'

const rows = 1_000_000
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

  bench.log('exporting them')
  const before = residentBytes(product.pid)
  const { elapsed, writtenMs, size, peak } = await exportSheet(product, headers, '/admin/violationEvent/page', rows)
  return [
    {
      label: `A sheet of ${count(rows)} violations, 13 columns`,
      measured: `${seconds(elapsed)}, ${count(rows / (elapsed / 1000))} rows/s`,
    },
    { label: '… of it reading and writing the rows, the rest packing', measured: seconds(writtenMs) },
    { label: '… how large it is', measured: megabytes(size) },
    {
      label: '… what the process holds at most more than before',
      measured: `${megabytes(peak - before)} (${megabytes(peak)} in all)`,
      budget: `≤ ${megabytes(mostGrowth)}`,
      met: peak - before <= mostGrowth,
    },
  ]
}
