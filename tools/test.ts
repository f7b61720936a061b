import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb, root } from './build-web.ts'
import { runChecks } from './checks.ts'
import { step } from './steps.ts'

type Tally = { passed: number; failed: number }

const scratch = mkdtempSync(join(tmpdir(), 'huanwei-results-'))

/** Runs one project of the test runner and reads its own count. A run that leaves no count has failed. */
function runTests(project: string): Tally {
  const file = join(scratch, `${project}.json`)
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, stdio: 'inherit' })
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(file, 'utf8'))
  const failed = Math.max(numFailedTests, numFailedTestSuites, status === 0 && passed > 0 ? 0 : 1)
  return { passed, failed }
}

async function build(): Promise<Tally> {
  try {
    await step('web app', async () => (buildWeb() ? 'built' : 'up to date'))
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

const tallies = [await runChecks(), await build(), runTests('unit'), runTests('e2e')]
rmSync(scratch, { recursive: true, force: true })
const [passed, failed] = [tallies.reduce((sum, one) => sum + one.passed, 0), tallies.reduce((sum, one) => sum + one.failed, 0)]
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0
