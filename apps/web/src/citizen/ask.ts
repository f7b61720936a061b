import type { Envelope } from '@huanwei/contract/endpoint'
import type { Language } from '@huanwei/words/languages'

/** The server said no; `message` is its own wording in the person's language. */
export class ServerRefusal extends Error {
  readonly status: number
  /** The field it is about, when the server says so. */
  readonly field: string | undefined
  constructor(status: number, message: string, field: string | undefined) {
    super(message)
    this.status = status
    this.field = field
  }
}

/** No answer, or one of a gateway for a server that is down: nobody knows whether it arrived. */
export class Lost extends Error {}

/** A slow network may take this long for one answer, ms. */
const patienceMs = 60_000

/** Fills the `:names` of a path. */
export const placeOf = (path: string, values: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

/** Asks, or with `body` sends. Throws ServerRefusal or Lost. The type is what the contract says of the call. */
export async function ask<T>(url: string, language: Language, body?: object): Promise<T> {
  const headers = { 'accept-language': language, ...(body && { 'content-type': 'application/json' }) }
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const reply = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(patienceMs) }).catch((cause) => {
    throw new Lost('', { cause })
  })
  return unwrapText<T>(reply.status, await reply.text().catch(() => ''))
}

/** Data of an answer. Throws like `ask`. */
export function unwrapText<T>(status: number, text: string): T {
  const said = read<T>(text)
  if (!said || status > 500) throw new Lost(String(status))
  if (status !== 200 || said.code !== 0) throw new ServerRefusal(status, said.msg ?? '', fieldOf(said.data))
  return said.data
}

/** True for the envelope of an answer. Its content is not checked: this page does without zod. */
const isEnvelope = <T>(said: unknown): said is Envelope<T> =>
  typeof said === 'object' && said !== null && 'code' in said && typeof said.code === 'number'

function read<T>(text: string): Envelope<T> | undefined {
  try {
    const said: unknown = JSON.parse(text)
    return isEnvelope<T>(said) ? said : undefined
  } catch {
    // A gateway in between answered with a page.
    return undefined
  }
}

const fieldOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'field' in data && typeof data.field === 'string' ? data.field : undefined
