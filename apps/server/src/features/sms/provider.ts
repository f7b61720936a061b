import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { timeText } from '../../lib/time.ts'

/** Sends a short message, or throws. What a real service is plugged in by. */
export type SendSms = (mobile: string, text: string) => Promise<void>

/** File of the demo's messages. */
export const smsLog = (config: Pick<Config, 'DATA_DIR'>) => join(config.DATA_DIR, 'sms.log')

/** The service of this installation: the demo's writes into a file that a person can read; without one nobody logs in by telephone. */
export function smsService(config: Pick<Config, 'DEMO' | 'DATA_DIR'>): SendSms | undefined {
  if (!config.DEMO) return undefined
  return (mobile, text) => appendFile(smsLog(config), `${timeText(Date.now())} ${mobile} ${text}\n`, { mode: 0o600 })
}
