import { sayKnown } from '@huanwei/words/say'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer } from '../test-kit.ts'
import { languageOf } from './language.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[]; oneOf?: Shape[] }

const Shape: z.ZodType<Shape> = z.lazy(() =>
  z.looseObject({
    properties: z.record(z.string(), Shape).optional(),
    items: Shape.optional().catch(undefined),
    anyOf: z.array(Shape).optional(),
    oneOf: z.array(Shape).optional(),
  }),
)

/** Names of all fields, inner ones too. */
function namesIn({ properties = {}, items, anyOf = [], oneOf = [] }: Shape): string[] {
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf]
  return [...Object.keys(properties), ...inner.flatMap(namesIn)]
}

test('every field that a call takes has a word in every language', () => {
  const names = server.app.endpoints.flatMap(({ input }) =>
    namesIn(Shape.parse(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))),
  )
  expect(names.length).toBeGreaterThan(50)
  // Missing: give it a line in packages/words/fields.*.json.
  expect([...new Set(names)].filter((name) => !sayKnown('zh-CN', `fields:${name}`))).toEqual([])
})

const refusals = [
  ['zh-CN', '参数错误: 请输入车牌号', '参数错误: 部门: '],
  ['zh-TW', '參數錯誤: 請輸入車牌號', '參數錯誤: 部門: '],
  ['en-US', 'Invalid request: Please enter the plate number', 'Invalid request: department: '],
] as const

test.each(refusals)('a refusal names the field and the reason in %s', async (language, ofPlate, ofDepartment) => {
  const { token } = await server.login('admin')
  const say = async (payload: object) => {
    const headers = { authorization: `Bearer ${token.access_token}`, cookie: `language=${language}` }
    const reply = await server.app.inject({ method: 'POST', url: '/admin/vehicle', headers, payload })
    expect(reply.statusCode).toBe(400)
    return reply.json().msg
  }
  expect(await say({ plateNumber: ' ', deptId: 1, vehicleType: '1' })).toBe(ofPlate)
  const text = await say({ plateNumber: '川A1', deptId: 'x', vehicleType: '1' })
  expect(text.startsWith(ofDepartment), text).toBe(true)
  if (language !== 'en-US') expect(text).not.toMatch(/deptId|number expected/)
})

test.each([
  ['/admin/projectManage', { name: '一标段', code: '1'.repeat(51) }, '参数错误: 编号: '],
  ['/admin/box', { name: '盒子', code: 7 }, '参数错误: 编号: '],
  ['/auth/oauth/token', { grant_type: 'password', username: 'a', password: 'b', code: '1'.repeat(17) }, '参数错误: 验证码: '],
] as const)('%s names its `code` by what it means there', async (url, payload, of) => {
  const { token } = await server.login('admin')
  const authorization = url.startsWith('/auth') ? `Basic ${btoa('pig:pig')}` : `Bearer ${token.access_token}`
  const reply = await server.app.inject({ method: 'POST', url, headers: { authorization }, payload })
  expect([reply.statusCode, reply.json().msg]).toEqual([400, expect.stringContaining(of)])
})

test.each([
  [{ cookie: 'language=en-US', 'accept-language': 'zh-CN' }, 'en-US'],
  [{ cookie: 'language=xx', 'accept-language': 'zh-TW' }, 'zh-TW'],
  [{ 'accept-language': 'fr, en;q=0.8, zh;q=0.3' }, 'en-US'],
  [{ 'accept-language': 'en;q=0.2, zh-HK;q=0.9' }, 'zh-TW'],
  [{ 'accept-language': 'en;q=0' }, 'zh-CN'],
  [{ 'accept-language': 'de' }, 'zh-CN'],
  [{}, 'zh-CN'],
])('%j asks for %s', (headers, language) => expect(languageOf(headers)).toBe(language))
