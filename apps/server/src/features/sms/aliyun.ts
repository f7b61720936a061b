import { createHmac, randomUUID } from 'node:crypto'
import type { Config } from '../../config.ts'
import { outsideFetch } from '../../http/outside-fetch.ts'
import type { SendSms } from './send-sms.ts'

type Settings = Pick<Config, 'SMS_URL' | 'SMS_ACCESS_KEY' | 'SMS_SECRET_KEY' | 'SMS_SIGN' | 'SMS_TEMPLATE' | 'SMS_CODE_TEMPLATE'>

const address = 'https://dysmsapi.aliyuncs.com/'

const ask = outsideFetch(() => true)

/**
 * Sends by SendSms of Aliyun (2017-05-25). SMS_CODE_TEMPLATE has the variable `code`, SMS_TEMPLATE the variable `text`. Throws unless the service answers
 * with the code OK.
 */
export function aliyunSms({ SMS_URL: url = address, ...settings }: Settings): SendSms {
  const { SMS_ACCESS_KEY: key = '', SMS_SECRET_KEY: secret = '', SMS_SIGN: sign = '' } = settings
  return async (mobile, text, code) => {
    const asked = {
      Action: 'SendSms',
      Version: '2017-05-25',
      Format: 'JSON',
      AccessKeyId: key,
      PhoneNumbers: mobile,
      SignName: sign,
      TemplateCode: (code === undefined ? settings.SMS_TEMPLATE : settings.SMS_CODE_TEMPLATE) ?? '',
      TemplateParam: JSON.stringify(code === undefined ? { text } : { code }),
      SignatureMethod: 'HMAC-SHA1',
      SignatureVersion: '1.0',
      SignatureNonce: randomUUID(),
      Timestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    }
    const body = `Signature=${encoded(signatureOf(asked, secret))}&${canonical(asked)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await ask(url, { method: 'POST', headers, body })
    const { Code, Message } = Object.assign({ Code: '', Message: '' }, await reply.json())
    if (Code !== 'OK') throw new Error(`the text-message service answered ${Code || reply.status}: ${Message}`)
  }
}

/** RFC 3986, which `encodeURIComponent` follows but for five signs. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const canonical = (asked: Record<string, string>) =>
  Object.entries(asked)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&')

/** Signature of a request to `/`, version 1.0 of Aliyun's RPC calls. */
export const signatureOf = (asked: Record<string, string>, secret: string, method = 'POST') =>
  createHmac('sha1', `${secret}&`)
    .update(`${method}&%2F&${encoded(canonical(asked))}`)
    .digest('base64')
