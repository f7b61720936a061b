import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
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
