import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb, root } from './build-web.ts'
import { allChecks, runChecks } from './checks.ts'
import { step } from './steps.ts'
import { type Results, readReport, summary } from './test-results.ts'

const scratch = mkdtempSync(join(tmpdir(), 'huanwei-results-'))

/** Runs projects of the test runner and reads its own count. A run that leaves no count has failed. */
function runTests(...projects: string[]): Results {
  const file = join(scratch, `${projects.join('-')}.json`)
  const unhandledFile = join(scratch, `${projects.join('-')}-unhandled.json`)
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    `--reporter=${join(root, 'tools/unhandled-errors.ts')}`,
  ]
  const env = { ...process.env, UNHANDLED_ERRORS: unhandledFile }
  const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, stdio: 'inherit', env })
  if (!existsSync(file)) return failedStep(`${projects.join(' and ')}: the test runner left no report`)
  const unhandled = existsSync(unhandledFile) ? JSON.parse(readFileSync(unhandledFile, 'utf8')) : []
  const results = readReport(JSON.parse(readFileSync(file, 'utf8')), root, unhandled)
  if (results.failed || (status === 0 && results.passed)) return results
  return { ...results, failed: 1, failures: [`${projects.join(' and ')}: the test runner ended with ${status}`] }
}

const failedStep = (name: string): Results => ({ passed: 0, failed: 1, failures: [name], retries: [] })

async function build(): Promise<Results> {
  try {
    await step('web app', async () => (buildWeb() ? 'built' : 'up to date'))
    return { passed: 1, failed: 0, failures: [], retries: [] }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return failedStep('web app')
  }
}

const all = [await runChecks(allChecks), await build(), runTests('unit', 'web'), runTests('e2e')]
rmSync(scratch, { recursive: true, force: true })
console.log(summary(all))
process.exitCode = all.some(({ failed }) => failed) ? 1 : 0
