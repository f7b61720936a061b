import { lockSession } from '@huanwei/contract/locks/endpoints'
import { call } from '../../lib/api.ts'
import { keepLocked } from '../../lib/session.ts'

/** From the lock to the lock page, ms. Source: spec 1, section 9. */
const delayMs = 100

/** Locks the session, the first time with `password`, and goes to the lock page, with all tabs. Throws ApiError. */
export async function lockSoon(password?: string) {
  await call(lockSession, password === undefined ? {} : { password })
  setTimeout(() => keepLocked(true), delayMs)
}
