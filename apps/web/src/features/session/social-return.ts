import { issueTokenBySocial } from '@huanwei/contract/session/endpoints'
import { readState, SocialAim } from '@huanwei/contract/social/rules'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { readEntry, removeEntry, writeEntry } from '../../lib/entries.ts'
import { placeAfterLogin } from '../../lib/guard.ts'
import { beginSession } from '../../lib/session.ts'

/** The way to a provider that this browser tab began: nobody else's code is taken for it. `from` is where the person wanted to go. */
const Begun = z.object({ state: z.string(), from: z.string() })
const entry = 'socialState'

/** Goes to the provider at `url`. */
export function leaveForProvider({ url, state }: { url: string; state: string }) {
  writeEntry(entry, { state, from: placeAfterLogin(window.location.search) }, 'session')
  window.location.assign(url)
}

/** What a provider sends back in the address. */
const Returned = z.object({ state: z.string(), code: z.string(), iss: z.string().optional() })
export type Returned = z.infer<typeof Returned>

/**
 * What came back and what it is for, when this browser tab had asked for it; undefined otherwise, and when the provider refused. Only reads: a busy
 * browser may begin to draw a page more than once.
 */
export function readReturned(search: string) {
  const begun = readEntry(entry, Begun)
  const returned = Returned.safeParse(Object.fromEntries(new URLSearchParams(search))).data
  const said = returned && readState(returned.state)
  return returned && said && begun?.state === returned.state ? { returned, aim: said.aim, from: begun.from } : undefined
}

/** What was begun ends here: nobody comes back for it a second time. */
export const forgetBegun = () => removeEntry(entry)

/** Codes that were already tried: React may run an effect twice. */
const tried = new Set<string>()

/** At the login: what `/authredirect` handed over logs the person in. Source: spec 4, S0 §2.4. */
export function useSocialReturn() {
  const [returned] = useState(() => returnedIn(window.location.search))
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    if (!returned || tried.has(returned.code)) return
    tried.add(returned.code)
    signIn(returned).catch((error: Error) => setRefusal(error.message))
  }, [returned])
  return { refusal, isUnderWay: returned !== undefined && refusal === null }
}

function returnedIn(search: string) {
  const { data } = Returned.safeParse(Object.fromEntries(new URLSearchParams(search)))
  return data && readState(data.state)?.aim === SocialAim.login ? data : undefined
}

/** Throws ApiError: 417 nobody is bound to the account, 426 it was not confirmed. Source: spec 4, S0 §7. */
async function signIn({ state, code, iss }: Returned) {
  const mobile = `${readState(state)?.type}@${code}`
  return beginSession(await call(issueTokenBySocial, { grant_type: 'mobile', mobile, state, iss, scope: 'server' }))
}
