import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'

/** Flags that disable compilation: compiled code grows with use and would hide a leak. */
export const interpreterFlags = ['--js-flags=--no-opt --no-maglev --no-sparkplug']

export async function memoryOf(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return devtools
}

/** Bytes of the heap, nodes and listeners after garbage collection. */
export async function measurePageMemory(devtools: CDPSession) {
  // Late work has ended by then: replies, animations, the clean-up of maps every 5 s.
  await sleep(7000)
  for (let time = 0; time < 3; time++) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const metricValue = (metric: string) => metrics.find(({ name }) => name === metric)?.value ?? Number.NaN
  return { heap: usedSize, nodes: metricValue('Nodes'), listeners: metricValue('JSEventListeners') }
}
