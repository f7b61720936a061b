import { expect, test } from 'vitest'
import { placeAfterLogin, redirectFor } from './guard.ts'

test.each([
  ['/event/illegal/index', '?open=7', false, '/login-new?from=%2Fevent%2Fillegal%2Findex%3Fopen%3D7'],
  ['/', '', false, '/login-new'],
  ['/404', '', false, '/login-new?from=%2F404'],
  ['/login', '', false, null],
  ['/login-new', '', false, null],
  ['/wel', '', false, null],
  ['/wel/index', '', true, null],
  ['/event/illegal/index', '', true, null],
  ['/login-new', '', true, '/'],
  ['/login', '', true, '/'],
  ['/login-new', '?from=%2Fevent%2Fillegal%2Findex%3Fopen%3D7', true, '/event/illegal/index?open=7'],
])('%s%s with token %s goes to %s', (path, search, hasToken, expected) => {
  expect(redirectFor(path, search, hasToken)).toBe(expected)
})

test.each(['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', 'javascript:alert(1)'])(
  'after the login nobody is sent to %s',
  (from) => expect(placeAfterLogin(`?from=${encodeURIComponent(from)}`)).toBe('/'),
)
