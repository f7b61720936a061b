import { expect, test } from 'vitest'
import { ComplaintStatus } from './codes.ts'
import { decide, doubtsAbout, masked } from './rules.ts'

const { pending, handled } = ComplaintStatus

test.each([
  [ComplaintStatus.new, '已清洁', { next: handled }],
  [pending, '已清洁', { next: handled }],
  [ComplaintStatus.new, '', { refusal: 'replyMissing' }],
  [pending, ' ', { refusal: 'replyMissing' }],
  [handled, '已清洁', { refusal: 'complaintHandled' }],
  [handled, '', { refusal: 'complaintHandled' }],
] as const)('%i answered "%s"', (status, reply, expected) => expect(decide(status, reply)).toEqual(expected))

test.each([
  ['', ''],
  ['张', '张'],
  ['张三丰', '张**'],
  ['13812345678', '138****5678'],
  ['510104199001011234', '510***********1234'],
])('%s is shown as %s', (text, shown) => expect(masked(text)).toBe(shown))

test.each([
  [
    { distance: null, isFlood: false },
    { far: undefined, isFlood: false },
  ],
  [
    { distance: 500, isFlood: false },
    { far: undefined, isFlood: false },
  ],
  [
    { distance: 501, isFlood: true },
    { far: 501, isFlood: true },
  ],
])('%j speaks for %j', (report, doubts) => expect(doubtsAbout(report)).toEqual(doubts))
