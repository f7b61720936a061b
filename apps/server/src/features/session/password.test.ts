import { expect, test } from 'vitest'
import { encodePassword, hashPassword, isAnyPassword, meaningsOf } from './password.ts'

// Source: spec 4, Appendix A and S0 §5.
test.each([
  ['pigxpigxpigxpigx', '123456', 'rKu1/348LvKp0rsVC06eCA=='],
  ['pigxpigxpigxpigx', 'admin', 'd/mAvECFfZyAxybRxskNDA=='],
  ['pigxpigxpigxpigx', '1234567890abcdef', 'FYYpeMXT4IeLo0seumJUWw=='],
  ['thanks,pig4cloud', '123456', 'LFEt60GoMTj5/mQQ7HjJeA=='],
])('key %s: %s is %s on the way', (key, password, sent) => {
  expect(encodePassword(password, key)).toBe(sent)
  expect(meaningsOf(sent, [key])).toContain(password)
})

const keys = ['pigxpigxpigxpigx', 'thanks,pig4cloud', 'a-key-of-our-own']

test.each(keys)('what was sent under %s is read among other keys, as blocks, as a stream and as Base64', (key) => {
  for (const password of ['123456', '环卫工人2026', 'a password of more than sixteen characters'])
    for (const sent of [
      encodePassword(password, key),
      encodePassword(password, key, 'cfb'),
      btoa(unescape(encodeURIComponent(password))),
    ])
      expect(meaningsOf(sent, keys)).toContain(password)
})

// The value that requests of the family's younger clients hold for 123456.
test('a stream of a younger client is read', () => {
  expect(encodePassword('123456', 'thanks,pig4cloud', 'cfb')).toBe('YehdBPev')
  expect(meaningsOf('YehdBPev', keys)).toContain('123456')
})

test('garbage and nothing mean nothing', () => {
  for (const sent of ['\u0000', '/////w==', '']) expect(meaningsOf(sent, keys)).toEqual([])
})

test('each meaning is tried, three at most', async () => {
  const stored = await hashPassword('right')
  expect(await isAnyPassword(stored, ['wrong', 'left', 'right'])).toBe(true)
  expect(await isAnyPassword(stored, ['wrong', 'left', 'down', 'right'])).toBe(false)
  expect(await isAnyPassword(stored, [])).toBe(false)
  expect(await isAnyPassword(undefined, ['right'])).toBe(false)
})
