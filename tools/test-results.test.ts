import { expect, test } from 'vitest'
import { readReport, summary } from './test-results.ts'

const ofTest = (fullName: string, status: string, ...failureMessages: string[]) => ({ fullName, status, failureMessages })

test('the end of a run names the failed tests and those that passed at the second try', () => {
  const report = {
    numPassedTests: 2,
    testResults: [
      {
        name: '/huanwei/e2e/shell.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          ofTest('menu opens', 'passed'),
          ofTest(
            'menu closes',
            'passed',
            'Timeout\nCall log:\n  - waiting for the menu\n  at help (e2e/api.ts:9:1)\n  at e2e/shell.test.ts:3:7',
          ),
          ofTest('menu is wide', 'failed', '\u001b[31mexpected 1 to be 2\u001b[39m\n  at shell.test.ts:9', 'again'),
        ],
      },
      { name: '/huanwei/e2e/tabs.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: '/huanwei/e2e/hook.test.ts', status: 'failed', message: '', assertionResults: [ofTest('never', 'skipped')] },
    ],
  }
  const checks = { passed: 3, failed: 1, failures: ['check › dead code'], retries: [] }
  expect(summary([checks, readReport(report, '/huanwei', ['Error: late\n    at hub.ts:3'])])).toBe(`
Passed at the second try:
  e2e/shell.test.ts › menu closes: Timeout: waiting for the menu: shell.test.ts:3

Failed:
  check › dead code
  e2e/shell.test.ts › menu is wide: expected 1 to be 2: shell.test.ts:9
  e2e/tabs.test.ts › the file itself or a hook: Cannot find module
  e2e/hook.test.ts › the file itself or a hook
  outside the tests: Error: late
    at hub.ts:3

5 passed, 5 failed`)
})
