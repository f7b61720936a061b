import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { WaitingCopy } from '../../features/partitions/queries.ts'
import { createFrozenCopies } from './frozen-copies.ts'

/** Looks at these copies one time after the other; returns how often connections were ended. */
async function look(times: WaitingCopy[][]) {
  let [ends, isEnding] = [0, false]
  const execute = async () => {
    if (isEnding) ends++
    isEnding = true
    return { rows: times.shift() ?? [] }
  }
  const endFrozenCopies = createFrozenCopies({ system: (work) => work({ execute } as never) }, pino({ level: 'silent' }))
  while (times.length) {
    isEnding = false
    await endFrozenCopies()
  }
  return ends
}

const copy = (bytes: number, query = '12:00') => ({ pid: 7, query, bytes })

test('a process counts as frozen when nothing more of its COPY comes, and not when it is slow or copies again and again', async () => {
  expect(await look(Array.from({ length: 6 }, () => [copy(100)]))).toBe(1)
  expect(await look(Array.from({ length: 20 }, (_, i) => [copy(i)]))).toBe(0)
  expect(await look(Array.from({ length: 20 }, (_, i) => [copy(0, `12:${i}`)]))).toBe(0)
  expect(await look(Array.from({ length: 20 }, (_, i) => (i % 5 ? [copy(100)] : [])))).toBe(0)
})
