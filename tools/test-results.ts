import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Results of a part of the tests; `failures` and `retries` (tests that passed at the second try) name each with its error. */
export type Results = { passed: number; failed: number; failures: string[]; retries: string[] }

/** The part of the test runner's JSON report that is read here. */
export type Report = { numPassedTests: number; testResults: FileReport[] }
type FileReport = { name: string; status: string; message: string; assertionResults: TestReport[] }
type TestReport = { fullName: string; status: string; failureMessages: string[] }

/**
 * Reads a report; names are relative to `root`. A file that failed without a failed test (it did not load, a hook threw) is named too,
 * and so is each of the `unhandled` errors, whole: where they come from is only in their stacks.
 */
export function readReport(report: Report, root: string, unhandled: string[] = []): Results {
  const ofTests = (isMeant: (test: TestReport) => boolean) =>
    report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.filter(isMeant).map((test) => line(relative(root, name), test.fullName, test.failureMessages[0])),
    )
  const isFailed = ({ status }: { status: string }) => status === 'failed'
  const ofFiles = report.testResults
    .filter((file) => isFailed(file) && !file.assertionResults.some(isFailed))
    .map(({ name, message }) => line(relative(root, name), 'the file itself or a hook', message))
  const failures = [...ofTests(isFailed), ...ofFiles, ...unhandled.map((stack) => `outside the tests: ${stack}`)]
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    failures,
    retries: ofTests(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0),
  }
}

/** Lines of a browser's log of what it waited for that are told: the first names what was looked for. */
const mostWaits = 3

/** Names a test with the first line of its error, what a browser waited for, and where the test stood. */
function line(file: string, name: string, error = '') {
  const [first = '', ...rest] = stripVTControlCharacters(error).split('\n')
  const waits = rest.flatMap((one) => /^ *- (.+)/.exec(one)?.[1] ?? []).slice(0, mostWaits)
  const place = rest.flatMap((one) => /[\w.-]+\.test\.tsx?:\d+/.exec(one) ?? []).slice(0, 1)
  return [`${file} › ${name}`, first, ...waits, ...place].filter(Boolean).join(': ')
}

/** The end of a run, which is all that a continuous integration shows of a long one: what failed, what needed a second try, the count. */
export function summary(all: Results[]): string {
  const list = (title: string, lines: string[]) => (lines.length ? [`\n${title}:`, ...lines.map((one) => `  ${one}`)] : [])
  const sum = (count: (one: Results) => number) => all.reduce((total, one) => total + count(one), 0)
  return [
    ...list(
      'Passed at the second try',
      all.flatMap(({ retries }) => retries),
    ),
    ...list(
      'Failed',
      all.flatMap(({ failures }) => failures),
    ),
    `\n${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`,
  ].join('\n')
}
