import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readGrown } from '../../../media/mp4/growing.ts'
import { wholeShare } from '../../../media/share.ts'
import { addVehicle, startTestServer } from '../../../test-kit.ts'
import { diskStore } from '../../files/file-store.ts'
import { keepAbandoned, removeOldRecordings } from './jobs.ts'
import { addRecording } from './queries.ts'
import { createRecordings } from './running.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let vehicle: Awaited<ReturnType<typeof addVehicle>>
const log = { error: (what: object, text: string) => console.error(text, what) }
beforeAll(async () => {
  server = await startTestServer()
  vehicle = await addVehicle(server.db)
})
afterAll(() => server.close())

const folder = () => join(server.config.DATA_DIR, 'recordings')
const newRow = (fileName: string) => ({
  tenantId: 1,
  vehicleId: vehicle.vehicleId,
  terminalNo: vehicle.terminalNo,
  channel: 1,
  stream: 'sub' as const,
  cause: 'demand' as const,
  startTime: '2026-11-01 08:00:00',
  fileName,
})

async function partsFor() {
  const store = await diskStore(join(server.config.DATA_DIR, 'files'))
  const { db } = server
  const media = { record: () => () => undefined }
  const share = wholeShare
  return { db, store, log, share, recordings: createRecordings({ db, store, media, share, log, folder: folder() }) }
}

/** Records until it has said how many pictures it took, then dies without a word. */
async function recordAndDie(path: string, atLeast: number) {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'dying-recorder.test-kit.ts'), path])
  let taken = 0
  for await (const chunk of child.stdout ?? []) {
    taken = Number(String(chunk).trim().split('\n').at(-1))
    if (taken >= atLeast) break
  }
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  return taken
}

test('of a recorder that is killed all is there but the last second, and the next process makes a file of it', async () => {
  await mkdir(folder(), { recursive: true })
  const fileName = `${'a'.repeat(32)}.mp4`
  const path = join(folder(), fileName)
  const taken = await recordAndDie(path, 60)
  const grown = await readGrown(path)
  expect(grown?.samples.length).toBeGreaterThanOrEqual(taken - 24)
  const id = await server.db.system((tx) => addRecording(tx, newRow(fileName)))
  const parts = await partsFor()
  await keepAbandoned(parts)
  const { rows } = await server.db.owner.query(
    'select r.*, f.file_size as of_file from video_recording r join sys_file f using (file_name) where r.id = $1',
    [id],
  )
  expect(rows).toMatchObject([
    { end_reason: 'stopped', frames: grown?.samples.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
  expect(rows[0].file_size).toBe(rows[0].of_file)
  expect(await parts.store.sizeOf(fileName)).toBe(Number(rows[0].file_size))
  await expect(access(path)).rejects.toThrow()
  // Once more changes nothing.
  await keepAbandoned(parts)
  expect((await server.db.owner.query('select count(*)::int as n from video_recording')).rows).toEqual([{ n: 1 }])
}, 60_000)

test('what holds no picture is forgotten, and what cannot be stored waits', async () => {
  await mkdir(folder(), { recursive: true })
  const [empty, full] = [`${'b'.repeat(32)}.mp4`, `${'c'.repeat(32)}.mp4`]
  await writeFile(join(folder(), empty), 'ftyp')
  await recordAndDie(join(folder(), full), 30)
  for (const name of [empty, full, `${'d'.repeat(32)}.mp4`]) await server.db.system((tx) => addRecording(tx, newRow(name)))
  const parts = await partsFor()
  const noRoom = Object.assign(new Error('no room'), { code: 'ENOSPC' })
  const store = { ...parts.store, receive: async (bytes: Readable) => Promise.reject(bytes.destroy() && noRoom) }
  const errors: string[] = []
  const broken = createRecordings({ ...parts, store, media: { record: () => () => undefined }, folder: folder() })
  await keepAbandoned({ ...parts, recordings: broken, log: { error: (_, text) => errors.push(text) } })
  const names = async () => (await server.db.owner.query('select file_name from video_recording where end_time is null')).rows
  expect([errors.length, await names()]).toEqual([1, [{ file_name: full }]])
  await keepAbandoned(parts)
  expect(await names()).toEqual([])
  expect(await parts.store.sizeOf(full)).toBeGreaterThan(1000)
}, 60_000)

test('recordings go with their files when their days are over', async () => {
  const { store } = await partsFor()
  const { rows } = await server.db.owner.query('select file_name from video_recording order by file_name')
  await server.db.owner.query(`update video_recording set end_time = now() - interval '8 days' where file_name = $1`, [
    rows[0].file_name,
  ])
  await server.db.owner.query(`update video_recording set end_time = now() - interval '6 days' where file_name <> $1`, [
    rows[0].file_name,
  ])
  await removeOldRecordings({ db: server.db, store, keepDays: 7 })
  const left = await server.db.owner.query(
    'select r.file_name from video_recording r join sys_file f using (file_name) order by 1',
  )
  expect(left.rows).toEqual(rows.slice(1))
  expect(await store.sizeOf(rows[0].file_name)).toBeUndefined()
  expect(await store.sizeOf(rows[1].file_name)).toBeGreaterThan(0)
})
