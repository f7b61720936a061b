import { expect, test } from 'vitest'
import { isInRange, parseRange } from './address-range.ts'

test('an address is in a network or is the named one', () => {
  const range = '10.2.0.0/16, 192.0.2.7,2001:db8::/32'
  const inside = (address: string) => isInRange(range, address)
  expect(['10.2.255.1', '192.0.2.7', '2001:db8::5', '::ffff:10.2.0.9'].map(inside)).toEqual([true, true, true, true])
  expect(['10.3.0.1', '192.0.2.8', '2001:db9::5', 'nonsense'].map(inside)).toEqual([false, false, false, false])
  expect(isInRange('', '10.3.0.1')).toBe(true)
})

test('what names no address is refused', () => {
  for (const wrong of ['office', '10.2.0.0/33', '10.2.0.0/x', '10.2.0.0/16/8', '10.2.0.0/', '10.2.0.0/16,,'])
    expect(parseRange(wrong), wrong).toBeUndefined()
})
