import { expect, test } from 'vitest'
import { untilNextRun } from './jobs.ts'

test('visits are made every five minutes, and a second after a day has begun in Shanghai', () => {
  const at = (time: string) => Date.parse(`${time}+08:00`)
  expect(untilNextRun(at('2026-11-28T12:00:00'))).toBe(300_000)
  expect(untilNextRun(at('2026-11-28T23:58:00'))).toBe(121_000)
  expect(untilNextRun(at('2026-11-29T00:00:01'))).toBe(300_000)
})
