import type { Endpoint, Envelope } from '@huanwei/contract/endpoint'
import { lockedData } from '@huanwei/contract/locks/rules'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { i18n } from '../i18n/i18n.ts'
import { notify } from './notices.ts'
import { withProgress } from './progress.ts'
import { renewWhenDue } from './renew.ts'
import { toRequest } from './request.ts'
import { adoptStored, currentSession, endSession, keepLocked, secondsLeft } from './session.ts'

/** A reply slower than this is a network failure. Source: spec 2, section 9. */
const timeoutMs = 100_000
/** At most one "not logged in" toast in this time. Source: spec 2, section 8.2. */
const unauthorisedPauseMs = 3000

/** The server said no. `message` is its own wording, fit to show; `code` is the envelope's, `data` whatever came with it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: number
  readonly data: unknown
  constructor(status: number, code: number, message: string, data: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
  }
}

/** No answer: offline, timed out, or a gateway in between answered for a server that is down. `message` is fit to show. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/**
 * Calls `endpoint` and unwraps the envelope. Throws ApiError (refused), NetworkError (no answer) or the signal's reason (cancelled).
 * What it refuses is already on the screen as a toast, but for status 500 and network failures. Source: spec 2, section 8.2.
 */
export async function call<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  signal?: AbortSignal,
): Promise<z.output<Out>> {
  return (await callSaid(endpoint, input, signal)).data
}

/** Like `call`, with what the server says to a success. */
export async function callSaid<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  signal?: AbortSignal,
): Promise<{ data: z.output<Out>; msg: string | null }> {
  return withProgress(async () => {
    if (needsRenewal(endpoint)) await renewWhenDue()
    const sentToken = currentSession()?.accessToken
    const reply = await send(endpoint, input, signal)
    return unwrap(endpoint, reply.status, await reply.json().catch(() => null), sentToken)
  })
}

/** What an answer (status and parsed body, null when it is no JSON) holds for the caller. Throws like `call`. */
export function unwrap<Out extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Out>,
  status: number,
  body: unknown,
  sentToken: string | undefined,
): { data: z.output<Out>; msg: string | null } {
  // A full disk is said in words by the server itself.
  if (status > 500 && status !== 507) throw new NetworkError(i18n.t('error.unreachable'))
  if (status !== 200) throw refused(status, body, sentToken)
  if (endpoint.bare) return { data: spoken(endpoint.output, body), msg: null }
  if (!isEnvelope(body)) throw new NetworkError(i18n.t('error.unreachable'))
  if (body.code !== 0) {
    notify({ kind: 'warning', text: body.msg || textFor(status) })
    throw new ApiError(status, body.code, body.msg || textFor(status), body.data)
  }
  return { data: spoken(endpoint.output, body.data), msg: body.msg }
}

/** After a sleep the token may have run out before anything could renew it. */
function needsRenewal({ access }: Endpoint) {
  const session = currentSession()
  return session !== null && access !== 'public' && access !== 'client' && secondsLeft(session, Date.now()) === 0
}

/** Query options for a call that only reads. Invalidate `[endpoint.path]` to refresh every input. */
export const query = <In extends z.ZodType, Out extends z.ZodType>(endpoint: Endpoint<In, Out>, input: z.input<In>) =>
  queryOptions({ queryKey: [endpoint.path, input], queryFn: ({ signal }) => call(endpoint, input, signal) })

async function send(endpoint: Endpoint, input: unknown, signal?: AbortSignal) {
  const timeout = AbortSignal.timeout(timeoutMs)
  const { url, init } = toRequest(endpoint, input, signal ? AbortSignal.any([signal, timeout]) : timeout)
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    throw new NetworkError(i18n.t('error.unreachable'), { cause })
  }
}

let lastUnauthorised = Number.NEGATIVE_INFINITY

function refused(status: number, body: unknown, sentToken: string | undefined) {
  const { code, msg, data } = isEnvelope(body) ? body : { code: 1, msg: null, data: body }
  const text = msg || textFor(status)
  if (status === 401) unauthorised(text, sentToken)
  else if (status === 423 && data === lockedData) keepLocked(true)
  else if (status !== 500) notify({ kind: 'error', text })
  return new ApiError(status, code, text, data)
}

/** A late refusal of an older token says nothing about the session that is in force now. */
function unauthorised(text: string, sentToken: string | undefined) {
  adoptStored()
  if (sentToken !== currentSession()?.accessToken) return
  const now = Date.now()
  if (now - lastUnauthorised >= unauthorisedPauseMs) {
    notify({ kind: 'error', text })
    lastUnauthorised = now
  }
  endSession(text)
}

/** The dictionary of spec 2, section 8.1. */
const textFor = (status: number) => i18n.t([`error.${status}`, 'error.default'])

const isEnvelope = (body: unknown): body is Envelope<unknown> =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number'

/** The server checks what it sends; the browser checks again only while developing and testing. */
function spoken<Out extends z.ZodType>(output: Out, data: unknown): z.output<Out> {
  assertSpoken(output, data)
  return data
}
function assertSpoken<Out extends z.ZodType>(output: Out, data: unknown): asserts data is z.output<Out> {
  if (!import.meta.env.PROD) output.parse(data)
}
