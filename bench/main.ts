import { buildWeb } from '../tools/build-web.ts'
import { measureBrowser } from './browser.ts'
import { measureExport } from './export.ts'
import { measureHistory } from './history.ts'
import { type Measure, startCluster } from './kit.ts'
import { measureLatency } from './latency.ts'
import { table } from './lines.ts'
import { measureList } from './list.ts'
import { describeMachine, describeMoment } from './machine.ts'
import { measureMap } from './map.ts'
import { measurePositions } from './positions.ts'
import { measureQueue } from './queues.ts'
import { record } from './record.ts'
import { measureMemory, measureStart } from './start.ts'
import { measureTabs } from './tabs.ts'
import { measureTree } from './tree.ts'
import { measureTreeBrowser } from './tree-browser.ts'

/** In the order of the table. */
const rows: Record<string, { title: string; measure: Measure }> = {
  positions: { title: 'The way of a position', measure: measurePositions },
  latency: { title: 'From the terminal to the screen', measure: measureLatency },
  list: { title: 'Pages of a list', measure: measureList },
  approvals: { title: 'Pages of applications', measure: measureQueue('approvals') },
  inspections: { title: 'Pages of inspections', measure: measureQueue('inspections') },
  complaints: { title: 'Pages of public events', measure: measureQueue('complaints') },
  cleaning: { title: 'Pages of cleaning reports', measure: measureQueue('cleaning') },
  export: { title: 'Export', measure: measureExport },
  history: { title: 'History', measure: measureHistory },
  tree: { title: 'Trees', measure: measureTree },
  'tree-browser': { title: 'Trees in the browser', measure: measureTreeBrowser },
  map: { title: 'Map in the browser', measure: measureMap },
  start: { title: 'Start', measure: measureStart },
  memory: { title: 'Memory', measure: measureMemory },
  browser: { title: 'In the browser', measure: measureBrowser },
  tabs: { title: 'Tabs', measure: measureTabs },
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in rows))
if (unknown.length) {
  console.error(`no such row: ${unknown.join()}; there are ${Object.keys(rows).join(', ')}`)
  process.exit(1)
}

buildWeb()
const cluster = await startCluster()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    cluster.stop().finally(() => process.exit(130))
  })
const measured = new Map<string, string>()
let failed = 0
try {
  for (const [name, { title, measure }] of Object.entries(rows)) {
    if (wanted.length && !wanted.includes(name)) continue
    const moment = describeMoment()
    try {
      const text = table(await cluster.run(measure, (line) => console.log(`· ${name}: ${line}`)))
      measured.set(title, `${moment}\n\n${text}`)
      console.log(`\n${text}\n`)
    } catch (error) {
      failed++
      console.error(`✗ ${name}:`, error)
    }
  }
} finally {
  await cluster.stop()
}
record(
  describeMachine(cluster.version),
  Object.values(rows).map(({ title }) => title),
  measured,
)
console.log('written to bench/RESULTS.md')
process.exitCode = failed ? 1 : 0
