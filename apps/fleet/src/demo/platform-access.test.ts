import { expect, test } from 'vitest'
import { parsePlatformAccess } from './platform-access.ts'

const access = { web: 'http://localhost:8080', password: '123456', keys: { '70000001': 'key' } }

test('the access that the server writes is read, with or without a broker', () => {
  expect(parsePlatformAccess(JSON.stringify(access))).toEqual(access)
  expect(parsePlatformAccess(JSON.stringify({ ...access, broker: 'mqtt://localhost:1883' })).broker).toBe('mqtt://localhost:1883')
})

test.each([
  ['no object', '[]'],
  ['no address', JSON.stringify({ ...access, web: 'localhost' })],
  ['no password', JSON.stringify({ ...access, password: undefined })],
  ['a key that is no text', JSON.stringify({ ...access, keys: { '70000001': 7 } })],
  ['a list of keys', JSON.stringify({ ...access, keys: ['key'] })],
  ['a broker that is no text', JSON.stringify({ ...access, broker: null })],
])('%s is refused', (_, json) => {
  expect(() => parsePlatformAccess(json)).toThrow('expected JSON')
})
