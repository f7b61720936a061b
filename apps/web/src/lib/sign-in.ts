import { issueToken, logout } from '@huanwei/contract/session/endpoints'
import { refreshBelowSeconds, tokenCheckSeconds } from '@huanwei/contract/session/rules'
import { z } from 'zod'
import { ApiError, call } from './api.ts'
import { encryptPassword } from './password.ts'
import { beginSession, currentSession, endSession, keepCounter, keepSession, Session, secondsLeft } from './session.ts'

/** What the login form sends; `randomStr` and `code` only with a captcha. */
export type Credentials = { username: string; password: string; randomStr?: string; code?: string }

/** What one browser tab tells the others after a renewal. */
const Renewed = z.object({ replaces: z.string(), session: Session })
type Renewed = z.infer<typeof Renewed>

/** Logs in and stores the session. Throws ApiError: 426 wrong name or password, 428 captcha. Source: spec 4, S0 §7. */
export async function signIn({ password, ...rest }: Credentials) {
  const encrypted = await encryptPassword(password)
  return beginSession(await call(issueToken, { grant_type: 'password', scope: 'server', password: encrypted, ...rest }))
}

/** Ends the session here and at the server; here also when the server cannot be reached. */
export async function signOut() {
  try {
    await call(logout, {})
  } finally {
    endSession()
  }
}

/** Looks every 10 s whether the token must be renewed, until the returned function is called. Source: spec 1, section 4. */
export function watchSession() {
  const channel = new BroadcastChannel('huanwei-session')
  channel.addEventListener('message', ({ data }) => adopt(data))
  const look = () => void renewWhenDue((renewed) => channel.postMessage(renewed))
  const timer = setInterval(look, tokenCheckSeconds * 1000)
  look()
  return () => {
    clearInterval(timer)
    channel.close()
  }
}

/** Another tab renewed the session that this one was using. */
function adopt(data: unknown) {
  const renewed = Renewed.safeParse(data)
  if (renewed.success && renewed.data.replaces === currentSession()?.refreshToken) keepSession(renewed.data.session)
}

/**
 * Renews the access token when it has 1000 s or less to live. One at a time per browser; a refusal ends the session,
 * a network failure waits for the next look. `onRenewed` tells the other tabs. Source: spec 3, section 4.
 */
export async function renewWhenDue(onRenewed: (renewed: Renewed) => void = () => undefined, now = Date.now()) {
  const session = currentSession()
  if (!session) return
  keepCounter(session, now)
  if (secondsLeft(session, now) > refreshBelowSeconds) return
  await oneAtATime(async () => {
    const due = currentSession()
    if (!due || secondsLeft(due, now) > refreshBelowSeconds) return
    try {
      const token = await call(issueToken, { grant_type: 'refresh_token', refresh_token: due.refreshToken, scope: 'server' })
      onRenewed({ replaces: due.refreshToken, session: beginSession(token) })
    } catch (error) {
      if (isRefusal(error) && currentSession() === due) endSession(error.message)
    }
  })
}

/** Not a refusal of the token: too many requests, a locked screen, a bug of the server, no answer. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && [400, 401, 403, 426].includes(error.status)

let running: Promise<void> | null = null

/** Over all tabs where the browser has Web Locks (secure contexts), else within this tab. */
async function oneAtATime(work: () => Promise<void>) {
  if (navigator.locks) return navigator.locks.request('huanwei-renew', work)
  running ??= work().finally(() => {
    running = null
  })
  return running
}
