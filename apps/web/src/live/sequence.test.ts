import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backOff, maxDelayMs } from './back-off.ts'
import { follow, type SequenceState } from './sequence.ts'

test.each([
  ['a snapshot first', undefined, { epoch: 'a', seq: 7, type: 'snapshot' }, 'apply'],
  ['a patch before the snapshot', undefined, { epoch: 'a', seq: 7, type: 'patch' }, 'skip'],
  ['the next patch', { epoch: 'a', seq: 7 }, { epoch: 'a', seq: 8, type: 'patch' }, 'apply'],
  ['the same patch again', { epoch: 'a', seq: 8 }, { epoch: 'a', seq: 8, type: 'patch' }, 'skip'],
  ['a gap', { epoch: 'a', seq: 8 }, { epoch: 'a', seq: 10, type: 'patch' }, 'resync'],
  ['a new server', { epoch: 'a', seq: 8 }, { epoch: 'b', seq: 9, type: 'patch' }, 'resync'],
  ['a later snapshot', { epoch: 'a', seq: 8 }, { epoch: 'b', seq: 1, type: 'snapshot' }, 'apply'],
] as const)('%s', (_, place, head, verdict) => {
  expect(follow(place, head)).toBe(verdict)
})

test('whatever is lost on the way, no patch is applied after a missing one', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (arrives) => {
      let place: SequenceState = { epoch: 'a', seq: 0 }
      let missing = false
      for (const [i, arrived] of arrives.entries()) {
        missing ||= !arrived
        if (!arrived) continue
        const head = { epoch: 'a', seq: i + 1, type: 'patch' as const }
        const verdict = follow(place, head)
        expect(verdict).toBe(missing ? 'resync' : 'apply')
        if (verdict === 'apply') place = head
      }
    }),
  )
})

test('the wait doubles, spreads over the whole range and never passes 30 s', () => {
  const longest = Array.from({ length: 12 }, (_, i) => backOff(i + 1, 0.999_999))
  expect(longest.slice(0, 3)).toEqual([999, 1999, 3999])
  expect(longest.at(-1)).toBe(maxDelayMs - 1)
  expect(backOff(5, 0)).toBe(0)
  expect(backOff(1000, 0.5)).toBe(maxDelayMs / 2)
})
