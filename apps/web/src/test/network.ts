import { endpoint } from '@huanwei/contract/endpoint'
import { id } from '@huanwei/contract/fields'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { z } from 'zod'
import { startI18n } from '../i18n/i18n.ts'
import { beginSession } from '../lib/session.ts'
import { aToken } from './token.ts'

/** A call that only tests know. */
export const getThing = endpoint({
  method: 'GET',
  path: '/admin/thing/:id',
  access: 'session',
  input: z.object({ id, deptIds: z.array(id).optional(), name: z.string().optional() }),
  output: z.object({ name: z.string() }),
})

/** For tests: replaces the network and the clock, and begins a session before each test. */
export function stubNetwork() {
  const fetchStub = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
  beforeAll(() => startI18n('zh-CN'))
  beforeEach(() => {
    vi.stubGlobal('fetch', fetchStub)
    vi.useFakeTimers({ now: 1_000_000_000, toFake: ['Date'] })
    fetchStub.mockReset()
    beginSession(aToken())
  })
  afterEach(() => {
    vi.setSystemTime(Date.now() + 60_000)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const answer = (status: number, body: unknown) => fetchStub.mockImplementation(async () => Response.json(body, { status }))
  /** The last request. */
  const sent = () => {
    const [url, init] = fetchStub.mock.lastCall!
    return { url, init, headers: new Headers(init.headers) }
  }
  return { fetchStub, answer, sent }
}
