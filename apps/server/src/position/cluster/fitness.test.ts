import { expect, test } from 'vitest'
import { leaseSeconds } from '../../features/partitions/queries.ts'
import { createFitness, createStuckCheck, introductionMs, mostIdleLooks, restMs } from './fitness.ts'

const leaseMs = leaseSeconds * 1000

/** A node whose clock goes on when it is told. */
function startNode() {
  let now = 0
  const fitness = createFitness(() => now)
  return {
    ...fitness,
    pass(ms: number) {
      now += ms
    },
    state: () => ({ canHold: fitness.canHold(), isBack: fitness.isBack(), isResting: fitness.isResting() }),
  }
}

test('a node holds partitions while it renews, and is back, until the others can have said that they are, when it had not for as long as a lease lasts', () => {
  const { noteRenewal, pass, state } = startNode()
  const away = { canHold: false, isBack: false, isResting: false }
  const back = { canHold: true, isBack: true, isResting: false }
  const atWork = { canHold: true, isBack: false, isResting: false }
  expect(state()).toEqual(away)
  noteRenewal()
  expect(state()).toEqual(back)
  pass(introductionMs - 1)
  expect(state()).toEqual(back)
  pass(1)
  expect(state()).toEqual(atWork)
  noteRenewal()
  pass(leaseMs - 1)
  expect(state()).toEqual(atWork)
  noteRenewal()
  expect(state()).toEqual(atWork)
  pass(leaseMs)
  expect(state()).toEqual(away)
  noteRenewal()
  expect(state()).toEqual(back)
})

test('a node that hangs rests for a while, whether it renews or not; then it holds partitions as soon as it reaches the database', () => {
  const { noteRenewal, rest, pass, state } = startNode()
  noteRenewal()
  pass(introductionMs)
  rest()
  expect(state()).toEqual({ canHold: false, isBack: false, isResting: true })
  pass(restMs - 1)
  noteRenewal()
  expect(state()).toMatchObject({ canHold: false, isResting: true })
  pass(1)
  expect(state()).toMatchObject({ canHold: true, isResting: false })
  rest()
  pass(restMs)
  expect(state()).toEqual({ canHold: false, isBack: false, isResting: false })
  noteRenewal()
  expect(state()).toEqual({ canHold: true, isBack: true, isResting: false })
})

test('a worker is stuck when look after look nothing is stored of what was read, not while something is or nothing waits', () => {
  const isStuck = createStuckCheck()
  const [read, stored] = [
    { last: 5, stored: 3 },
    { last: 5, stored: 5 },
  ].map((at) => ({
    at,
    last: () => at.last,
    stored: () => at.stored,
  })) as [ReaderAt, ReaderAt]
  const looks = (reader: ReaderAt, count = mostIdleLooks) => Array.from({ length: count }, () => isStuck(reader))
  const never = looks(stored).map(() => false)
  expect(looks(read)).toEqual(never)
  read.at.stored = 4
  expect(looks(read)).toEqual(never)
  // More is read, but none of it stored.
  read.at.last = 9
  expect([isStuck(read), isStuck(read)]).toEqual([true, true])
  expect(looks(stored, 2 * mostIdleLooks)).not.toContain(true)
  read.at.stored = 9
  expect(looks(read, 2 * mostIdleLooks)).not.toContain(true)
})

type ReaderAt = { at: { last: number; stored: number }; last(): number; stored(): number }
