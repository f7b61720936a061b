import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { listReports } from '@huanwei/contract/reports/endpoints'
import { logout } from '@huanwei/contract/session/endpoints'
import type { TestProject } from 'vitest/node'
import { logIn } from './api.ts'
import { copyOf, newDataDir, type Product, startProduct, unexplained } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data directory of the freshly loaded demo city. */
    preparedDataDir: string
    /** The start that loaded it. */
    firstStart: Pick<Product, 'url' | 'terminalPort'> & { output: string }
    /** The product that test files share. */
    sharedProduct: Pick<Product, 'url' | 'terminalPort'>
  }
}

/** Loads the demo city once for a run of the browser tests, and starts the product that test files share. */
export default async function setup(project: TestProject) {
  const first = await startProduct({ SIMULATE: 'off' }, newDataDir())
  await reportsMade(first.url)
  await first.interrupt()
  project.provide('preparedDataDir', first.dataDir)
  project.provide('firstStart', { url: first.url, terminalPort: first.terminalPort, output: first.output() })
  const shared = await startProduct({ SIMULATE: 'off' }, copyOf(first.dataDir))
  project.provide('sharedProduct', { url: shared.url, terminalPort: shared.terminalPort })
  return async () => {
    await shared.remove()
    rmSync(first.dataDir, { recursive: true, force: true })
    const lines = unexplained(shared.output())
    if (lines.length) throw new Error(`the shared product had something to say:\n${lines.join('\n')}`)
  }
}

/** Waits until the product has made the reports of the demo: their reminders would lie over the pages of the tests. */
async function reportsMade(url: string) {
  const { call } = await logIn(url)
  for (let isDone = false; !isDone; await sleep(100))
    isDone = (await call(listReports, {})).records.every(({ status }) => status === 'done')
  await call(logout, {})
}
