import { type Access, type Endpoint, nameOfCall } from '@huanwei/contract/endpoint'
import { defaultLanguage } from '@huanwei/words/languages'
import { sayKnown } from '@huanwei/words/say'
import { z } from 'zod'
import type { ContractNames } from './contract-names.ts'

type Schemas = Record<string, z.core.JSONSchema.BaseSchema>

type Referrer = { $ref: string }
const isReferrer = (node: object): node is Referrer => '$ref' in node && typeof node.$ref === 'string'

/** Every object in `node` that refers to a schema. */
function referrersIn(node: unknown): Referrer[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(referrersIn)
  return isReferrer(node) ? [node, ...inside] : inside
}

type Io = 'input' | 'output'
/** Where the schemas of a document go, and the shapes that have a name there. */
type Shared = { schemas: Schemas; registries: Record<Io, z.core.$ZodRegistry<{ id: string }>> }

/** Named shapes as zod wants them. What is sent may leave out what has a default: it is another schema than what comes back. */
function namedShapes(shapes: ContractNames['shapes'], suffix: string) {
  const registry = z.registry<{ id: string }>()
  for (const [shape, name] of shapes) registry.add(shape, { id: `${name}${suffix}` })
  return registry
}

/** Where a call takes a blank or null for nothing (`orNone`), its document says so. */
function withBlank({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (!z.globalRegistry.get(zodSchema)?.takesBlank) return
  const form = { ...jsonSchema }
  for (const name of Object.keys(form)) delete jsonSchema[name]
  jsonSchema.anyOf = [form, { enum: ['', null] }]
}

/**
 * The JSON schema of `schema`. Shapes that the contract names go to the shared schemas, and so do those that contain themselves, named after
 * `name`: references start at the root of the whole document.
 */
function jsonSchema(schema: z.ZodType, io: Io, name: string, { schemas, registries }: Shared): z.core.JSONSchema.BaseSchema {
  const metadata = registries[io]
  const options = { io, metadata, unrepresentable: 'any', target: 'draft-2020-12', override: withBlank } as const
  const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, options)
  const referrers = [...referrersIn(rest), ...referrersIn($defs)]
  // A recursive schema refers to its own root.
  const isRoot = referrers.some(({ $ref }) => $ref === '#')
  const nameOf = (key: string) => (key.startsWith('__schema') || !key ? `${name}${key}` : key)
  for (const referrer of referrers) referrer.$ref = `#/components/schemas/${nameOf(referrer.$ref.replace(/^#(\/\$defs\/)?/, ''))}`
  for (const [key, { id: __, ...definition }] of Object.entries($defs)) schemas[nameOf(key)] = definition
  if (!isRoot) return rest
  schemas[name] = rest
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

const refused = { $ref: '#/components/responses/Refused' }
const outdated = { $ref: '#/components/responses/Outdated' }

/** A schema without a reference at its root: the fields of an input go to different places of a request. */
const inline = (schema: z.core.JSONSchema.BaseSchema, { schemas }: Shared): z.core.JSONSchema.BaseSchema =>
  schema.$ref ? (schemas[schema.$ref.replace('#/components/schemas/', '')] ?? schema) : schema

/** Request body of a form with one file. */
const fileForm = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
  },
}

/** The body of a call; left out where no field of it has to be there. */
function requestBody(schema: z.core.JSONSchema.BaseSchema, takesFile: boolean | undefined) {
  const required = takesFile || schema.type !== 'object' || Boolean(schema.required?.length)
  return { required, content: takesFile ? fileForm : { 'application/json': { schema } } }
}

/** What a call says about two people at one record. */
const madeFrom =
  'With `updateTime` as it was read, refused with 409 when somebody has changed the record since. Without it, or with a blank one, nothing is compared.'

/** Name of a call: under which the contract exports it, else made of its method and path. */
const operationId = ({ calls }: ContractNames, call: Endpoint) =>
  calls.get(call) ?? `${call.method.toLowerCase()}${call.path.replace(/\W+(\w)/g, (_, first: string) => first.toUpperCase())}`

function operation(id: string, { path, method, access, input, output, bare, takesFile }: Endpoint, shared: Shared) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const body = inline(jsonSchema(input, 'input', `${id}Input`, shared), shared)
  const fields = Object.entries(body.properties ?? {})
  const required = new Set(body.required ?? [])
  const parameter = ([name, schema]: [string, unknown]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name) || required.has(name),
    schema,
  })
  const isMadeFrom = fields.some(([name]) => name === 'updateTime')
  const sendsBody = method === 'POST' || method === 'PUT'
  const data = jsonSchema(output, 'output', `${id}Output`, shared)
  return {
    operationId: id,
    summary: sayKnown(defaultLanguage, `operations:${nameOfCall({ method, path })}`) ?? '',
    tags: [path.split('/')[2] ?? path],
    description: [
      typeof access === 'object' ? `Permission: \`${access.permission}\`` : `Access: ${access}`,
      ...(isMadeFrom ? [madeFrom] : []),
    ].join('\n\n'),
    security: securityOf(access),
    parameters: fields.filter(([name]) => inPath.includes(name) || !sendsBody).map(parameter),
    ...(sendsBody && { requestBody: requestBody(withoutFields(body, inPath), takesFile) }),
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema: bare ? data : envelope(data) } } },
      ...(isMadeFrom && { 409: outdated }),
      '4XX': refused,
      '5XX': refused,
    },
  }
}

/** The schemas that `node` refers to, directly or through another. */
function referredTo(node: unknown, schemas: Schemas): Schemas {
  const found: Schemas = {}
  const waiting: unknown[] = [node]
  for (const next of waiting)
    for (const { $ref } of referrersIn(next)) {
      const name = $ref.replace('#/components/schemas/', '')
      const schema = schemas[name]
      if (!schema || found[name]) continue
      found[name] = schema
      waiting.push(schema)
    }
  return found
}

/** The OpenAPI 3.1 document of `endpoints`, with the names of the contract. */
export function openApi(endpoints: Endpoint[], version: string, names: ContractNames) {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Schemas = {}
  const registries = { input: namedShapes(names.shapes, 'Input'), output: namedShapes(names.shapes, '') }
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const described = operation(operationId(names, endpoint), endpoint, { schemas, registries })
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: described }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Huanwei', version, license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: referredTo(paths, schemas),
      responses: {
        Refused: {
          description: 'Refused; `msg` says why',
          content: { 'application/json': { schema: envelope({}) } },
        },
        Outdated: {
          description:
            'Refused; `msg` says why. Where the record was changed after `updateTime`, `data.outdated` says when and by whom; `by` is null when the caller may not see that person',
          content: { 'application/json': { schema: envelope({}) } },
        },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, client: { type: 'http', scheme: 'basic' } },
    },
  }
}
