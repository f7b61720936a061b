import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './build-web.ts'
import type { Results } from './test-results.ts'

/** The fast part of the tests: what can be said without running the product. */
const checks: [name: string, command: string, ...args: string[]][] = [
  ['types', 'tsc', '--noEmit', '-p', '.'],
  ['lint and format', 'biome', 'check', '--error-on-warnings', '--max-diagnostics=40'],
  ['structure', 'node', 'tools/check-structure.ts'],
  ['dead code', 'knip', '--no-progress'],
]

const run = (command: string, args: string[]) =>
  new Promise<{ code: number; output: string }>((done) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => done({ code: 1, output: error.message }))
    child.on('exit', (code) => done({ code: code ?? 1, output }))
  })

/** Runs them side by side, prints a line each and the whole output of those that fail. */
export async function runChecks(): Promise<Results> {
  const results = await Promise.all(
    checks.map(async ([name, command, ...args]) => {
      const started = performance.now()
      const { code, output } = await run(command, args)
      console.log(
        `${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)${code === 0 ? '' : `\n${output}`}`,
      )
      return code === 0 ? [] : [`check › ${name}`]
    }),
  )
  const failures = results.flat()
  return { passed: results.length - failures.length, failed: failures.length, failures, retries: [] }
}
