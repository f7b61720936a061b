import type { Envelope } from '@huanwei/contract/endpoint'
import { issueToken, Token } from '@huanwei/contract/session/endpoints'
import { refreshBelowSeconds } from '@huanwei/contract/session/rules'
import { toRequest } from './request.ts'
import { adoptStored, currentSession, endSession, keepCounter, renewSession, secondsLeft } from './session.ts'

/** A reply slower than this counts as lost, ms: the next try must come within the 30 s in which the server still takes the old token. */
const replyMs = 7000
/** Waits between the tries of one renewal, ms. */
const pausesMs = [300, 2000]

/**
 * Renews the access token when it has 1000 s or less to live. One tab at a time, after a look at what the others stored. A refusal ends the session,
 * no answer waits for the next look. Source: spec 3, section 4.
 */
export async function renewWhenDue(now = Date.now()) {
  const session = currentSession()
  if (!session) return
  keepCounter(session, now)
  if (secondsLeft(session, now) > refreshBelowSeconds) return
  await oneAtATime(async () => {
    adoptStored()
    const due = currentSession()
    if (!due || secondsLeft(due, now) > refreshBelowSeconds) return
    const outcome = await tries(due.refreshToken)
    if (typeof outcome === 'object') renewSession(outcome, now)
    else if (outcome !== undefined && currentSession() === due) endSession(outcome)
  })
}

/** A token, the words of a refusal, or undefined when nobody answered. */
async function tries(refreshToken: string) {
  for (const pause of [...pausesMs, 0]) {
    const outcome = await ask(refreshToken)
    if (outcome !== undefined) return outcome
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return undefined
}

async function ask(refresh_token: string): Promise<Token | string | undefined> {
  const input = { grant_type: 'refresh_token', refresh_token, scope: 'server' }
  const { url, init } = toRequest(issueToken, input, AbortSignal.timeout(replyMs))
  try {
    const reply = await fetch(url, init)
    const body: unknown = await reply.json()
    if (reply.status === 200) return Token.parse(body)
    // Not a refusal of the token: too many requests, a bug of the server, a gateway in between.
    if (![400, 401, 403, 426].includes(reply.status)) return undefined
    return isEnvelope(body) && body.msg ? body.msg : ''
  } catch (error) {
    console.debug('huanwei: no answer to a renewal', error)
    return undefined
  }
}

const isEnvelope = (body: unknown): body is Envelope<unknown> => typeof body === 'object' && body !== null && 'msg' in body

let running: Promise<void> | null = null

/** Over all tabs where the browser has Web Locks (secure contexts), else within this tab. */
async function oneAtATime(work: () => Promise<void>) {
  if (navigator.locks) return navigator.locks.request('huanwei-renew', work)
  running ??= work().finally(() => {
    running = null
  })
  return running
}
