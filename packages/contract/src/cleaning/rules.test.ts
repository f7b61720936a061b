import { expect, test } from 'vitest'
import { CauseKind, CleaningStatus } from './codes.ts'
import { type CleaningAct, cleaningActs, cleaningDeadline, decide, decideRemoval, nextAct, photoMissing } from './rules.ts'

const [reporter, assignee, other] = [1, 2, 3]
const all = { mayAssign: true, mayProcess: true, mayEvaluate: true }
const none = { mayAssign: false, mayProcess: false, mayEvaluate: false }
const at = (status: CleaningStatus) => ({ status, assigneeId: assignee, reporterId: reporter })

/** The one act of each state, and what comes of it. */
const { created, assigned, processed, evaluated, over } = CleaningStatus
const allowed: [CleaningStatus, CleaningAct, CleaningStatus][] = [
  [created, 'assign', assigned],
  [assigned, 'process', processed],
  [processed, 'evaluate', evaluated],
  [evaluated, 'over', over],
]
const statuses = Object.values(CleaningStatus)

test.each(statuses.flatMap((status) => cleaningActs.map((what) => [status, what] as const)))('%i %s', (status, what) => {
  const next = allowed.find((one) => one[0] === status && one[1] === what)?.[2]
  const decision = next === undefined ? { refusal: 'cleaningElsewhere' } : { next }
  expect(decide(at(status), what, { userId: other, ...all })).toEqual(decision)
})

test.each(statuses)('taking back at %i', (status) => {
  const isFirst = status === created
  expect(decideRemoval(at(status), { userId: other, ...all })).toEqual(isFirst ? 'may' : { refusal: 'cleaningElsewhere' })
})

test('without rights only the assignee processes and the reporter takes back', () => {
  for (const [status, what, next] of allowed) {
    const refusal = what === 'process' ? 'notAssignee' : 'cleaningDenied'
    expect(decide(at(status), what, { userId: other, ...none })).toEqual({ refusal })
    expect(decide(at(status), what, { userId: assignee, ...none })).toEqual(what === 'process' ? { next } : { refusal })
  }
  expect(decideRemoval(at(created), { userId: reporter, ...none })).toBe('may')
  expect(decideRemoval(at(created), { userId: other, ...none })).toEqual({ refusal: 'cleaningDenied' })
})

test('the next step belongs to the right people', () => {
  expect(statuses.map((status) => nextAct(at(status), { userId: other, ...all }))).toEqual([...cleaningActs, undefined])
  expect(statuses.map((status) => nextAct(at(status), { userId: assignee, ...none }))).toEqual([
    undefined,
    'process',
    undefined,
    undefined,
    undefined,
  ])
})

test('the deadline is that of the processing', () => {
  const times = { soonTime: '2026-03-02 17:00:00', dueTime: '2026-03-02 20:00:00', processTime: '2026-03-02 18:00:00' }
  const deadlines = statuses.map((status) => cleaningDeadline({ ...times, status }))
  expect(deadlines.map(({ isOpen }) => isOpen)).toEqual([true, true, false, false, false])
  expect(deadlines[2]).toMatchObject({ dueTime: times.dueTime, doneTime: times.processTime })
})

test('a report with a cause is processed with a photo of before, its own or a new one, and one of after', () => {
  const missing = (causeKind: CauseKind | null, hasPhotos: boolean, before: string[], after: string[]) =>
    photoMissing({ causeKind, hasPhotos }, { beforeImg: before, processImg: after })
  expect(missing(null, false, [], [])).toBeUndefined()
  expect(missing(CauseKind.can, false, [], ['b'])).toBe('beforeImg')
  expect(missing(CauseKind.can, true, [], [])).toBe('processImg')
  expect(missing(CauseKind.can, true, [], ['b'])).toBeUndefined()
  expect(missing(CauseKind.can, false, ['a'], ['b'])).toBeUndefined()
})
