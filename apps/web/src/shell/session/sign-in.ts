import { issueToken, logout } from '@huanwei/contract/session/endpoints'
import { tokenCheckSeconds } from '@huanwei/contract/session/rules'
import { call } from '../../lib/api.ts'
import { renewWhenDue } from '../../lib/renew.ts'
import { beginSession, endSession, followStorage } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { encryptPassword } from './password.ts'

/** Input of the login form; `randomStr` and `code` only with a captcha. */
export type Credentials = { username: string; password: string; randomStr?: string; code?: string }

/**
 * Logs in, and stores the session when the rest of the product is `ready`: until then the login stays on the screen. Throws ApiError: 426 wrong
 * name or password, 428 captcha. Source: spec 4, S0 §7.
 */
export async function signIn({ password, ...rest }: Credentials, ready?: Promise<unknown>) {
  const encrypted = await encryptPassword(password, useSite.getState().site?.passwordKey)
  const token = await call(issueToken, { grant_type: 'password', scope: 'server', password: encrypted, ...rest })
  await ready
  return beginSession(token)
}

/** Ends the session here and at the server; here also when the server cannot be reached. */
export async function signOut() {
  try {
    await call(logout, {})
  } finally {
    endSession()
  }
}

/**
 * Follows what the other tabs store, and looks every 10 s, and whenever the browser wakes up, whether the token must be renewed, until the
 * returned function is called. Source: spec 1, section 4.
 */
export function watchSession() {
  const look = () => void renewWhenDue()
  const wake = () => document.visibilityState === 'visible' && look()
  const timer = setInterval(look, tokenCheckSeconds * 1000)
  const unfollow = followStorage()
  document.addEventListener('visibilitychange', wake)
  for (const name of ['online', 'pageshow']) window.addEventListener(name, look)
  look()
  return () => {
    clearInterval(timer)
    unfollow()
    document.removeEventListener('visibilitychange', wake)
    for (const name of ['online', 'pageshow']) window.removeEventListener(name, look)
  }
}
