import { lockedData } from '@huanwei/contract/locks/rules'
import { onRefusal } from './api.ts'
import { ApiError } from './errors.ts'
import { notify } from './notices.ts'
import { adoptStored, currentSession, endSession, keepLocked } from './session.ts'

/*
 * Decides where a failed call is shown.
 * - A refusal is a toast as soon as it arrives, whoever called, unless the caller has a place for it (`isTold`); 401 ends the session with it, a locked session locks the screen instead.
 *   A form repeats it beside its fields.
 * - Status 500 and no answer are shown where the result would have stood: in the page, in the drawer, in the form. An act that has no such
 *   place calls `showFailure`.
 * Source: spec 2, section 8.2.
 */

/** At most one "not logged in" toast in this time. Source: spec 2, section 8.2. */
const unauthorisedPauseMs = 3000

/** Shows every refusal as it arrives, until the returned function is called. Call once. */
export const watchFailures = () =>
  onRefusal((refusal, { sentToken, isTold }) => {
    if (!isTold?.(refusal)) showRefusal(refusal, sentToken)
  })

/** Shows as a toast what is not on the screen already. */
export function showFailure(error: Error) {
  const isShown = error instanceof ApiError && error.status !== 500
  if (!isShown) notify({ kind: 'error', text: error.message })
}

function showRefusal({ status, message, data }: ApiError, sentToken: string | undefined) {
  if (status === 401) showUnauthorised(message, sentToken)
  else if (status === 423 && data === lockedData) keepLocked(true)
  else if (status !== 500) notify({ kind: status === 200 ? 'warning' : 'error', text: message })
}

let lastUnauthorised = Number.NEGATIVE_INFINITY

/** A late refusal of an older token says nothing about the session that is in force now. */
function showUnauthorised(text: string, sentToken: string | undefined) {
  adoptStored()
  if (sentToken !== currentSession()?.accessToken) return
  const now = Date.now()
  if (now - lastUnauthorised >= unauthorisedPauseMs) {
    notify({ kind: 'error', text })
    lastUnauthorised = now
  }
  endSession(text)
}
