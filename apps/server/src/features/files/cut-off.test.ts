import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { bearer, form, png, uploaderTo } from '../../upload.test-kit.ts'
import { files } from './table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let upload: ReturnType<typeof uploaderTo>
let address: string
beforeAll(async () => {
  server = await startTestServer()
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  admin = await server.login('admin')
  upload = uploaderTo(server, admin)
})
afterAll(() => server.close())

/** Numbers of stored files and of their rows. */
async function kept() {
  const entries = readdirSync(join(server.config.DATA_DIR, 'files'), { recursive: true, withFileTypes: true })
  const rows = await server.db.system((tx) => tx.select().from(files))
  return [entries.filter((one) => one.isFile()).length, rows.length]
}

const { headers, payload } = form(Buffer.concat([png, Buffer.alloc(500_000)]))

/** Begins an upload, of which the first `bytes` are sent. */
function begin(bytes: number, query = '') {
  const sending = request(`${address}/admin/sys-file/upload${query}`, {
    method: 'POST',
    headers: { ...headers, ...bearer(admin), 'content-length': payload.length },
  })
  sending.on('error', () => undefined)
  sending.write(payload.subarray(0, bytes))
  return sending
}

test('an upload that is cut off leaves neither a row nor bytes', async () => {
  const sending = begin(300_000)
  await vi.waitFor(async () => expect(await kept()).toEqual([1, 0]))
  sending.destroy()
  await vi.waitFor(async () => expect(await kept()).toEqual([0, 0]))
})

test('an upload that is cut off at any point leaves nothing behind, and succeeds when resent', async () => {
  const query = `?key=${randomBytes(16).toString('hex')}`
  for (const share of [0, 0.01, 0.3, 0.7, 0.999]) {
    const sending = begin(Math.floor(payload.length * share), query)
    await sleep(60)
    sending.destroy()
    await vi.waitFor(async () => expect(await kept()).toEqual([0, 0]))
    expect((await admin.call('GET', `/admin/sys-file/upload${query}`)).data).toBeNull()
  }
  expect((await upload(png, {}, admin, query)).status).toBe(200)
})

test('uploads that are cut off before their turn leave it to those that come after', async () => {
  const holding = await server.db.owner.connect()
  await holding.query('begin; lock table sys_file')
  const sent = Array.from({ length: 20 }, () => begin(60_000))
  await vi.waitFor(async () => {
    const { rows } = await server.db.owner.query("select from pg_locks where relation = 'sys_file'::regclass and not granted")
    expect(rows.length).toBeGreaterThan(2)
  })
  for (const sending of sent) sending.destroy()
  await sleep(100)
  await holding.query('rollback')
  holding.release()
  expect((await upload(png)).status).toBe(200)
})
