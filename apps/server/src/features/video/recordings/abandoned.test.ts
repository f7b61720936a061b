import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { framesPerSecond, loopOf } from '@huanwei/fleet/cameras/picture-loop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstShown, hashOf, readMovie, recordLoop } from '../../../media/recording/frames.test-kit.ts'
import { wholeShare } from '../../../media/share.ts'
import { addVehicle, createTestDatabase, startTestServer } from '../../../test-kit.ts'
import { diskStore, type FileStore } from '../../files/file-store.ts'
import { keepAbandoned, removeOldRecordings } from './jobs.ts'
import { addRecording } from './queries.ts'
import { createRecordings } from './running.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let vehicle: Awaited<ReturnType<typeof addVehicle>>
let url: string
const log = { error: (what: object, text: string) => console.error(text, what) }
beforeAll(async () => {
  url = await createTestDatabase()
  server = await startTestServer({}, url)
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

const contentOf = async (store: FileStore, fileName: string) => buffer(await store.read(fileName))

test('of a recorder that is killed all is there but the last second, and the next process makes a file of it', async () => {
  await mkdir(folder(), { recursive: true })
  const fileName = `${'a'.repeat(32)}.mp4`
  const path = join(folder(), fileName)
  const taken = await recordAndDie(path, 60)
  const id = await server.db.system((tx) => addRecording(tx, newRow(fileName)))
  const parts = await partsFor()
  await keepAbandoned(parts)
  const kept = await contentOf(parts.store, fileName)
  const { frames } = await readMovie(kept)
  expect(frames.length).toBeGreaterThanOrEqual(taken - framesPerSecond)
  expect(frames.map(({ hash }) => hash)).toEqual(firstShown(loopOf(1), frames.length))
  const { rows } = await server.db.owner.query(
    'select r.*, f.file_size as of_file from video_recording r join sys_file f using (file_name) where r.id = $1',
    [id],
  )
  expect(rows).toMatchObject([{ end_reason: 'stopped', frames: frames.length, sha256: hashOf(kept) }])
  expect([rows[0].file_size, rows[0].of_file].map(Number)).toEqual([kept.length, kept.length])
  await expect(access(path)).rejects.toThrow()
  // Once more changes nothing.
  await keepAbandoned(parts)
  expect((await server.db.owner.query('select count(*)::int as n from video_recording')).rows).toEqual([{ n: 1 }])
}, 60_000)

/** Lets a process store what was recorded and die at this point of it. */
async function keepAndDie(point: string) {
  const keeper = join(import.meta.dirname, 'dying-keeper.test-kit.ts')
  const child = spawn(process.execPath, [keeper, url, server.config.DATA_DIR, point], { stdio: 'inherit' })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

test.each([
  ['bytes', 'e', false],
  ['file', 'f', false],
  ['row', '0', true],
] as const)(
  'a closed recording is whole, also when who stores it dies over its %s',
  async (point, letter, isStored) => {
    await mkdir(folder(), { recursive: true })
    const fileName = `${letter.repeat(32)}.mp4`
    const { recorder, sent } = recordLoop(join(folder(), fileName), 60)
    await recorder.stop()
    const id = await server.db.system((tx) => addRecording(tx, newRow(fileName)))
    await keepAndDie(point)
    const row = async () => {
      const { rows } = await server.db.owner.query('select end_reason, frames, sha256 from video_recording where id = $1', [id])
      return rows[0]
    }
    expect((await row()).frames > 0).toBe(isStored)
    const parts = await partsFor()
    // What has a name in the store is whole at any time.
    expect(await parts.store.sizeOf(fileName).then((size) => size !== undefined)).toBe(point !== 'bytes')
    await keepAbandoned(parts)
    const kept = await contentOf(parts.store, fileName)
    expect((await readMovie(kept)).frames.map(({ hash }) => hash)).toEqual(sent)
    expect(await row()).toEqual({ end_reason: 'stopped', frames: sent.length, sha256: hashOf(kept) })
  },
  60_000,
)

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
