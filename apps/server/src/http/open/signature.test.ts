import { expect, test } from 'vitest'
import { hashOf, hmacOf, isSame, md5Of } from './signature.ts'

// Source: spec 4, appendix A.
test('the family’s signature is that of the facts file', () => {
  const path = '/open/api/v1/secret/auth/token/register'
  expect(md5Of({ path, clientId: 'demo', secret: 's3cret', timestamp: '1711500000000' })).toBe('77798B5C9348EF10C6BEF2E07312C13E')
})

test('HMAC-SHA256 covers method, path, time, nonce and body', () => {
  const call = {
    method: 'POST',
    path: '/open/api/v1/x?a=1',
    timestamp: '1711500000000',
    nonce: 'a'.repeat(16),
    bodyHash: hashOf(Buffer.from('{}')),
  }
  const sign = hmacOf('s3cret', call)
  expect(sign).toMatch(/^[0-9a-f]{64}$/)
  const others = [
    { method: 'PUT' },
    { path: '/open/api/v1/x?a=2' },
    { timestamp: '1711500000001' },
    { nonce: 'b'.repeat(16) },
    { bodyHash: hashOf(Buffer.from('[]')) },
  ]
  for (const other of others) expect(isSame(hmacOf('s3cret', { ...call, ...other }), sign)).toBe(false)
  expect(isSame(hmacOf('s3cret', call), sign)).toBe(true)
  expect(isSame(sign.slice(1), sign)).toBe(false)
})
