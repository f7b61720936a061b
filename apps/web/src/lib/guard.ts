/** The two addresses of the login screen. */
const loginPaths = ['/login', '/login-new']
/** Reachable without a token. Source: spec 1, section 2.2. */
const openPaths = [...loginPaths, '/wel']

/**
 * Where somebody who asks for `path` (with `search`) must go instead; null when they may stay. A refused place is kept as `from`
 * and reached after the login. Source: spec 1, section 2.1.
 */
export function redirectFor(path: string, search: string, hasToken: boolean): string | null {
  const isLogin = loginPaths.includes(path)
  if (hasToken) return isLogin ? placeAfterLogin(search) : null
  if (openPaths.includes(path)) return null
  return path === '/' ? '/login-new' : `/login-new?from=${encodeURIComponent(path + search)}`
}

/** Only places of this site: `//elsewhere.example` and `/\elsewhere.example` leave it. */
export function placeAfterLogin(search: string) {
  const from = new URLSearchParams(search).get('from')
  return from && /^\/(?![/\\])/.test(from) ? from : '/'
}
