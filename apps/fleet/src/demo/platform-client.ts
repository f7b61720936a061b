import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs, shanghaiMs } from '@huanwei/contract/time'
import type { PlatformAccess } from './platform-access.ts'

const [firstRetryMs, longestRetryMs] = [2000, minuteMs]
const clientAuthorization = `Basic ${Buffer.from('pig:pig').toString('base64')}`

/** `YYYY-MM-DD hh:mm:ss` in Asia/Shanghai, as the platform's interface has it. */
export const timeText = (time: number) => new Date(time + shanghaiMs).toISOString().slice(0, 19).replace('T', ' ')

/** HTTP client of the platform for sensors and phones; `signal` ends every call. */
export function createPlatformClient({ web, password }: PlatformAccess, signal: AbortSignal) {
  return {
    /** Posts JSON and returns the reply, its body read to the end. */
    async post(path: string, authorization: string, body: object): Promise<Response> {
      const reply = await fetch(web + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      })
      await reply.arrayBuffer()
      return reply
    },

    /** Logs in and returns the value of the authorization header. Retries until the platform answers; throws when it refuses. */
    async logIn(username: string): Promise<string> {
      const form = { grant_type: 'password', scope: 'server', username, password: Buffer.from(password).toString('base64') }
      const headers = { authorization: clientAuthorization, 'TENANT-ID': '1' }
      for (let retryMs = firstRetryMs; ; retryMs = Math.min(2 * retryMs, longestRetryMs)) {
        const body = new URLSearchParams(form)
        const reply = await fetch(`${web}/auth/oauth/token`, { method: 'POST', headers, body, signal }).catch(() => undefined)
        if (reply?.ok) return `Bearer ${accessTokenOf(await reply.json())}`
        if (reply && reply.status < 500 && reply.status !== 429) throw new Error(`${username} was refused with ${reply.status}`)
        await sleep(retryMs, undefined, { signal })
      }
    },
  }
}
export type PlatformClient = ReturnType<typeof createPlatformClient>

function accessTokenOf(reply: unknown): string {
  if (typeof reply === 'object' && reply !== null && 'access_token' in reply && typeof reply.access_token === 'string')
    return reply.access_token
  throw new Error('the platform answered a log-in without a token')
}
