import { expect, test } from 'vitest'
import { scrubField, scrubText } from './rules.ts'

test.each([
  ['Authorization: Bearer abc.def-123', 'Authorization: Bearer ***'],
  ['GET /auth/oauth/token?refresh_token=abc123&scope=server', 'GET /auth/oauth/token?refresh_token=***&scope=server'],
  ['/authredirect?state=OIDC-LOGIN&code=xyz', '/authredirect?state=***&code=***'],
  ['{"password":"geheim","name":"x"}', '{"password":"***","name":"x"}'],
  ['/admin/sys-file/huanwei/a.png?expires=1&signature=AbC-_9', '/admin/sys-file/huanwei/a.png?expires=1&signature=***'],
  ['call 13812345678 now', 'call 138****5678 now'],
  ['id 11010519491231002X.', 'id 110***********002X.'],
  ['terminal 013900000001 code: 404', 'terminal 013900000001 code: 404'],
  ['a\0b\ud800', 'ab\ufffd'],
])('%j is kept as %j', (text, kept) => {
  expect(scrubText(text)).toBe(kept)
})

test('fields: secrets go whole, personal numbers keep their ends, the rest stays, however deep', () => {
  const sent = {
    newpassword1: 'x',
    lockPassword: '',
    access_token: ['a', 'b'],
    user: { phone: '13812345678', identityCard: '11010519491231002X', name: '张三', note: 'token=abc' },
    ids: [1, 2],
    rows: [['zhangsan', 'geheim', '13812345678']],
    code: 'B7',
    roleCode: 'ROLE_ADMIN',
  }
  expect(scrubField('', sent)).toEqual({
    newpassword1: '***',
    lockPassword: '',
    access_token: '***',
    user: { phone: '138****5678', identityCard: '110***********002X', name: '张三', note: 'token=***' },
    ids: [1, 2],
    rows: 1,
    code: '***',
    roleCode: 'ROLE_ADMIN',
  })
})

test('neither depth nor length can make a line of the log long', () => {
  const deep = { a: { b: { c: { d: { e: { f: 'x' } } } } } }
  expect(JSON.stringify(scrubField('', deep))).toContain('…')
  expect(JSON.stringify(scrubField('list', Array(10_000).fill('x'.repeat(10_000)))).length).toBeLessThan(30_000)
})
