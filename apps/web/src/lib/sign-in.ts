import { getUserDetail, issueToken, logout } from '@huanwei/contract/session/endpoints'
import { tokenCheckSeconds } from '@huanwei/contract/session/rules'
import { issueTokenBySms } from '@huanwei/contract/sms/endpoints'
import { issueTokenBySocial } from '@huanwei/contract/social/endpoints'
import { readState } from '@huanwei/contract/social/rules'
import { call } from './api.ts'
import { encryptPassword } from './password.ts'
import { renewWhenDue } from './renew.ts'
import { beginSession, changeAuthorities, endSession, followStorage } from './session.ts'

/** What the login form sends; `randomStr` and `code` only with a captcha. */
export type Credentials = { username: string; password: string; randomStr?: string; code?: string }

/** Logs in and stores the session. Throws ApiError: 426 wrong name or password, 428 captcha. Source: spec 4, S0 §7. */
export async function signIn({ password, ...rest }: Credentials) {
  const encrypted = await encryptPassword(password)
  return beginSession(await call(issueToken, { grant_type: 'password', scope: 'server', password: encrypted, ...rest }))
}

/** Throws ApiError: 428 wrong or spent code. Source: spec 4, S0 §7. */
export async function signInByPhone(mobile: string, code: string) {
  return beginSession(await call(issueTokenBySms, { grant_type: 'mobile', mobile: `SMS@${mobile}`, code, scope: 'server' }))
}

/** With what a provider sent back. Throws ApiError: 417 nobody is bound to the account, 426 it was not confirmed. Source: spec 4, S0 §7. */
export async function signInBySocial({ state, code, iss }: { state: string; code: string; iss?: string | undefined }) {
  const mobile = `${readState(state)?.type}@${code}`
  return beginSession(await call(issueTokenBySocial, { grant_type: 'mobile', mobile, state, iss, scope: 'server' }))
}

/** Ends the session here and at the server; here also when the server cannot be reached. */
export async function signOut() {
  try {
    await call(logout, {})
  } finally {
    endSession()
  }
}

/** Asks anew what the person may do, after the server refused something or said that rights changed. */
export async function askRights() {
  const { permissions, roles } = await call(getUserDetail, {})
  changeAuthorities([...roles.map((roleId) => `ROLE_${roleId}`), ...permissions])
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
