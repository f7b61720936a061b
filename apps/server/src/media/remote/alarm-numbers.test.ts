import type { Condition } from '@huanwei/contract/rules/endpoints'
import { expect, test } from 'vitest'
import { ruleToEvaluate } from '../../position/judge/conditions.ts'
import { alarmNumberOf, customAlarm, meaningOf, meantNumbers } from './alarm-numbers.ts'

/** True when an alarm with this number fulfils a condition. */
function fulfils(number: number, condition: Condition) {
  const rule = ruleToEvaluate({ id: 1, condition, hours: [], minDuration: 0, cooldown: 0 }, [], 0)
  const meaning = meaningOf(number)
  return meaning !== undefined && rule.holds({ time: 1, lng: 104, lat: 30, speed: 0, located: true, ...meaning })
}
const activeSafety = (addition: number, type: number): Condition => ({ kind: 'activeSafety', addition, types: [type] })

test('the number by which a condition is told fulfils that condition', () => {
  const bits = Array.from({ length: 32 }, (_, bit): Condition => ({ kind: 'terminalAlarm', bit }))
  const assistants = [100, 101, 102, 103].flatMap((addition) =>
    Array.from({ length: 8 }, (_, type) => activeSafety(addition, type)),
  )
  const told = [...bits, ...assistants].filter((condition) => alarmNumberOf(condition) !== customAlarm)
  expect(told).toHaveLength(29 + 7 + 5 + 8 + 3)
  // A collision and a rollover have one number: it means the first.
  const others = told.filter((condition) => !fulfils(alarmNumberOf(condition), condition))
  expect(others).toEqual([{ kind: 'terminalAlarm', bit: 30 }])
  expect(fulfils(433, { kind: 'terminalAlarm', bit: 30 })).toBe(true)
})

test.each([
  [600, 100, 1],
  [601, 100, 1],
  [613, 100, 7],
  [621, 101, 2],
  [174, 101, 2],
  [176, 101, 3],
  [632, 102, 5],
  [634, 103, 2],
])('number %i is the type %i/%i of a driving assistant and no other', (number, addition, type) => {
  expect(fulfils(number, activeSafety(addition, type))).toBe(true)
  expect(fulfils(number, activeSafety(addition, type + 20))).toBe(false)
  expect(meantNumbers).toContain(number)
})

test('ends of alarms, alarms of the server’s own rules and numbers of nothing mean nothing', () => {
  for (const number of [0, 1, 52, 61, 67, 300, 311, 614, 706, 1200, 99_999])
    expect(meaningOf(number), String(number)).toBeUndefined()
})
