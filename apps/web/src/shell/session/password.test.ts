import { afterEach, expect, test, vi } from 'vitest'
import { encryptPassword } from './password.ts'

afterEach(() => vi.unstubAllGlobals())

// Source: spec 4, appendix A and S0 §5.
test.each([
  ['pigxpigxpigxpigx', '123456', 'rKu1/348LvKp0rsVC06eCA=='],
  ['pigxpigxpigxpigx', 'admin', 'd/mAvECFfZyAxybRxskNDA=='],
  ['pigxpigxpigxpigx', '1234567890abcdef', 'FYYpeMXT4IeLo0seumJUWw=='],
  ['thanks,pig4cloud', '123456', 'LFEt60GoMTj5/mQQ7HjJeA=='],
])('with key %s, %s becomes %s', async (key, password, expected) => {
  expect(await encryptPassword(password, key)).toBe(expected)
})

test('outside a secure context the password goes as plain Base64 of its UTF-8', async () => {
  vi.stubGlobal('crypto', {})
  expect(await encryptPassword('密码123', 'pigxpigxpigxpigx')).toBe(Buffer.from('密码123').toString('base64'))
})

test('where the site names no key the password goes as Base64 as well', async () => {
  expect(await encryptPassword('密码123', null)).toBe(Buffer.from('密码123').toString('base64'))
})
