import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { newDataDir, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    preparedDataDir: string
  }
}

/** Loads the demo city once for a run of the browser tests; each file's product starts on a copy of it. */
export default async function setup(project: TestProject) {
  const product = await startProduct({ SIMULATE: 'off' }, newDataDir())
  await product.interrupt()
  project.provide('preparedDataDir', product.dataDir)
  return () => rmSync(product.dataDir, { recursive: true, force: true })
}
