import { randomBytes } from 'node:crypto'
import { createWriteStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import { getTableName } from 'drizzle-orm'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerFailure } from '../../http/failures.ts'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { form, png, uploaderTo } from '../../upload.test-kit.ts'
import { diskStore } from './file-store.ts'
import { removeOrphans, removeUnusedFiles } from './jobs.ts'
import { photoColumns, pictureColumns, recheckFiles, recheckReleased } from './queries.ts'
import { receiveFile } from './receive-file.ts'
import { files } from './table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let upload: ReturnType<typeof uploaderTo>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  upload = uploaderTo(server, admin)
})
afterAll(() => server.close())

const key = () => randomBytes(16).toString('hex')
const rowsOf = () => server.db.system((tx) => tx.select().from(files))
/** Makes the files older by `hours`. */
const age = (hours: number) => server.db.owner.query(`update sys_file set create_time = create_time - interval '${hours} hours'`)

test('a full disk is reported with a message and leaves nothing behind', async () => {
  const store = await diskStore(join(server.config.DATA_DIR, 'full'))
  // `/dev/full` gives the same error as a full disk.
  const full = {
    ...store,
    receive: (bytes: Readable) => pipeline(bytes, createWriteStream('/dev/full')).then(() => store.receive(bytes)),
  }
  const app = Fastify()
  app.setErrorHandler(answerFailure)
  app.decorate('say', (_: FastifyRequest, word: TextKey) => say('zh-CN', word))
  await app.register(multipart)
  app.post('/', (request) => receiveFile(request, full, ['png'], async () => 'kept'))
  const reply = await app.inject({ method: 'POST', url: '/', ...form(Buffer.concat([png, Buffer.alloc(200_000)])) })
  expect([reply.statusCode, reply.json().msg]).toEqual([507, '存储空间已满，没有保存，请联系管理员'])
  expect(readdirSync(join(server.config.DATA_DIR, 'full', 'incoming'))).toEqual([])
  await app.close()
})

test('a file without a reference for a day is removed with its bytes; a referenced one stays', async () => {
  await server.db.owner.query('delete from sys_file')
  const [unused, shown, kept] = [(await upload(png)).data, (await upload(png)).data, (await upload(png)).data]
  await server.db.owner.query('update sys_user set avatar = $1 where tenant_id = 1 and username = $2', [shown.fileName, 'viewer'])
  expect((await admin.call('PUT', '/admin/user/edit', { avatar: kept.fileName, name: '周敏' })).data).toBe(true)
  await admin.call('PUT', '/admin/user/edit', { avatar: '', name: '周敏' })
  const store = await diskStore(join(server.config.DATA_DIR, 'files'))
  const left = async () => (await rowsOf()).map(({ fileName }) => fileName).toSorted()
  await age(23)
  await removeUnusedFiles({ db: server.db, store })
  expect(await left()).toEqual([unused.fileName, shown.fileName, kept.fileName].toSorted())
  await age(2)
  await removeUnusedFiles({ db: server.db, store })
  expect(await left()).toEqual([shown.fileName])
  expect(await store.sizeOf(unused.fileName)).toBeUndefined()
  await server.db.owner.query('update sys_user set avatar = null where tenant_id = 1')
  await removeUnusedFiles({ db: server.db, store })
  expect(await left()).toEqual([shown.fileName])
})

test('what a record no longer refers to counts as unused again, unless another record has it', async () => {
  await server.db.owner.query('delete from sys_file')
  const store = await diskStore(join(server.config.DATA_DIR, 'files'))
  const { data: dictionary } = await admin.call('GET', '/admin/dict/type/document_kind')
  const { vehicleId } = await addVehicle(server.db)
  const [logo, both, paper, avatar] = [await upload(png), await upload(png), await upload(png), await upload(png)].map(
    ({ data }): string => data.fileName,
  )
  const asset = { objectType: '1', objectId: vehicleId, kind: dictionary[0].value, name: '照片' }
  const add = async (names: unknown[]) =>
    (await admin.call('POST', '/admin/assetDocument', { ...asset, files: names.join() })).data.id
  const [changed, removed] = [await add([both, paper]), await add([both])]
  for (const fileName of [logo, paper]) await admin.call('POST', '/admin/unitInfo/bindUnitInfo', { kind: 'logo', fileName })
  for (const name of [avatar, '']) await admin.call('PUT', '/admin/user/edit', { avatar: name })
  const confirmed = async () => {
    await server.db.system(recheckReleased)
    return (await rowsOf()).flatMap(({ fileName, isConfirmed }) => (isConfirmed ? [fileName] : [])).toSorted()
  }
  expect(await confirmed()).toEqual([both, paper].toSorted())
  await admin.call('PUT', '/admin/assetDocument', { id: changed, kind: asset.kind, name: '照片', files: both })
  expect(await confirmed()).toEqual([both, paper].toSorted())
  await admin.call('DELETE', `/admin/assetDocument/${removed}`)
  expect(await confirmed()).toEqual([both, paper].toSorted())
  await age(25)
  await removeUnusedFiles({ db: server.db, store })
  expect((await rowsOf()).map(({ fileName }) => fileName).toSorted()).toEqual([both, paper].toSorted())
})

