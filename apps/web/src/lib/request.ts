import type { Endpoint } from '@huanwei/contract/endpoint'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import { z } from 'zod'
import { i18n } from '../i18n/i18n.ts'
import { readEntry } from './entries.ts'
import { currentSession } from './session.ts'

/** Url and options for fetch. `input` fills the path first; the rest goes to the query (GET, DELETE), a form (client calls) or a JSON body; a list is the body. */
export function toRequest({ path, method, access }: Endpoint, input: unknown, signal: AbortSignal) {
  const list = Array.isArray(input) ? input : undefined
  const fields = new Map(Object.entries(z.record(z.string(), z.unknown()).parse(list ? {} : input)))
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields.get(name)
    fields.delete(name)
    return encodeURIComponent(String(value))
  })
  const headers = baseHeaders(access === 'client')
  if (path.startsWith('/admin/intercom/')) addAccessToken(headers)
  const init = { method, headers, signal, credentials: 'same-origin' as const }

  if (method === 'GET' || method === 'DELETE') {
    const query = parameters(fields).toString()
    return { url: query ? `${url}?${query}` : url, init }
  }
  if (access === 'client') {
    headers.set('content-type', 'application/x-www-form-urlencoded')
    return { url, init: { ...init, body: parameters(fields).toString() } }
  }
  headers.set('content-type', 'application/json')
  return { url, init: { ...init, body: JSON.stringify(list ?? Object.fromEntries(fields)) } }
}

/** The token of the intercom's desktop helper, as a tab keeps it. */
export const intercomTokenEntry = 'intercomToken'

/** The token of the desktop helper goes along with calls about groups. Source: spec 2, section 7. */
function addAccessToken(headers: Headers) {
  const token = readEntry(intercomTokenEntry, z.string())
  if (token !== null) headers.set('access-token', token)
}

/** Absent values are left out; lists repeat their key (`a=1&a=2`). Source: spec 4, S1 §6. */
function parameters(fields: Map<string, unknown>) {
  const present = [...fields].filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(
    present.flatMap(([key, value]) => (Array.isArray(value) ? value.map((one) => [key, String(one)]) : [[key, String(value)]])),
  )
}

/** Bearer or client header, tenant and language. The stored tenant goes along on login calls too. Source: spec 4, S1 §6. */
export function baseHeaders(asClient: boolean) {
  const headers = new Headers({ accept: 'application/json', 'accept-language': i18n.language ?? 'zh-CN' })
  const session = currentSession()
  if (asClient) headers.set('authorization', clientAuthorization)
  else if (session) headers.set('authorization', `Bearer ${session.accessToken}`)
  const tenantId = session?.user.tenantId ?? readEntry('tenantId', z.number())
  if (tenantId !== null) headers.set('TENANT-ID', String(tenantId))
  return headers
}
