import type { Output } from '@huanwei/contract/endpoint'
import { type beginSocialLogin, issueTokenBySocial } from '@huanwei/contract/session/endpoints'
import { readState } from '@huanwei/contract/social/rules'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { readEntry, removeEntry, writeEntry } from '../../lib/entries.ts'
import { beginSession } from '../../lib/session.ts'
import { placeAfterLogin } from '../../shell/session/guard.ts'

/**
 * The request to a provider that this browser tab began: nobody else's code is taken for it, here by `state`, at the server by `secret`.
 * `from` is where the person wanted to go; a return to `/authredirect` is taken once (`isBack`).
 */
const Begun = z.object({ state: z.string(), secret: z.string(), from: z.string(), isBack: z.boolean().optional() })
const entry = 'socialState'

/** Goes to the provider at `url`. */
export function leaveForProvider({ url, state, secret }: Output<typeof beginSocialLogin>) {
  writeEntry(entry, { state, secret, from: placeAfterLogin(window.location.search) }, 'session')
  window.location.assign(url)
}

/** Parameters of a provider's redirect. */
const Redirect = z.object({ state: z.string(), code: z.string(), iss: z.string().optional() })
/** What proves a return: the redirect, and the secret of the tab. */
export type Returned = z.infer<typeof Redirect> & { secret: string }

/**
 * The provider's return and its purpose, when this browser tab asked for it; undefined otherwise, and when the provider refused. Only reads: a busy
 * browser may begin to draw a page more than once.
 */
export function readReturned(search: string, isBack = false) {
  const begun = readEntry(entry, Begun)
  const redirect = Redirect.safeParse(Object.fromEntries(new URLSearchParams(search))).data
  const said = redirect && readState(redirect.state)
  if (!said || begun?.state !== redirect.state || (begun.isBack ?? false) !== isBack) return undefined
  return { redirect, returned: { ...redirect, secret: begun.secret }, aim: said.aim, from: begun.from }
}

/** Marks a stored request as returned, for the log-in that follows: a second return does not find it. */
export function keepReturned() {
  const begun = readEntry(entry, Begun)
  if (begun) writeEntry(entry, { ...begun, isBack: true }, 'session')
}

/** Codes that were already tried: React may run an effect twice. */
const tried = new Set<string>()

/** At the login: what `/authredirect` handed over in this tab logs the person in. Source: spec 4, S0 §2.4. */
export function useSocialReturn() {
  const [came] = useState(() => readReturned(window.location.search, true))
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    if (!came || tried.has(came.returned.code)) return
    tried.add(came.returned.code)
    signIn(came.returned)
      .catch((error: Error) => setRefusal(error.message))
      .finally(() => removeEntry(entry))
  }, [came])
  return { refusal, isUnderWay: came !== undefined && refusal === null }
}

/** Throws ApiError: 417 nobody is bound to the account, 426 it was not confirmed. Source: spec 4, S0 §7. */
async function signIn({ state, code, iss, secret }: Returned) {
  const mobile = `${readState(state)?.type}@${code}`
  return beginSession(await call(issueTokenBySocial, { grant_type: 'mobile', mobile, state, iss, secret, scope: 'server' }))
}
