import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { isAlive } from './hold.ts'

const dir = mkdtempSync(join(tmpdir(), 'huanwei-embedded-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const readable = (url: string, text: string) => vi.waitFor(() => query(url, text), { timeout: 60_000, interval: 100 })

test('data survive a stop, a kill of the server and a kill of the product; one product at a time', async () => {
  const first = await startEmbedded(dir)
  await query(first.url, 'create table kept (n int); insert into kept values (1)')
  await expect(startEmbedded(dir)).rejects.toThrow('already open')

  process.kill(first.postmasterPid(), 'SIGKILL')
  expect(await readable(first.url, 'select n from kept')).toEqual([{ n: 1 }])
  await first.stop()

  const holder = spawn(process.execPath, [join(import.meta.dirname, 'embedded-holder.ts'), dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [pid] = await once(holder.stdout, 'data')
  await expect(startEmbedded(dir)).rejects.toThrow(`process ${holder.pid}`)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(isAlive(Number(pid))).toBe(true)

  const next = await startEmbedded(dir)
  expect(await query(next.url, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }])
  await next.stop()
  expect(isAlive(next.postmasterPid())).toBe(false)
  expect(statSync(join(dir, 'postgres.log')).mode & 0o777).toBe(0o600)
})

const nobody = readFileSync('/etc/passwd', 'utf8')
  .split('\n')
  .map((line) => line.split(':'))
  .find(([name]) => name === 'nobody')

test.runIf(process.getuid?.() === 0 && nobody)(
  'it runs for an ordinary user too, also where the path is too long for a socket',
  () => {
    const own = mkdtempSync(join(tmpdir(), 'huanwei-ordinary-'.padEnd(120, 'x')))
    const [uid, gid] = [Number(nobody?.[2]), Number(nobody?.[3])]
    chownSync(own, uid, gid)
    const run = spawnSync(process.execPath, [join(import.meta.dirname, 'embedded-holder.ts'), own, 'once'], {
      uid,
      gid,
      encoding: 'utf8',
      timeout: 60_000,
    })
    rmSync(own, { recursive: true, force: true })
    expect([run.stderr, run.status]).toEqual(['', 0])
  },
  90_000,
)
