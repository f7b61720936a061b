import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { signatureOf } from './aliyun.ts'
import { smsService } from './provider.ts'

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }
let asked: Asked[] = []
let answer = { status: 200, body: '{"Code":"OK"}' }
const server = createServer(async (request, reply) => {
  const { method, url, headers } = request
  asked.push({ method, url, headers, body: await text(request) })
  reply.writeHead(answer.status).end(answer.body)
})
let base: string
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
beforeEach(() => {
  asked = []
  answer = { status: 200, body: '{"Code":"OK"}' }
})
afterAll(() => server.close())

const serviceOf = (settings: Record<string, string>) => smsService(readConfig({ DEMO: 'off', ...settings }))!

test('http fills number and text into the address', async () => {
  await serviceOf({ SMS_PROVIDER: 'http', SMS_URL: `${base}/send?to={mobile}&text={text}`, SMS_TOKEN: 'abc' })(
    '13800000001',
    '超速 97&x',
  )
  expect(asked).toMatchObject([
    {
      method: 'GET',
      url: `/send?to=13800000001&text=${encodeURIComponent('超速 97&x')}`,
      headers: { authorization: 'Bearer abc' },
    },
  ])
})

test('http posts JSON that no text breaks out of, or a form', async () => {
  const text = '他说"停车"\n\\'
  await serviceOf({ SMS_PROVIDER: 'http', SMS_URL: base, SMS_BODY: '{"to":"{mobile}","text":"{text}"}' })('13800000001', text)
  await serviceOf({ SMS_PROVIDER: 'http', SMS_URL: base, SMS_BODY: 'to={mobile}&text={text}' })('13800000001', 'a&b')
  expect(JSON.parse(asked[0]!.body)).toEqual({ to: '13800000001', text })
  expect(asked[0]!.headers['content-type']).toBe('application/json')
  expect(asked[1]!.body).toBe('to=13800000001&text=a%26b')
})

test('http takes no refusal for a success', async () => {
  answer = { status: 500, body: '' }
  await expect(serviceOf({ SMS_PROVIDER: 'http', SMS_URL: base })('1', 'x')).rejects.toThrow('500')
  answer = { status: 200, body: '{"result":7}' }
  await expect(serviceOf({ SMS_PROVIDER: 'http', SMS_URL: base, SMS_EXPECT: '"result":0' })('1', 'x')).rejects.toThrow(
    '"result":0',
  )
})

const aliyun = {
  SMS_PROVIDER: 'aliyun',
  SMS_ACCESS_KEY: 'id',
  SMS_SECRET_KEY: 'testsecret',
  SMS_SIGN: '环卫',
  SMS_TEMPLATE: 'SMS_1',
  SMS_CODE_TEMPLATE: 'SMS_2',
}

test('aliyun sends a code and a text by their templates, signed', async () => {
  const send = serviceOf({ ...aliyun, SMS_URL: base })
  await send('13800000001', '超速')
  await send('13800000001', '【环卫】您的登录验证码是 012345', '012345')
  const sent = asked.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  expect(sent).toMatchObject([
    { Action: 'SendSms', PhoneNumbers: '13800000001', SignName: '环卫', TemplateCode: 'SMS_1', TemplateParam: '{"text":"超速"}' },
    { TemplateCode: 'SMS_2', TemplateParam: '{"code":"012345"}' },
  ])
  for (const { Signature, ...rest } of sent) expect(Signature).toBe(signatureOf(rest, 'testsecret'))
  answer = { status: 200, body: '{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"触发天级流控"}' }
  await expect(send('13800000001', '超速')).rejects.toThrow('isv.BUSINESS_LIMIT_CONTROL')
})

/** The example of Aliyun's documentation of signatures, version 1.0. */
test('the signature of the documentation', () => {
  const example = {
    Timestamp: '2016-02-23T12:46:24Z',
    Format: 'XML',
    AccessKeyId: 'testid',
    Action: 'DescribeRegions',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
    Version: '2014-05-26',
    SignatureVersion: '1.0',
  }
  expect(signatureOf(example, 'testsecret', 'GET')).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=')
})

test('a service that lacks a setting does not start', () => {
  expect(() => readConfig({ SMS_PROVIDER: 'http' })).toThrow('SMS_URL: SMS_PROVIDER http needs it')
  expect(() => readConfig({ ...aliyun, SMS_SIGN: '' })).toThrow('SMS_SIGN')
  expect(smsService(readConfig({ DEMO: 'off' }))).toBeUndefined()
})
