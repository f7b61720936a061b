/** The fast answer while working: types, lint, structure, pure tests and the tests near what was changed. Run: npm run quick */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './build-web.ts'
import { quickChecks, runChecks } from './checks.ts'
import { changedFiles } from './quick/changed-files.ts'
import { selectTests } from './quick/select-tests.ts'
import { parse, readFiles } from './structure/tree.ts'

const checks = runChecks(quickChecks)
const sources = [...readFiles(root)].map(([path, text]) => parse(path, text).source)
const { pure, near, further } = selectTests(sources, changedFiles(root))
const { failed } = await checks

const tests = ['run', '--project', 'unit', '--project', 'web', '--reporter', 'dot', ...near, ...pure]
const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), tests, { cwd: root, stdio: 'inherit' })
console.log(
  `${pure.length} files of pure tests, ${near.length} near the change; ${further.length} more reach it and run with npm test`,
)
process.exitCode = failed || status !== 0 ? 1 : 0
