import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from '../tools/build-web.ts'
import { measureBrowser } from './browser.ts'
import { type Measure, startCluster } from './kit.ts'
import { measureLatency } from './latency.ts'
import { type Line, table } from './lines.ts'
import { measureList } from './list.ts'
import { describeRun } from './machine.ts'
import { measurePositions } from './positions.ts'
import { measureMemory, measureStart } from './start.ts'
import { measureTree } from './tree.ts'

/** In the order of the table. */
const rows: Record<string, { title: string; measure: Measure }> = {
  positions: { title: 'The way of a position', measure: measurePositions },
  latency: { title: 'From the terminal to the screen', measure: measureLatency },
  list: { title: 'Pages of a list', measure: measureList },
  tree: { title: 'Trees', measure: measureTree },
  start: { title: 'Start', measure: measureStart },
  memory: { title: 'Memory', measure: measureMemory },
  browser: { title: 'In the browser', measure: measureBrowser },
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in rows))
if (unknown.length) {
  console.error(`no such row: ${unknown.join()}; there are ${Object.keys(rows).join(', ')}`)
  process.exit(1)
}

const began = performance.now()
const run = describeRun()
buildWeb()
const cluster = await startCluster()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    cluster.stop().finally(() => process.exit(130))
  })
const results: { title: string; lines: Line[] }[] = []
let failed = 0
try {
  for (const [name, { title, measure }] of Object.entries(rows)) {
    if (wanted.length && !wanted.includes(name)) continue
    try {
      const lines = await cluster.run(measure, (line) => console.log(`· ${name}: ${line}`))
      results.push({ title, lines })
      console.log(`\n${table(lines)}\n`)
    } catch (error) {
      failed++
      console.error(`✗ ${name}:`, error)
      results.push({ title, lines: [{ what: name, measured: 'could not be measured', met: false }] })
    }
  }
} finally {
  await cluster.stop()
}

if (!wanted.length) {
  const tables = results.map(({ title, lines }) => `## ${title}\n\n${table(lines)}\n`).join('\n')
  const took = Math.round((performance.now() - began) / 1000)
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), `${run(cluster.version, took)}\n${tables}`)
  console.log('written to bench/RESULTS.md')
}
process.exitCode = failed ? 1 : 0
