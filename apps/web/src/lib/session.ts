import type { Permission } from '@huanwei/contract/permissions'
import { type Token, UserInfo } from '@huanwei/contract/session/endpoints'
import { z } from 'zod'
import { create } from 'zustand'
import { entryKey, readEntry, removeEntry, writeEntry } from './entries.ts'

/** A cookie that the browser forgets when it is closed, as it does not forget what it stores for all tabs. */
const mark = 'huanwei-browser=1'

/** A session stored by a browser that was closed meanwhile is nobody's. Record: docs/decisions/0010. */
const isKnownBrowser = () => document.cookie.split('; ').includes(mark)

function rememberBrowser() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store answers later, and only in secure contexts
  document.cookie = `${mark}; path=/; SameSite=Lax`
}

/** Session of a logged-in browser. `expiresAt` is epoch ms and decides; the stored `expires_in` is for display. */
export const Session = z.object({ accessToken: z.string(), refreshToken: z.string(), expiresAt: z.number(), user: UserInfo })
export type Session = z.infer<typeof Session>

type State = {
  session: Session | null
  /** In words: why the last session ended, shown at the login. */
  ended: string | null
  /** The screen is locked. The server decides and refuses; this is what the tabs of the browser know of it. */
  locked: boolean
  /** User whose work waits behind the login, because the server ended the session without a log-out. */
  waiting: UserInfo | null
}

/** Read in a component: `useSession((s) => s.session?.user)`. */
export const useSession = create<State>(stored)

/** Name of the person logged in. */
export const displayName = ({ session }: State) => session?.user.name ?? session?.user.username ?? ''

/** The session now, for code outside React. */
export const currentSession = () => useSession.getState().session

/** A log-in: stores what the token endpoint answered, and opens the lock. What another person left in this tab is gone. */
export function beginSession(token: Token, now = Date.now()): Session {
  if (useSession.getState().waiting?.id !== token.user_info.id) forgetWork()
  removeEntry('isLock')
  return keepSession(token, now)
}

/** A renewal: the lock stays as it is. Source: spec 3, section 4. */
export function renewSession(token: Token, now = Date.now()): Session {
  return keepSession(token, now)
}

/** All tabs of the browser share one session; what ends it is written last, see `followStorage`. Record: docs/decisions/0010. */
function keepSession(token: Token, now: number) {
  const session = {
    accessToken: token.access_token,
    refreshToken: token.refresh_token,
    expiresAt: now + token.expires_in * 1000,
    user: token.user_info,
  }
  rememberBrowser()
  writeEntry('access_token', session.accessToken, 'local')
  writeEntry('refresh_token', session.refreshToken, 'local')
  keepUser(session.user)
  writeEntry('tenantId', session.user.tenantId, 'local')
  keepCounter(session, now)
  writeEntry('expires_at', session.expiresAt, 'local')
  useSession.setState({ session, ended: null, waiting: null, locked: readLocked() })
  return session
}

function keepUser(user: UserInfo) {
  writeEntry('userInfo', user, 'local')
  writeEntry('permissions', permissionsOf(user), 'local')
}

/** The user's permissions changed during the session. */
export function changeRights({ authorities, seesAll }: { authorities: string[]; seesAll: boolean }) {
  const session = currentSession()
  if (!session) return
  const { user } = session
  const isSame = authorities.join() === user.authorities.map(({ authority }) => authority).join()
  if (!isSame || seesAll !== user.seesAll) changeUser({ authorities: authorities.map((authority) => ({ authority })), seesAll })
}

/** The person changed something about themselves, or somebody else did. */
export function changeUser(changed: Partial<UserInfo>) {
  const session = currentSession()
  if (!session) return
  const user = { ...session.user, ...changed }
  keepUser(user)
  useSession.setState({ session: { ...session, user } })
}

/** The counter of spec 1, section 4: seconds left, stored again at every look. */
export function keepCounter(session: Session, now: number) {
  writeEntry('expires_in', secondsLeft(session, now), 'local')
}

/** The server locked or unlocked the session; the other tabs hear of it. */
export function keepLocked(locked: boolean) {
  if (locked) writeEntry('isLock', true, 'local')
  else removeEntry('isLock')
  useSession.setState({ locked })
}

/**
 * Forgets the session and its lock. A log-out (`because` null) forgets all that hangs on it; when the server ended it, `because` is shown
 * at the login, and menu and tabs wait for the same person. Source: spec 4, S1 §6.
 */
export function endSession(because: string | null = null) {
  const { session, waiting } = useSession.getState()
  for (const name of ['access_token', 'refresh_token', 'expires_in', 'permissions', 'isLock', 'lockPasswd']) removeEntry(name)
  if (because === null) {
    removeEntry('userInfo')
    forgetWork()
  }
  removeEntry('expires_at')
  useSession.setState({
    session: null,
    ended: because,
    locked: false,
    waiting: because === null ? null : (session?.user ?? waiting),
  })
}

function forgetWork() {
  for (const name of ['menu', 'tagList', 'tag']) removeEntry(name)
}

/** Takes over what another tab stored meanwhile: a renewal, a log-in, a lock, the end. */
export function adoptStored() {
  const before = useSession.getState()
  const { session, locked, waiting } = stored()
  if (!session && before.session && !waiting) forgetWork()
  const isSame = session?.accessToken === before.session?.accessToken && session?.expiresAt === before.session?.expiresAt
  if (isSame && locked === before.locked) return
  useSession.setState({ session: isSame ? before.session : session, locked, waiting: session ? null : waiting })
}

/** Listens to the other tabs until the returned function is called. `expires_at` is the last that a log-in, a renewal or an end writes. */
export function followStorage() {
  const names = [null, ...['expires_at', 'isLock', 'permissions'].map(entryKey)]
  const listen = ({ key }: StorageEvent) => names.includes(key) && adoptStored()
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Seconds of life of the access token, never below 0. */
export const secondsLeft = (session: Session, now: number) => Math.max(0, Math.floor((session.expiresAt - now) / 1000))

/** `{ [authority]: true }`. Source: spec 4, S0 §3. */
export const permissionsOf = (user: UserInfo): Record<string, boolean> =>
  Object.fromEntries(user.authorities.map(({ authority }) => [authority, true]))

export const holds = (user: UserInfo, permission: Permission) => user.authorities.some((held) => held.authority === permission)

/** True when the logged-in user holds `permission`, e.g. `violation_handle`. The server decides; this only hides buttons. */
export const useMay = (permission: Permission) => useSession((s) => s.session !== null && holds(s.session.user, permission))

/** The same for a change that holds for the whole organisation: who sees a part of it makes none. */
export const useMayForAll = (permission: Permission) => {
  const [may, isPart] = [useMay(permission), useSeesPart()]
  return may && !isPart
}

/** True when the logged-in user sees a part of the organisation only. */
export const useSeesPart = () => useSession((s) => s.session?.user.seesAll === false)

function readLocked() {
  return readEntry('isLock', z.boolean()) ?? false
}

function stored(): State {
  const user = readEntry('userInfo', UserInfo)
  const kept = Session.safeParse({
    accessToken: readEntry('access_token', z.string()),
    refreshToken: readEntry('refresh_token', z.string()),
    expiresAt: readEntry('expires_at', z.number()),
    user,
  })
  const session = kept.success && isKnownBrowser() ? kept.data : null
  return { session, ended: null, locked: session !== null && readLocked(), waiting: session ? null : user }
}
