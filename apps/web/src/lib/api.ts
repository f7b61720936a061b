import type { Endpoint, Envelope } from '@huanwei/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { i18n } from '../i18n/i18n.ts'
import { ApiError, isOffline, NetworkError } from './errors.ts'
import { withProgress } from './progress.ts'
import { renewWhenDue } from './renew.ts'
import { toRequest } from './request.ts'
import { currentSession, secondsLeft } from './session.ts'

/** A reply slower than this is a network failure. Source: spec 2, section 9. */
const timeoutMs = 100_000

/** The call that was refused, and the token that went with it. `isTold`: refusals that the caller shows in a place of its own. */
type Refused = { endpoint: Endpoint; sentToken: string | undefined; isTold?: IsTold | undefined }
type IsTold = (refusal: ApiError) => boolean
type Listener = (refusal: ApiError, call: Refused) => void
const listeners = new Set<Listener>()

/** Calls `listener` for every refusal before the caller hears of it, until the returned function is called. */
export function onRefusal(listener: Listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Calls `endpoint` and unwraps the envelope. Throws ApiError (refused), NetworkError (no answer) or the signal's reason (cancelled).
 * It shows nothing: see failure.ts.
 */
export async function call<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  signal?: AbortSignal,
  isTold?: IsTold,
): Promise<z.output<Out>> {
  return (await callSaid(endpoint, input, signal, isTold)).data
}

/** Like `call`, with what the server says to a success. */
export async function callSaid<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  signal?: AbortSignal,
  isTold?: IsTold,
): Promise<{ data: z.output<Out>; msg: string | null }> {
  return withProgress(async () => {
    if (needsRenewal(endpoint)) await renewWhenDue()
    const sentToken = currentSession()?.accessToken
    const reply = await send(endpoint, input, signal)
    return unwrap(endpoint, reply.status, await reply.json().catch(() => null), sentToken, isTold)
  })
}

/** Calls an endpoint that answers with a file. Throws like `call`. */
export async function callFile<In extends z.ZodType>(endpoint: Endpoint<In>, input: z.input<In>): Promise<Blob> {
  return withProgress(async () => {
    if (needsRenewal(endpoint)) await renewWhenDue()
    const sentToken = currentSession()?.accessToken
    const reply = await send(endpoint, input)
    if (reply.status === 200) return reply.blob()
    throw refused(reply.status, await reply.json().catch(() => null), { endpoint, sentToken })
  })
}

/** Data of an answer (status and parsed body, null when it is no JSON). Throws like `call`. */
export function unwrap<Out extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Out>,
  status: number,
  body: unknown,
  sentToken: string | undefined,
  isTold?: IsTold,
): { data: z.output<Out>; msg: string | null } {
  // A full disk, and the refusal of a server behind this one, are said in words by the server itself; a proxy in front of it says 502 without them.
  const isSaid = status === 507 || (status === 502 && isEnvelope(body))
  if (status > 500 && !isSaid) throw unreachable()
  if (status !== 200) throw refused(status, body, { endpoint, sentToken, isTold })
  if (endpoint.bare) return { data: spoken(endpoint.output, body), msg: null }
  if (!isEnvelope(body)) throw unreachable()
  if (body.code !== 0) throw refused(status, body, { endpoint, sentToken, isTold })
  return { data: spoken(endpoint.output, body.data), msg: body.msg }
}

/** After a sleep the token may have run out before anything could renew it. */
function needsRenewal({ access }: Endpoint) {
  const session = currentSession()
  return session !== null && access !== 'public' && access !== 'client' && secondsLeft(session, Date.now()) === 0
}

/** Query options for a call that only reads. Invalidate `[endpoint.path]` to refresh every input. */
export const query = <In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  isTold?: IsTold,
) => queryOptions({ queryKey: [endpoint.path, input], queryFn: ({ signal }) => call(endpoint, input, signal, isTold) })

async function send(endpoint: Endpoint, input: unknown, signal?: AbortSignal) {
  const timeout = AbortSignal.timeout(timeoutMs)
  const { url, init } = toRequest(endpoint, input, signal ? firstOf(signal, timeout) : timeout)
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    throw unreachable(cause)
  }
}

/** Nobody answered: the browser knows whether its own line is down. */
export const unreachable = (cause?: unknown) =>
  new NetworkError(i18n.t(isOffline() ? 'error.offline' : 'error.unreachable'), { cause })

/** Returns a signal that aborts with the first of two. `AbortSignal.any` is younger than the oldest browsers. */
function firstOf(...signals: AbortSignal[]): AbortSignal {
  const first = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) first.abort(signal.reason)
    signal.addEventListener('abort', () => first.abort(signal.reason), { signal: first.signal })
  }
  return first.signal
}

function refused(status: number, body: unknown, call: Refused) {
  const { code, msg, data } = isEnvelope(body) ? body : { code: 1, msg: null, data: body }
  const refusal = new ApiError(status, code, msg || textFor(status), data)
  for (const listener of listeners) listener(refusal, call)
  return refusal
}

/** The dictionary of spec 2, section 8.1; an act that was refused without a word just failed. */
const textFor = (status: number) =>
  status === 200 ? i18n.t('prompt.failed') : i18n.t(`error.${status}`, { defaultValue: i18n.t('error.default') })

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
