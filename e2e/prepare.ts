import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { copyOf, newDataDir, startProduct, unexplained } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data directory of the freshly loaded demo city. */
    preparedDataDir: string
    /** Address of the product that test files share. */
    sharedUrl: string
  }
}

/** Loads the demo city once for a run of the browser tests, and starts the product that test files share. */
export default async function setup(project: TestProject) {
  const first = await startProduct({ SIMULATE: 'off' }, newDataDir())
  await first.interrupt()
  project.provide('preparedDataDir', first.dataDir)
  const shared = await startProduct({ SIMULATE: 'off' }, copyOf(first.dataDir))
  project.provide('sharedUrl', shared.url)
  return async () => {
    await shared.remove()
    rmSync(first.dataDir, { recursive: true, force: true })
    const lines = unexplained(shared.output())
    if (lines.length) throw new Error(`the shared product had something to say:\n${lines.join('\n')}`)
  }
}
