import { expect, test } from 'vitest'
import { decodePassword, encodePassword } from './password.ts'

// Source: spec 4, Appendix A and S0 §5.
test.each([
  ['pigxpigxpigxpigx', '123456', 'rKu1/348LvKp0rsVC06eCA=='],
  ['pigxpigxpigxpigx', 'admin', 'd/mAvECFfZyAxybRxskNDA=='],
  ['pigxpigxpigxpigx', '1234567890abcdef', 'FYYpeMXT4IeLo0seumJUWw=='],
  ['thanks,pig4cloud', '123456', 'LFEt60GoMTj5/mQQ7HjJeA=='],
])('key %s: %s is %s on the way', (key, password, sent) => {
  expect(encodePassword(password, key)).toBe(sent)
  expect(decodePassword(sent, key)).toBe(password)
})

test('Base64 is understood too, garbage is not', () => {
  expect(decodePassword(btoa('123456'), 'pigxpigxpigxpigx')).toBe('123456')
  expect(decodePassword('\u0000', 'pigxpigxpigxpigx')).toBeUndefined()
  expect(decodePassword('/////w==', 'pigxpigxpigxpigx')).toBeUndefined()
})
