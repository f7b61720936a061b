import type { Access, Endpoint } from '@huanwei/contract/endpoint'
import { z } from 'zod'

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

const securityOf = (access: Access) => (access === 'public' ? [] : [{ [access === 'client' ? 'client' : 'bearer']: [] }])

const envelope = (data: object) => ({
  type: 'object',
  properties: { code: { type: 'integer', description: '0 success, 1 failure' }, msg: { type: ['string', 'null'] }, data },
  required: ['code', 'msg', 'data'],
})

function operation({ path, method, access, summary, input, output, bare }: Endpoint) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  const body = jsonSchema(input, 'input')
  const fields = Object.entries(body.properties ?? {})
  const required = new Set(body.required ?? [])
  const parameter = ([name, schema]: [string, unknown]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name) || required.has(name),
    schema,
  })
  const sendsBody = method === 'POST' || method === 'PUT'
  const data = jsonSchema(output, 'output')
  return {
    summary,
    tags: [path.split('/')[2] ?? path],
    description: typeof access === 'object' ? `Permission: \`${access.permission}\`` : `Access: ${access}`,
    security: securityOf(access),
    parameters: fields.filter(([name]) => inPath.includes(name) || !sendsBody).map(parameter),
    ...(sendsBody && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema: bare ? data : envelope(data) } } },
      default: { description: 'Refused; `msg` says why', content: { 'application/json': { schema: envelope({}) } } },
    },
  }
}

/** The OpenAPI 3.1 document of `endpoints`. */
export function openApi(endpoints: Endpoint[], version: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Huanwei', version },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, client: { type: 'http', scheme: 'basic' } } },
  }
}