test('a picture passed on by others counts as unused as soon as nobody has it, and not before', async () => {
  await server.db.owner.query('delete from sys_file')
  await server.db.owner.query(`insert into sys_file (tenant_id, bucket_name, file_name, original, type, file_size, create_user)
    select 1, 'huanwei', 'unused' || i || '.png', '', 'png', 1, 'viewer' from generate_series(1, 499) i`)
  const viewer = await server.login('viewer')
  const uploadAsViewer = () => upload(png, {}, viewer)
  const wear = async (who: typeof admin, avatar: string) =>
    expect((await who.call('PUT', '/admin/user/edit', { avatar })).data).toBe(true)
  const { fileName } = (await uploadAsViewer()).data
  expect((await uploadAsViewer()).status).toBe(429)
  await wear(viewer, fileName)
  await wear(admin, fileName)
  await wear(viewer, '')
  expect((await uploadAsViewer()).status).toBe(200)
  await server.db.owner.query("delete from sys_file where file_name = 'unused1.png'")
  await wear(admin, '')
  expect((await uploadAsViewer()).status).toBe(429)
  expect((await rowsOf()).filter(({ isConfirmed, isReleased }) => isConfirmed || isReleased)).toEqual([])
})

test('a reference that went without a word is noticed when the file is looked at again', async () => {
  await server.db.owner.query('delete from sys_file')
  const { fileName } = (await upload(png)).data
  await admin.call('POST', '/admin/unitInfo/bindUnitInfo', { kind: 'logo', fileName })
  const recheck = () => server.db.system((tx) => recheckFiles(tx, 0))
  const isConfirmed = async () => (await rowsOf())[0]?.isConfirmed
  expect([await isConfirmed(), await recheck(), await isConfirmed()]).toEqual([true, 0, true])
  await server.db.owner.query("update unit_info set logo = '' where tenant_id = 1")
  expect([await recheck(), await isConfirmed()]).toEqual([0, false])
})

test('a picture of a person is a picture', async () => {
  const { data } = await upload(Buffer.from('%PDF-1.4\n'))
  expect(await admin.call('PUT', '/admin/user/edit', { avatar: data.fileName })).toMatchObject({ status: 400 })
})

test('bytes without a row, left by a dead process, are removed after a day; others stay', async () => {
  const store = await diskStore(join(server.config.DATA_DIR, 'files'))
  const [orphan, other] = [`${key()}.png`, 'readme.txt']
  for (const name of [orphan, other]) await (await store.receive(Readable.from(['x']))).keep(name)
  const { fileName } = (await upload(png)).data
  await removeOrphans({ db: server.db, store })
  expect(await store.sizeOf(orphan)).toBe(1)
  await removeOrphans({ db: server.db, store }, Date.now() + 90_000_000)
  expect([await store.sizeOf(orphan), await store.sizeOf(other), await store.sizeOf(fileName)]).toEqual([undefined, 1, 70])
})

test('the clean-up and the removal of files know every column that names stored files', async () => {
  const { rows } = await server.db.owner.query(`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    where c.table_schema = 'public' and (c.data_type = 'ARRAY' and c.column_name ~ '(img|url|photo|picture|file)' or c.column_name ~ '^(avatar|logo|ico)$')
      and not exists (select from pg_class p where p.relname = c.table_name and p.relispartition)`)
  const known = [...pictureColumns, ...photoColumns.map(({ names }) => names)].map(
    (column) => `${getTableName(column.table)}.${column.name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`)}`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})
