import { parseUrl } from '@huanwei/contract/url'

/** The two addresses of the login screen. */
export const isLogin = (path: string) => path === '/login' || path === '/login-new'
const lockPath = '/lock'

/** State of the session: a token is held, the screen is locked, the address needs no token (`meta.isAuth` false). */
export type Guarded = { hasToken: boolean; isLocked: boolean; isOpen: boolean }

/**
 * Redirect target of a request for `path` (with `search`); null when the page may be shown. A refused place is kept as `from`
 * and reached after the login or the unlocking. Source: spec 1, section 2.1; the order: spec 4, S0 §2.1.
 */
export function redirectFor(path: string, search: string, { hasToken, isLocked, isOpen }: Guarded): string | null {
  if (hasToken) {
    if (isLocked) return path === lockPath ? null : lockPath + (isLogin(path) ? '' : from(path, search))
    return isLogin(path) ? placeAfterLogin(search) : null
  }
  if (isLogin(path) || isOpen) return null
  return `/login-new${from(path, search)}`
}

const from = (path: string, search: string) => (path === '/' ? '' : `?from=${encodeURIComponent(path + search)}`)

/** The place of this site that `search` names, else `/`: `//elsewhere.example`, `/\elsewhere.example` and their like leave it. */
export function placeAfterLogin(search: string, name = 'from') {
  const place = new URLSearchParams(search).get(name) ?? '/'
  const here = 'http://here.invalid'
  return place.startsWith('/') && parseUrl(place, here)?.origin === here ? place : '/'
}
