import { type Token, UserInfo } from '@huanwei/contract/session/endpoints'
import { z } from 'zod'
import { create } from 'zustand'
import { readEntry, removeEntry, writeEntry } from './entries.ts'

/** What a logged-in browser tab knows. `expiresAt` is epoch ms and decides; the stored `expires_in` is for display. */
export const Session = z.object({ accessToken: z.string(), refreshToken: z.string(), expiresAt: z.number(), user: UserInfo })
export type Session = z.infer<typeof Session>

type State = {
  session: Session | null
  /** In words: why the last session ended, shown at the login. */
  ended: string | null
  /** The screen is locked. The server decides and refuses; this is what the tabs of the browser know of it. */
  locked: boolean
}

/** Read in a component: `useSession((s) => s.session?.user)`. */
export const useSession = create<State>(() => ({
  session: storedSession(),
  ended: null,
  locked: readEntry('isLock', z.boolean()) ?? false,
}))

/** The session now, for code outside React. */
export const currentSession = () => useSession.getState().session

/** Stores what the token endpoint answered. */
export function beginSession(token: Token, now = Date.now()): Session {
  const session = {
    accessToken: token.access_token,
    refreshToken: token.refresh_token,
    expiresAt: now + token.expires_in * 1000,
    user: token.user_info,
  }
  keepSession(session, now)
  return session
}

/** Puts `session` in force in this browser tab. */
export function keepSession(session: Session, now = Date.now()) {
  writeEntry('access_token', session.accessToken, 'session')
  writeEntry('refresh_token', session.refreshToken, 'session')
  writeEntry('expires_at', session.expiresAt, 'session')
  writeEntry('userInfo', session.user, 'session')
  writeEntry('permissions', permissionsOf(session.user), 'session')
  writeEntry('tenantId', session.user.tenantId, 'local')
  keepCounter(session, now)
  useSession.setState({ session, ended: null })
}

/** What the person may do changed while they are logged in. */
export function changeAuthorities(authorities: string[]) {
  const session = currentSession()
  if (!session || authorities.join() === session.user.authorities.map(({ authority }) => authority).join()) return
  const user = { ...session.user, authorities: authorities.map((authority) => ({ authority })) }
  writeEntry('userInfo', user, 'session')
  writeEntry('permissions', permissionsOf(user), 'session')
  useSession.setState({ session: { ...session, user } })
}

/** The counter of spec 1, section 4: seconds left, stored again at every look. */
export function keepCounter(session: Session, now: number) {
  writeEntry('expires_in', secondsLeft(session, now), 'session')
}

/** Forgets the session and what hangs on it (menu, tabs, lock). `because` is shown at the login. Source: spec 4, S1 §6. */
export function endSession(because: string | null = null) {
  const names = ['access_token', 'refresh_token', 'expires_at', 'expires_in', 'userInfo', 'permissions']
  for (const name of [...names, 'menu', 'tagList', 'tag', 'isLock', 'lockPasswd']) removeEntry(name)
  useSession.setState({ session: null, ended: because })
}

/** Seconds of life of the access token, never below 0. */
export const secondsLeft = (session: Session, now: number) => Math.max(0, Math.floor((session.expiresAt - now) / 1000))

/** `{ [authority]: true }`. Source: spec 4, S0 §3. */
export const permissionsOf = (user: UserInfo): Record<string, boolean> =>
  Object.fromEntries(user.authorities.map(({ authority }) => [authority, true]))

export const holds = (user: UserInfo, permission: string) => user.authorities.some((held) => held.authority === permission)

/** True when the logged-in user holds `permission`, e.g. `violation_handle`. The server decides; this only hides buttons. */
export const useMay = (permission: string) => useSession((s) => s.session !== null && holds(s.session.user, permission))

function storedSession() {
  const stored = Session.safeParse({
    accessToken: readEntry('access_token', z.string()),
    refreshToken: readEntry('refresh_token', z.string()),
    expiresAt: readEntry('expires_at', z.number()),
    user: readEntry('userInfo', UserInfo),
  })
  return stored.success ? stored.data : null
}
