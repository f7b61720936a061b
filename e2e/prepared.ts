import { execFileSync } from 'node:child_process'
import { inject } from 'vitest'
import { newDataDir, startProduct } from './product.ts'

/** A product of a test file's own, on a copy of the demo city as it was first loaded. */
export function startPrepared(settings: Record<string, string> = {}) {
  const dataDir = newDataDir()
  // With its owner, which is not whoever runs the tests when that is root.
  execFileSync('cp', ['-a', `${inject('preparedDataDir')}/.`, dataDir])
  return startProduct(settings, dataDir)
}
