import { expect, test } from 'vitest'
import { z } from 'zod'
import { cutLongLists } from './long-lists.ts'

test('a list that is too long is refused as such, and no more of it is looked at than it takes to know', () => {
  let looks = 0
  const element = z.number().refine(() => ++looks > 0)
  const long = Array.from({ length: 100_000 }, () => 1)
  const refused = (form: z.ZodType, sent: object) =>
    form.safeParse(cutLongLists(form, sent)).error?.issues.map(({ code }) => code)
  expect(refused(z.array(element).max(20), long)).toEqual(['too_big'])
  expect(refused(z.object({ id: z.number(), ids: z.array(element).min(1).max(20) }), { id: 1, ids: long })).toEqual(['too_big'])
  expect(looks).toBeLessThan(50)
})

test('what fits stays what it is', () => {
  const form = z.object({ ids: z.array(z.number()).max(3), rest: z.array(z.number()) })
  const sent = { ids: [1, 2, 3], rest: [1, 2, 3, 4, 5], other: [1, 2, 3, 4] }
  expect(cutLongLists(form, sent)).toBe(sent)
  expect(cutLongLists(z.array(z.number()), [1, 2])).toEqual([1, 2])
})
