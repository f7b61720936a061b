/** The two addresses of the login screen. */
export const isLogin = (path: string) => path === '/login' || path === '/login-new'
const lockPath = '/lock'
/** The first page of everybody, which `/` leads to. */
export const homePath = '/wel/index'

/** Whether somebody holds a token, has locked the screen, and may see the address without a token (`meta.isAuth` false). */
export type Guarded = { hasToken: boolean; isLocked: boolean; isOpen: boolean }

/**
 * Where somebody who asks for `path` (with `search`) must go instead; null when they may stay. A refused place is kept as `from`
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
  return place.startsWith('/') && URL.canParse(place, here) && new URL(place, here).origin === here ? place : '/'
}
