import { expect, test } from 'vitest'
import { placeAfterLogin, redirectFor } from './guard.ts'

const nobody = { hasToken: false, isLocked: false }
const somebody = { hasToken: true, isLocked: false }
const locked = { hasToken: true, isLocked: true }

test.each([
  ['without a token only open routes are reachable', '/wel', '', { ...nobody, isOpen: true }, null],
  ['… the lock screen among them', '/lock', '', { ...nobody, isOpen: true }, null],
  ['everything else goes to /login-new', '/', '', { ...nobody, isOpen: false }, '/login-new'],
  [
    '… and comes back after the login',
    '/event/illegal/index',
    '?open=7',
    { ...nobody, isOpen: false },
    '/login-new?from=%2Fevent%2Fillegal%2Findex%3Fopen%3D7',
  ],
  ['… /404 too', '/404', '', { ...nobody, isOpen: false }, '/login-new?from=%2F404'],
  ['the login is reachable without a token', '/login', '', { ...nobody, isOpen: false }, null],
  ['… at both addresses', '/login-new', '', { ...nobody, isOpen: false }, null],
  [
    'a locked screen without a token is the login’s business',
    '/wel/index',
    '',
    { ...nobody, isLocked: true, isOpen: true },
    null,
  ],
  ['with a token every page is reachable', '/wel/index', '', { ...somebody, isOpen: false }, null],
  ['… an open one too', '/403', '', { ...somebody, isOpen: true }, null],
  [
    'a locked screen sends every route to /lock',
    '/event/illegal/index',
    '?open=7',
    { ...locked, isOpen: false },
    '/lock?from=%2Fevent%2Fillegal%2Findex%3Fopen%3D7',
  ],
  ['… open routes too', '/privacy', '', { ...locked, isOpen: true }, '/lock?from=%2Fprivacy'],
  ['… the login too: the lock comes first', '/login-new', '', { ...locked, isOpen: false }, '/lock'],
  ['… but for /lock itself', '/lock', '', { ...locked, isOpen: true }, null],
  ['with a token the login goes to /', '/login-new', '', { ...somebody, isOpen: false }, '/'],
  ['… from its other address too', '/login', '', { ...somebody, isOpen: false }, '/'],
  [
    '… or to where one wanted to go',
    '/login-new',
    '?from=%2Fevent%2Fillegal%2Findex%3Fopen%3D7',
    { ...somebody, isOpen: false },
    '/event/illegal/index?open=7',
  ],
])('%s: %s%s', (_, path, search, guarded, expected) => {
  expect(redirectFor(path, search, guarded)).toBe(expected)
})

test.each([
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'https://elsewhere.example',
  'javascript:alert(1)',
])('after the login nobody is sent to %s', (from) => expect(placeAfterLogin(`?from=${encodeURIComponent(from)}`)).toBe('/'))
