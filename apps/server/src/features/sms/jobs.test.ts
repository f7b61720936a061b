import { statSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { createJobs } from '../jobs/jobs.ts'
import { startSmsJobs } from './jobs.ts'
import { smsLog, smsService } from './provider.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let stop: (() => Promise<void>) | undefined
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  await stop?.()
  await server.db.owner.query('delete from sms_message')
})
afterAll(() => server.close())

const patience = { timeout: 60_000 }
const write = (mobile: string, age = '0 minutes') =>
  server.db.owner.query(
    `insert into sms_message (tenant_id, rule_id, user_id, violation_id, mobile, text, create_time, asked_time)
     values (1, 1, 1, 1, $1, '超速', now() - $2::interval, now() - $2::interval)`,
    [mobile, age],
  )
const messages = async () =>
  (await server.db.owner.query('select mobile, failures, sent_time is not null as sent from sms_message order by id')).rows
const log = { error: vi.fn() }

test('a waiting message is sent once; an outdated one is given up', async () => {
  await write('13800000001')
  await write('13800000002')
  await write('13800000003', '20 minutes')
  const send = vi.fn(async () => undefined)
  stop = startSmsJobs(server.db, send, { jobs: createJobs({ db: server.db, log }), log })
  await vi.waitFor(async () => expect((await messages()).filter(({ sent }) => sent)).toHaveLength(2), patience)
  expect(send.mock.calls).toEqual([
    ['13800000001', '超速'],
    ['13800000002', '超速'],
  ])
  expect((await messages()).at(-1)).toEqual({ mobile: '13800000003', failures: 5, sent: false })
})

test('a failed message is logged, queued behind the others, and retried', async () => {
  await write('13800000001')
  await write('13800000002')
  let isDown = true
  const send = vi.fn(async (mobile: string) => {
    if (mobile === '13800000001' && isDown) throw new Error('no such operator')
  })
  stop = startSmsJobs(server.db, send, { jobs: createJobs({ db: server.db, log }), log })
  await vi.waitFor(
    async () =>
      expect(await messages()).toEqual([
        { mobile: '13800000001', failures: expect.any(Number), sent: false },
        { mobile: '13800000002', failures: 0, sent: true },
      ]),
    patience,
  )
  expect(log.error).toHaveBeenCalledWith({ error: new Error('no such operator') }, expect.any(String))
  isDown = false
  await vi.waitFor(async () => expect((await messages())[0]).toMatchObject({ sent: true }), patience)
})

test('codes that the demo writes to a file can be read by its owner only', async () => {
  const demo = { ...server.config, SMS_PROVIDER: 'log' as const }
  await smsService(demo)!('13800000001', '123456')
  expect(statSync(smsLog(demo)).mode & 0o777).toBe(0o600)
})
