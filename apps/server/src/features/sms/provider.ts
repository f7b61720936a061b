import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { outsideFetch } from '../../http/outside-fetch.ts'
import { timeText } from '../../lib/time.ts'
import { aliyunSms } from './aliyun.ts'
import type { SendSms } from './send-sms.ts'

/** File of the messages of the provider `log`. */
export const smsLog = (config: Pick<Config, 'DATA_DIR'>) => join(config.DATA_DIR, 'sms.log')

/** The service of this installation; undefined without one: then nobody logs in by telephone, and rules send no texts. */
export function smsService(config: Config): SendSms | undefined {
  const { SMS_PROVIDER: provider } = config
  if (provider === 'log') return logSms(config)
  if (provider === 'http') return httpSms(config)
  if (provider === 'aliyun') return aliyunSms(config)
  return undefined
}

/** Writes messages into a file that a person can read. */
const logSms = (config: Config): SendSms => {
  const file = smsLog(config)
  return (mobile, text) => appendFile(file, `${timeText(Date.now())} ${mobile} ${text}\n`, { mode: 0o600 })
}

/** The operator named the address: it may be in their own network. */
const operatorsFetch = outsideFetch(() => true)

/**
 * Calls an address of the operator, {mobile} and {text} filled in: POST with SMS_BODY, JSON or a form, else GET. Any 2xx is sent, unless SMS_EXPECT is
 * missing in the reply.
 */
function httpSms({ SMS_URL: url = '', SMS_BODY: template, SMS_TOKEN: token, SMS_EXPECT: expected }: Config): SendSms {
  const isJson = template?.trimStart().startsWith('{')
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  return async (mobile, text) => {
    const filled = (form: string, quote: (text: string) => string) =>
      form.replaceAll('{mobile}', () => quote(mobile)).replaceAll('{text}', () => quote(text))
    const reply = await operatorsFetch(filled(url, encodeURIComponent), {
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(template !== undefined && { 'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' }),
      },
      ...(template !== undefined && { method: 'POST', body: filled(template, isJson ? inJson : encodeURIComponent) }),
    })
    const said = await reply.text()
    if (!reply.ok) throw new Error(`the text-message service answered ${reply.status}`)
    if (expected && !said.includes(expected)) throw new Error(`the text-message service answered without ${expected}`)
  }
}
