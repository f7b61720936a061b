import { expect, test } from 'vitest'
import { dateTime, id, longId, parentId } from './fields.ts'
import { pageQuery } from './page.ts'

const takes = (form: { safeParse(sent: unknown): { success: boolean } }, sent: unknown) => form.safeParse(sent).success

test('an id is a positive integer or its digits, no larger than the database keeps', () => {
  for (const sent of [1, '1', 2_147_483_647, '2147483647']) expect(id.parse(sent)).toBe(Number(sent))
  for (const sent of [0, -1, 1.5, 2_147_483_648, '', ' 1', '1e3', '0x10', '1.0', null, true, [], ['1'], {}])
    expect(takes(id, sent), JSON.stringify(sent)).toBe(false)
  expect(longId.parse('2147483648')).toBe(2_147_483_648)
  expect(takes(longId, 2 ** 53)).toBe(false)
})

test('no parent is 0 in so many words, not null or nothing', () => {
  expect(parentId.parse('0')).toBe(0)
  for (const sent of [null, '', false, [], undefined]) expect(takes(parentId, sent)).toBe(false)
})

test('a time has to exist', () => {
  for (const sent of ['2026-02-28 23:59:59', '2024-02-29 00:00:00', '0001-01-01 00:00:00', '9999-12-31 23:59:59'])
    expect(dateTime.parse(sent)).toBe(sent)
  for (const sent of [
    '2026-02-29 00:00:00',
    '2026-13-01 00:00:00',
    '2026-01-01 24:00:00',
    '2026-01-01 00:60:00',
    '0000-01-01 00:00:00',
    '',
  ])
    expect(takes(dateTime, sent), sent).toBe(false)
})

test('a page is counted from 1, in numbers', () => {
  expect(pageQuery.parse({ current: '2' })).toEqual({ current: 2, size: 20 })
  for (const sent of [{ current: 0 }, { size: '3001' }, { size: '' }, { current: ['1'] }])
    expect(takes(pageQuery, sent)).toBe(false)
})
