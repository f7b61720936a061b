import { type Access, type Endpoint, nameOfCall } from '@huanwei/contract/endpoint'
import { defaultLanguage } from '@huanwei/words/languages'
import { sayKnown } from '@huanwei/words/say'
import { z } from 'zod'

type Schemas = Record<string, object>

type Referrer = { $ref: string }
const isReferrer = (node: object): node is Referrer => '$ref' in node && typeof node.$ref === 'string'

/** Every object in `node` that refers to a schema. */
function referrersIn(node: unknown): Referrer[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(referrersIn)
  return isReferrer(node) ? [node, ...inside] : inside
}

/**
 * The JSON schema of `schema`. Shapes that contain themselves go to `shared`, named after `name`, since references start at the root
 * of the whole document.
 */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', name: string, shared: Schemas): z.core.JSONSchema.BaseSchema {
  const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  const referrers = [...referrersIn(rest), ...referrersIn($defs)]
  // A recursive schema refers to its own root.
  const isRoot = referrers.some(({ $ref }) => $ref === '#')
  for (const referrer of referrers) referrer.$ref = `#/components/schemas/${name}${referrer.$ref.replace(/^#(\/\$defs\/)?/, '')}`
  for (const [key, definition] of Object.entries($defs)) shared[`${name}${key}`] = definition
  if (!isRoot) return rest
  shared[name] = rest
  return { $ref: `#/components/schemas/${name}` }
}

/** `schema` without the fields that are in the path. */
function withoutFields(schema: z.core.JSONSchema.BaseSchema, names: string[]) {
  if (!schema.properties) return schema
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => !names.includes(name)))
  return { ...schema, properties, required: (schema.required ?? []).filter((name) => !names.includes(name)) }
}

const securityOf = (access: Access) => (access === 'public' ? [] : [{ [access === 'client' ? 'client' : 'bearer']: [] }])

const envelope = (data: object) => ({
  type: 'object',
  properties: { code: { type: 'integer', description: '0 success, 1 failure' }, msg: { type: ['string', 'null'] }, data },
  required: ['code', 'msg', 'data'],
})

/** Request body of a form with one file. */
const fileForm = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
  },
}

function operation({ path, method, access, input, output, bare, takesFile }: Endpoint, shared: Schemas) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const name = `${method.toLowerCase()}${path.replace(/\W+/g, '_')}`
  const body = jsonSchema(input, 'input', `${name}_sent`, shared)
  const fields = Object.entries(body.properties ?? {})
  const required = new Set(body.required ?? [])
  const parameter = ([name, schema]: [string, unknown]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name) || required.has(name),
    schema,
  })
  const sendsBody = method === 'POST' || method === 'PUT'
  const data = jsonSchema(output, 'output', name, shared)
  return {
    summary: sayKnown(defaultLanguage, `operations:${nameOfCall({ method, path })}`) ?? '',
    tags: [path.split('/')[2] ?? path],
    description: typeof access === 'object' ? `Permission: \`${access.permission}\`` : `Access: ${access}`,
    security: securityOf(access),
    parameters: fields.filter(([name]) => inPath.includes(name) || !sendsBody).map(parameter),
    ...(sendsBody && {
      requestBody: { content: takesFile ? fileForm : { 'application/json': { schema: withoutFields(body, inPath) } } },
    }),
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema: bare ? data : envelope(data) } } },
      default: { description: 'Refused; `msg` says why', content: { 'application/json': { schema: envelope({}) } } },
    },
  }
}

/** The OpenAPI 3.1 document of `endpoints`. */
export function openApi(endpoints: Endpoint[], version: string) {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Schemas = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Huanwei', version },
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, client: { type: 'http', scheme: 'basic' } },
    },
  }
}
