import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb, root } from './build-web.ts'
import { allChecks, runChecks } from './checks.ts'
import { step } from './steps.ts'
import { type Results, readReport, summary } from './test-results.ts'

const scratch = mkdtempSync(join(tmpdir(), 'huanwei-results-'))

/** Runs projects of the test runner and reads its own count. A run that leaves no count has failed. */
async function runTests(...projects: string[]): Promise<Results> {
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
  const runner = spawn(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, stdio: ['inherit', 'inherit', 'pipe'], env })
  /** End of its error output: what goes wrong while it closes is in no report. */
  let complaints = ''
  runner.stderr.on('data', (bytes) => {
    process.stderr.write(bytes)
    complaints = `${complaints}${bytes}`.slice(-2000)
  })
  const [status] = await once(runner, 'close')
  if (!existsSync(file)) return failedStep(`${projects.join(' and ')}: the test runner left no report`)
  const unhandled = existsSync(unhandledFile) ? JSON.parse(readFileSync(unhandledFile, 'utf8')) : []
  const results = readReport(JSON.parse(readFileSync(file, 'utf8')), root, unhandled)
  if (results.failed || (status === 0 && results.passed)) return results
  return { ...results, failed: 1, failures: [`${projects.join(' and ')}: the test runner ended with ${status}: ${complaints}`] }
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

const all = [await runChecks(allChecks), await build(), await runTests('unit', 'web'), await runTests('e2e')]
rmSync(scratch, { recursive: true, force: true })
console.log(summary(all))
process.exitCode = all.some(({ failed }) => failed) ? 1 : 0
