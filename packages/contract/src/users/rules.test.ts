import { expect, test } from 'vitest'
import { isPlainName, passwordProblem, phoneProblem } from './rules.ts'

test.each([
  ['13800000001', undefined],
  ['', 'checks:enterPhone'],
  ['1380000000', 'checks:phoneLength'],
  ['138000000012', 'checks:phoneLength'],
  ['23800000001', 'checks:phoneFormat'],
  ['1380000000a', 'checks:phoneFormat'],
  ['１３８00000001', 'checks:phoneFormat'],
])('phone %j: %s', (phone, problem) => {
  expect(phoneProblem(phone)).toBe(problem)
})

test.each([
  ['huanwei-2026-lvdi', undefined],
  ['neuling-2024', undefined],
  ['扫帚与簸箕八月', 'checks:newPasswordShort'],
  ['扫帚与簸箕八月晴', undefined],
  ['1234567', 'checks:newPasswordShort'],
  ['1234567890', 'checks:newPasswordCommon'],
  ['13800000001', 'checks:newPasswordCommon'],
  ['2026-11-23', 'checks:newPasswordCommon'],
  ['Password1!', 'checks:newPasswordCommon'],
  ['admin123', 'checks:newPasswordCommon'],
  ['qwerty12', 'checks:newPasswordCommon'],
  ['1qaz2wsx', 'checks:newPasswordCommon'],
  ['1qaz@WSX', 'checks:newPasswordCommon'],
  ['abababab', 'checks:newPasswordCommon'],
])('new password %j: %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem)
})

test.each([
  ['admin', true],
  ['张三', true],
  ['zhang三2', true],
  ['\u0430dmin', false],
  ['admi\u03bd', false],
  ['\uff41dmin', false],
  ['\u0430\u0434\u043c\u0438\u043d', true],
])('the log-in name %j passes for no other: %s', (name, isPlain) => {
  expect(isPlainName(name)).toBe(isPlain)
})
