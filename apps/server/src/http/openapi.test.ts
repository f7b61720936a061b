import { madeFrom } from '@huanwei/contract/last-change'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApi } from './openapi.ts'

type Node = { name: string; children: Node[] }
const Node: z.ZodType<Node> = z.lazy(() => z.object({ name: z.string(), children: z.array(Node) }))
const Other: z.ZodType<Node> = z.lazy(() => z.object({ name: z.string(), children: z.array(Other) }))

const call = { access: 'session' } as const
const document = openApi(
  [
    { ...call, method: 'GET', path: '/admin/tree', input: z.object({ deep: z.boolean().optional() }), output: z.array(Node) },
    { ...call, method: 'GET', path: '/admin/other', input: z.object({}), output: Other },
    {
      ...call,
      method: 'POST',
      path: '/admin/thing/:id/text',
      input: z.object({ id: z.coerce.number(), text: z.string() }),
      output: z.boolean(),
    },
    {
      ...call,
      method: 'PUT',
      path: '/admin/thing',
      input: z.object({ text: z.string().optional(), ...madeFrom }),
      output: z.boolean(),
    },
    { ...call, method: 'DELETE', path: '/admin/thing/:id', input: z.object({ id: z.coerce.number() }), output: z.boolean() },
  ],
  '1',
  { calls: new Map(), shapes: new Map() },
)

/** Resolves a reference such as `#/a/b` in the document. */
const at = (pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (one, key) => (typeof one === 'object' && one !== null ? Object.entries(one).find(([k]) => k === key)?.[1] : undefined),
      document,
    )

test('every reference leads to a schema of the same document, each recursive shape to its own', () => {
  const text = JSON.stringify(document)
  const pointers = [...text.matchAll(/"\$ref":"(#\/components\/schemas\/[^"]+)"/g)].map(([, pointer = '']) => pointer)
  expect(new Set(pointers).size).toBe(2)
  for (const pointer of pointers) expect(at(pointer), pointer).toMatchObject({ type: 'object' })
  expect(text).not.toContain('$defs')
})

test('a field in the path is a required parameter and no part of the body', () => {
  const post = document.paths['/admin/thing/{id}/text']?.post
  expect(post).toMatchObject({ parameters: [{ name: 'id', in: 'path', required: true }] })
  const body = z
    .object({ requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }) })
    .parse(post).requestBody.content['application/json']?.schema
  expect(body).toMatchObject({ properties: { text: { type: 'string' } }, required: ['text'] })
  expect(body).not.toHaveProperty('properties.id')
  expect(document.paths['/admin/tree']?.get).toMatchObject({ parameters: [{ name: 'deep', in: 'query', required: false }] })
})

test('a body is required where a field of it is, and a change from an older state has its refusal', () => {
  const [post, put] = [document.paths['/admin/thing/{id}/text']?.post, document.paths['/admin/thing']?.put]
  expect([post, put]).toMatchObject([{ requestBody: { required: true } }, { requestBody: { required: false } }])
  expect(put).toMatchObject({
    description: expect.stringContaining('Without it, or with a blank one, nothing is compared'),
    responses: { 409: { $ref: '#/components/responses/Outdated' } },
  })
  expect(post).not.toHaveProperty('responses.409')
})
