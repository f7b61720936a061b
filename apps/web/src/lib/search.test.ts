import { expect, test } from 'vitest'
import { z } from 'zod'
import { changeSearch, parseSearch } from './search.ts'

const Search = z.object({
  status: z.enum(['pending', 'processed']).default('pending'),
  current: z.number().int().min(1).default(1),
  open: z.number().optional(),
  handled: z.boolean().optional(),
  plateNumber: z.string().optional(),
  deptIds: z.array(z.number()).optional(),
})
const parse = (text: string) => parseSearch(Search, new URLSearchParams(text))

test('reads text, numbers, truth values and lists as the fields want them', () => {
  expect(parse('status=processed&current=3&open=7&handled=false&plateNumber=123&deptIds=1&deptIds=2')).toEqual({
    status: 'processed',
    current: 3,
    open: 7,
    handled: false,
    plateNumber: '123',
    deptIds: [1, 2],
  })
})

test('an old or mistyped link opens with the defaults', () => {
  expect(parse('status=gone&current=-2&open=abc&unknown=1')).toEqual({ status: 'pending', current: 1 })
})

test('a change keeps the rest, and empty values leave the address', () => {
  const params = new URLSearchParams('status=processed&open=7&plateNumber=A')
  expect(changeSearch(params, { open: undefined, plateNumber: '', current: 2, deptIds: [4, 5] }).toString()).toBe(
    'status=processed&current=2&deptIds=4&deptIds=5',
  )
})

test('what was written is read back', () => {
  const wanted = { status: 'processed' as const, current: 4, open: 9, handled: true, plateNumber: '川A 1&2=3', deptIds: [3] }
  expect(parse(changeSearch(new URLSearchParams(), wanted).toString())).toEqual(wanted)
})
