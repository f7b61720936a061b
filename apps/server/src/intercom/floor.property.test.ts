import { longestSilence, longestSpeech } from '@huanwei/contract/intercom/codes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Floor } from './floor.ts'

const person = fc.nat(7)
const act = fc.oneof(
  fc.record({ is: fc.constant('press' as const), who: person }),
  fc.record({ is: fc.constant('release' as const), who: person }),
  fc.record({ is: fc.constant('heard' as const), who: person }),
  fc.record({ is: fc.constant('wait' as const), who: fc.integer({ min: 0, max: 20_000 }) }),
)
/** The last of the eight are dispatchers. */
const isDispatcher = (who: number) => who >= 6

test('the floor is never held by two, whatever is pressed, let go, lost and waited', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const floor = new Floor<number>()
      const speaking = new Set<number>()
      let now = 0
      for (const { is, who } of acts) {
        if (is === 'wait') now += who
        const holder = floor.holder
        if (is === 'press') {
          const pressed = floor.press(who, isDispatcher(who), now)
          const mayHave = holder === undefined || (isDispatcher(who) && !isDispatcher(holder))
          expect(pressed.isGranted).toBe(mayHave)
          if (pressed.isGranted) {
            expect(pressed.preempted).toBe(holder)
            if (pressed.preempted !== undefined) speaking.delete(pressed.preempted)
            speaking.add(who)
          } else expect(pressed.holder).toBe(holder)
        }
        if (is === 'release') {
          expect(floor.release(who)).toBe(holder === who)
          speaking.delete(who)
        }
        if (is === 'heard' && holder === who) floor.heard(now)
        const overdue = floor.overdue(now)
        if (overdue && floor.holder !== undefined) {
          speaking.delete(floor.holder)
          floor.release(floor.holder)
        }
        expect([...speaking]).toEqual(floor.holder === undefined ? [] : [floor.holder])
      }
    }),
    { numRuns: 10_000 },
  )
})

test('who sends nothing, and who does not stop, loses the floor', () => {
  const floor = new Floor<string>()
  floor.press('a', false, 0)
  expect(floor.overdue(longestSilence * 1000)).toBeUndefined()
  expect(floor.overdue(longestSilence * 1000 + 1)).toBe('silent')
  for (let now = 0; now <= longestSpeech * 1000; now += 1000) floor.heard(now)
  expect(floor.overdue(longestSpeech * 1000)).toBeUndefined()
  expect(floor.overdue(longestSpeech * 1000 + 1)).toBe('tooLong')
})
