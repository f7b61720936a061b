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

test('of several processes one does a job when it is due; another takes over when that one is gone', async () => {
  const done: string[] = []
  const start = (holder: string) =>
    createJobs({ db: server.db, log, holder }).every('visits', 100, async () => void done.push(holder), { isAtOnce: true })
  const stops = [start('one'), start('two')]
  await expect.poll(() => done.length).toBeGreaterThan(4)
  const { rows } = await server.db.owner.query<{ holder: string }>(`select holder from job_claim where name = 'visits'`)
  expect(['one', 'two']).toContain(rows[0]?.holder)
  await stops[0]!()
  const before = done.length
  await expect.poll(() => done.slice(before)).toContain('two')
  await stops[1]!()
})

test('a job that another process has claimed is left alone', async () => {
  const work = vi.fn(async () => undefined)
  await server.db.owner.query(`insert into job_claim values ('usedFiles', 'other', now() + interval '1 hour')`)
  const jobs = createJobs({ db: server.db, log, holder: 'me' })
  const stop = jobs.every('usedFiles', 10, work, { isAtOnce: true })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(work).not.toHaveBeenCalled()
  await server.db.owner.query(`update job_claim set until = now() where name = 'usedFiles'`)
  await expect.poll(() => work.mock.calls.length).toBeGreaterThan(0)
  await stop()
})

test('a job of which each process does its own part is done by all of them', async () => {
  const done = new Set<string>()
  const start = (holder: string) =>
    createJobs({ db: server.db, log, holder }).every('unusedFiles', 60_000, async () => done.add(holder), {
      isAtOnce: true,
      isOfEach: true,
    })
  const stops = [start('one'), start('two')]
  await expect.poll(() => [...done].toSorted()).toEqual(['one', 'two'])
  for (const stop of stops) await stop()
})

test.each([undefined, 'me'])(
  'a job that failed is done again before it is due, and then when it is (process %s)',
  async (holder) => {
    const jobs = createJobs({ db: server.db, log, holder })
    const work = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('locked'))
    const stop = jobs.every('oldMarks', 3_600_000, work, { isAtOnce: true, againMs: 10 })
    await expect.poll(() => work.mock.calls.length).toBe(2)
    await expect.poll(async () => (await runOf('oldMarks'))?.failures).toBe(0)
    await stop()
    expect(work).toHaveBeenCalledTimes(2)
  },
)
