import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { createJobs, stopAll } from './jobs.ts'
import { findJobs } from './queries.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const log = { error: vi.fn() }
const runs = async () => server.db.system(findJobs)
const runOf = async (name: string) => (await runs()).find((run) => run.name === name)

test('a job that fails is noted with its reason until it does well again, and runs on', async () => {
  const jobs = createJobs({ db: server.db, log })
  let isBroken = true
  const stop = jobs.every('tenants', 20, async () => {
    if (isBroken) throw new Error('no space left')
  })
  await expect.poll(async () => (await runOf('tenants'))?.failures ?? 0).toBeGreaterThan(1)
  expect(await runOf('tenants')).toMatchObject({ error: 'no space left', everyMs: 20 })
  expect((await runs())[0]?.name).toBe('tenants')
  expect(log.error).toHaveBeenCalledWith({ error: new Error('no space left') }, 'the job tenants failed')
  isBroken = false
  await expect.poll(async () => (await runOf('tenants'))?.failures).toBe(0)
  expect(await runOf('tenants')).toMatchObject({ error: '' })
  await stop()
})

test('a job never runs twice at once, and its stop waits for the run under way', async () => {
  const jobs = createJobs({ db: server.db, log })
  let [atOnce, most, ended] = [0, 0, 0]
  const work = async () => {
    most = Math.max(most, ++atOnce)
    await new Promise((resolve) => setTimeout(resolve, 30))
    atOnce--
    ended++
  }
  const stop = stopAll(jobs.every('texts', 1, work, { isAtOnce: true }))
  await expect.poll(() => ended).toBeGreaterThan(2)
  await stop()
  const before = ended
  expect([most, atOnce]).toEqual([1, 0])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(ended).toBe(before)
})
