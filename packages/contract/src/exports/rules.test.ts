import { expect, test } from 'vitest'
import { ExportStatus } from './codes.ts'
import { canResume, covers, isUnfinished } from './rules.ts'

test.each([
  [ExportStatus.waiting, true, false],
  [ExportStatus.running, true, false],
  [ExportStatus.done, false, false],
  [ExportStatus.cancelled, false, true],
  [ExportStatus.failed, false, true],
])('%s: cancelled %s, resumed %s', (status, cancel, resume) => {
  expect([isUnfinished(status), canResume(status)]).toEqual([cancel, resume])
})

test.each([
  [null, null, true],
  [null, [1], true],
  [[1], null, false],
  [[1, 2], [1], true],
  [[1], [1, 2], false],
  [[], [], true],
])('a scope of %j covers %j: %s', (now, began, expected) => {
  expect(covers(now, began)).toBe(expected)
})
