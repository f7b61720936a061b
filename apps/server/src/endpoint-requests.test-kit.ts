import type { Endpoint } from '@huanwei/contract/endpoint'
import type { InjectOptions } from 'fastify'
import { z } from 'zod'

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Fields that a call takes, by name. */
export const propertiesOf = ({ input }: Endpoint) =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}

/** The call with these fields: in its path, and its query or its body. A query has only what the call knows. */
export function requestOf(
  endpoint: Endpoint,
  fields: Record<string, unknown>,
): Pick<InjectOptions, 'method' | 'url' | 'payload'> {
  const rest = { ...fields }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value ?? 1))
  })
  const inUrl = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  // A parameter that the call does not know is refused before anything is asked.
  const known = propertiesOf(endpoint)
  const asked = Object.entries(rest).filter(
    ([name, value]) => value !== undefined && (endpoint.method !== 'GET' || name in known),
  )
  const query = inUrl && asked.length ? `?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}` : ''
  return { method: endpoint.method, url: path + query, ...(!inUrl && { payload: rest }) }
}
