import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './build-web.ts'

/** Comes with Prometheus; where it is missing this test is left out. */
const promtool = process.env.PROMTOOL_BIN || 'promtool'
const hasNone = spawnSync(promtool, ['--version']).status !== 0

test.skipIf(hasNone)('the alerts fire when they should, and else not', () => {
  const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', join(root, 'deploy/prometheus-rules.test.yml')])
  expect([status, String(stdout) + String(stderr)]).toEqual([0, expect.any(String)])
})
