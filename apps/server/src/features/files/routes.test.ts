import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { bearer, form, png, uploaderTo } from '../../upload.test-kit.ts'
import { fileAddresses } from './file-addresses.ts'
import { diskStore } from './file-store.ts'
import { files } from './table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let upload: ReturnType<typeof uploaderTo>
let foreign: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  upload = uploaderTo(server, admin)
  foreign = await server.login('admin', 2)
})
afterAll(() => server.close())

const box = (type: string, content: string) => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + content.length)
  return Buffer.concat([size, Buffer.from(type + content)])
}
/** A zip archive with one packed entry. */
function zipOf(name: string, text: string) {
  const packed = deflateRawSync(text)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(text.length, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name), packed])
}

const key = () => randomBytes(16).toString('hex')
/** A picture with GPS coordinates, as phones take them. */
const photo = (side = 800) =>
  sharp({ create: { width: side, height: side / 2, channels: 3, background: '#2a6' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 39/1 0/1' }, IFD0: { Make: 'Huawei' } })
    .jpeg()
    .toBuffer()

const stored = () =>
  readdirSync(join(server.config.DATA_DIR, 'files'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
const rowsOf = () => server.db.system((tx) => tx.select().from(files))
const get = (url: string, headers = {}) => server.app.inject({ url, headers })

test('a picture is stored under a generated name and returned to logged-in users', async () => {
  const { data } = await upload(png, { name: '照片"1.png' })
  expect(data).toMatchObject({
    bucketName: 'huanwei',
    fileName: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
    url: `/admin/sys-file/huanwei/${data.fileName}`,
  })
  const reply = await get(data.url, bearer(admin))
  expect(reply.rawPayload.equals(png)).toBe(true)
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

test.each([
  ['png', png, 'inline'],
  ['jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]), 'inline'],
  ['gif', 'GIF89a........', 'inline'],
  ['webp', Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), Buffer.alloc(16)]), 'inline'],
  ['heic', box('ftyp', 'heic\0\0\0\0heicmif1'), 'attachment'],
  ['mp4', box('ftyp', 'isom\0\0\0\0isommp42'), 'inline'],
  ['pdf', '%PDF-1.7\n%âãÏÓ\n', 'attachment'],
  ['zip', zipOf('a.txt', 'x'), 'attachment'],
  [
    'xlsx',
    zipOf(
      '[Content_Types].xml',
      '<Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>',
    ),
    'attachment',
  ],
  [
    'docx',
    zipOf(
      '[Content_Types].xml',
      '<Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>',
    ),
    'attachment',
  ],
])('%s is recognised by its content, whatever its name', async (type, content, disposition) => {
  const { data } = await upload(content, { name: 'wrong.html' })
  expect(data?.fileName).toMatch(new RegExp(`\\.${type}$`))
  const reply = await get(data.url, bearer(admin))
  expect(reply.headers['content-disposition']).toBe(`${disposition}; filename*=UTF-8''wrong.html`)
})

test.each([
  ['a page called png', '<!doctype html><script>alert(1)</script>', 'x.png'],
  ['svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'x.svg'],
  ['a program', Buffer.from('MZ\x90\0\x03\0\0\0'), 'x.jpg'],
  ['text', 'hello', 'x.pdf'],
  [
    'a workbook with macros',
    zipOf('[Content_Types].xml', '<Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>'),
    'x.xlsx',
  ],
  ['nothing', '', 'x.png'],
])('%s is refused and leaves nothing behind', async (_, content, name) => {
  const before = [stored().length, (await rowsOf()).length]
  expect(await upload(content, { name })).toMatchObject({ status: 415, code: 1, msg: expect.stringContaining('只支持') })
  expect([stored().length, (await rowsOf()).length]).toEqual(before)
})

test('files that no record uses are a gigabyte for each account, and five hundred', async () => {
  const own = await server.login('nobody')
  const send = () =>
    server.app.inject({
      method: 'POST',
      url: '/admin/sys-file/upload',
      ...form(png),
      headers: { ...form(png).headers, ...bearer(own) },
    })
  expect((await send()).statusCode).toBe(200)
  await server.db.owner.query("update sys_file set file_size = 1024 ^ 3 where create_user = 'nobody'")
  expect((await send()).statusCode).toBe(429)
  expect((await upload(png)).code).toBe(0)
  await server.db.owner.query("update sys_file set file_size = 1 where create_user = 'nobody'")
  await server.db.owner.query(`
    insert into sys_file (tenant_id, bucket_name, original, type, file_size, create_user, file_name)
    select 1, 'huanwei', 'x', 'png', 1, 'nobody', md5(i::text) || '.png' from generate_series(1, 499) i`)
  expect((await send()).statusCode).toBe(429)
  await server.db.owner.query("delete from sys_file where create_user = 'nobody'")
})

test('no file, the wrong field, no form', async () => {
  expect((await upload(png, { field: 'other' })).status).toBe(400)
  expect((await admin.call('POST', '/admin/sys-file/upload', {})).status).toBe(400)
})

test('a form without its end', async () => {
  const { headers, payload } = form(png)
  const reply = await server.app.inject({
    method: 'POST',
    url: '/admin/sys-file/upload',
    payload: payload.subarray(0, -20),
    headers: { ...headers, ...bearer(admin) },
  })
  expect([reply.statusCode, reply.json().msg]).toEqual([400, '文件没有传完'])
})

test('an upload announced as larger than 100 MB is refused before it arrives', async () => {
  const { headers, payload } = form(png)
  const reply = await server.app.inject({
    method: 'POST',
    url: '/admin/sys-file/upload',
    payload,
    headers: { ...headers, ...bearer(admin), 'content-length': String(101 * 1024 * 1024) },
  })
  expect([reply.statusCode, reply.json().msg]).toEqual([413, '文件不能超过 100 MB'])
})

test('a path in a file name has no effect', async () => {
  const { data } = await upload(png, { name: '../../../etc/passwd.png' })
  const [row] = await server.db.system((tx) => tx.select().from(files).where(eq(files.fileName, data.fileName)))
  expect(row).toMatchObject({ original: 'passwd.png', type: 'png', fileSize: png.length, createUser: 'admin', tenantId: 1 })
})

test('addresses come in the order of the request, for existing files of the tenant', async () => {
  const [one, two, theirs] = [(await upload(png)).data, (await upload(png)).data, (await upload(png, {}, foreign)).data]
  const names = [two.fileName, 'missing.png', theirs.fileName, one.fileName].join(',')
  const { data } = await admin.call('GET', `/admin/sys-file/batchFileUrl?fileName=${names}&expires=5`)
  expect(data.map(({ fileName }: { fileName: string }) => fileName)).toEqual([two.fileName, one.fileName])
  expect((await get(data[0].url)).rawPayload.equals(png)).toBe(true)
  for (const expires of ['0', '8', 'x'])
    expect((await admin.call('GET', `/admin/sys-file/batchFileUrl?fileName=a&expires=${expires}`)).status).toBe(400)
})

test('a signed address is valid for its file and its time only', async () => {
  const [mine, other] = [(await upload(png)).data.fileName, (await upload(png)).data.fileName]
  const [{ url }] = (await admin.call('GET', `/admin/sys-file/batchFileUrl?fileName=${mine}&expires=1`)).data
  const statusOf = async (address: string) => (await get(address)).statusCode
  expect(await statusOf(url)).toBe(200)
  expect(await statusOf(url.replace(mine, other))).toBe(401)
  expect(await statusOf(url.replace(/expires=\d+/, 'expires=9999999999'))).toBe(401)
  expect(await statusOf(url.replace(/signature=.*/, 'signature='))).toBe(401)
  expect(await statusOf(url.split('?')[0])).toBe(401)
  vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ['Date'] })
  expect(await statusOf(url)).toBe(401)
  vi.useRealTimers()
})

test('another installation’s signature is invalid', () => {
  const address = fileAddresses('key one').addressOf('a.png', 1, { login: null })
  expect([fileAddresses('key one').isSigned(address), fileAddresses('key two').isSigned(address)]).toEqual([true, false])
})

test('files of another tenant can neither be read, nor addressed, nor removed', async () => {
  const { data } = await upload(png, {}, foreign)
  expect((await get(data.url, bearer(admin))).statusCode).toBe(404)
  const [row] = await server.db.system((tx) => tx.select().from(files).where(eq(files.fileName, data.fileName)))
  expect((await admin.call('DELETE', `/admin/sys-file/${row?.id}`)).status).toBe(404)
  expect((await get(data.url, bearer(foreign))).statusCode).toBe(200)
  expect((await foreign.call('DELETE', `/admin/sys-file/${row?.id}`)).data).toBe(true)
  expect((await get(data.url, bearer(foreign))).statusCode).toBe(404)
})

test.each(['..%2f..%2fPG_VERSION', '%2e%2e', 'incoming', '..%5c..', 'a%00.png'])(
  'the name %s does not lead out of the folder',
  async (name) => {
    expect([400, 404]).toContain((await get(`/admin/sys-file/huanwei/${name}`, bearer(admin))).statusCode)
  },
)

test('a file in use as logo, icon or avatar is not removed, and the refusal names the use; out of use it is removed', async () => {
  const idOf = async (fileName: string) =>
    (await server.db.owner.query('select id from sys_file where file_name = $1', [fileName])).rows[0].id
  const [logo, ico, avatar] = [
    (await upload(png)).data.fileName,
    (await upload(png)).data.fileName,
    (await upload(png)).data.fileName,
  ]
  await server.db.owner.query('insert into unit_info (tenant_id, logo, ico) values (1, $1, $2)', [logo, ico])
  expect((await admin.call('PUT', '/admin/user/edit', { avatar, name: '周敏' })).data).toBe(true)
  for (const [name, words] of [
    [logo, '该文件是单位的徽标，不能删除'],
    [ico, '该文件是单位的网站图标，不能删除'],
    [avatar, '该文件是 周敏 的头像，不能删除'],
  ])
    expect(await admin.call('DELETE', `/admin/sys-file/${await idOf(name)}`)).toMatchObject({ status: 409, msg: words })
  await admin.call('PUT', '/admin/user/edit', { avatar: '' })
  expect((await admin.call('DELETE', `/admin/sys-file/${await idOf(avatar)}`)).data).toBe(true)
  await server.db.owner.query('delete from unit_info')
})

test('a partial file of an earlier process is removed after a day', async () => {
  const { mkdtemp, writeFile, utimes } = await import('node:fs/promises')
  const { tmpdir } = await import('node:os')
  const root = await mkdtemp(join(tmpdir(), 'huanwei-store-'))
  await diskStore(root)
  for (const name of ['old', 'new']) await writeFile(join(root, 'incoming', name), 'x')
  await utimes(join(root, 'incoming', 'old'), 0, 0)
  await diskStore(root)
  expect(readdirSync(join(root, 'incoming'))).toEqual(['new'])
})

test('an upload resent with its key after a lost reply gives one file, also by two at once; keys are per person', async () => {
  const query = `?key=${key()}`
  const before = stored().length
  const asked = () => admin.call('GET', `/admin/sys-file/upload${query}`)
  expect((await asked()).data).toBeNull()
  const replies = await Promise.all([1, 2, 3, 4].map(() => upload(png, { name: 'a.png' }, admin, query)))
  replies.push(await upload(png, { name: 'a.png' }, admin, query))
  expect(new Set(replies.map(({ data }) => data.fileName)).size).toBe(1)
  expect((await asked()).data).toEqual(replies[0].data)
  expect(stored().length).toBe(before + 1)
  expect((await foreign.call('GET', `/admin/sys-file/upload${query}`)).data).toBeNull()
  expect((await upload(png, {}, foreign, query)).data.fileName).not.toBe(replies[0].data.fileName)
  expect((await upload(png, {}, admin, '?key=../x')).status).toBe(400)
})

test('a picture is converted to a small variant, or one for people outside, without its coordinates: only by an address signed for it', async () => {
  const { fileName } = (await upload(await photo())).data
  expect(
    (await sharp((await get(`/admin/sys-file/huanwei/${fileName}`, bearer(admin))).rawPayload).metadata()).exif,
  ).toBeDefined()
  const addressOf = async (variant: string) =>
    (await admin.call('GET', `/admin/sys-file/batchFileUrl?fileName=${fileName}&variant=${variant}`)).data[0].url
  for (const [variant, type, width] of [
    ['small', 'image/webp', 320],
    ['outside', 'image/jpeg', 800],
  ] as const) {
    const url = await addressOf(variant)
    for (const reply of [await get(url), await get(url)]) {
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, type])
      const { width: drawn, exif } = await sharp(reply.rawPayload).metadata()
      expect([drawn, exif]).toEqual([width, undefined])
    }
    expect((await get(url.replace(variant, 'other'))).statusCode).toBe(401)
  }
  expect((await get(`/admin/sys-file/huanwei/${fileName}?variant=small`, bearer(admin))).statusCode).toBe(403)
  const plain = (await admin.call('GET', `/admin/sys-file/batchFileUrl?fileName=${fileName}`)).data[0].url
  expect((await get(`${plain}&variant=small`)).statusCode).toBe(401)
  const pdf = (await upload('%PDF-1.7\n%âãÏÓ\n')).data.fileName
  const [{ url }] = (await admin.call('GET', `/admin/sys-file/batchFileUrl?fileName=${pdf}&variant=small`)).data
  expect((await get(url)).statusCode).toBe(404)
  const { id } = (await rowsOf()).find((row) => row.fileName === fileName)!
  await admin.call('DELETE', `/admin/sys-file/${id}`)
  expect(stored().filter(({ name }) => name.startsWith(fileName.slice(0, 32)))).toEqual([])
})

test.each([
  ['bytes=0-3', 206, 'bytes 0-3/70', 4],
  ['bytes=60-', 206, 'bytes 60-69/70', 10],
  ['bytes=-5', 206, 'bytes 65-69/70', 5],
  ['bytes=60-999', 206, 'bytes 60-69/70', 10],
  ['bytes=70-', 416, 'bytes */70', 0],
  ['bytes=5-3', 416, 'bytes */70', 0],
  ['bytes=0-1,4-5', 200, undefined, 70],
  ['lines=1-2', 200, undefined, 70],
])('a range %s: %d', async (range, status, where, length) => {
  const { url } = (await upload(png)).data
  const reply = await get(url, { ...bearer(admin), range })
  expect([reply.statusCode, reply.headers['content-range'], reply.rawPayload.length]).toEqual([status, where, length])
  if (status === 206) expect(png.includes(reply.rawPayload)).toBe(true)
  const { etag } = reply.headers
  expect((await get(url, { ...bearer(admin), 'if-none-match': String(etag) })).statusCode).toBe(304)
})

test('the list: by name, type, person and day; only of people in scope; only with the permission', async () => {
  const handler = await server.login('handler')
  await server.db.owner.query('delete from sys_file')
  await upload(png, { name: '路灯.png' })
  await upload('%PDF-1.7\n%âãÏÓ\n', { name: '合同.pdf' })
  await upload(png, { name: '垃圾桶.png' }, handler)
  const listed = async (query: string, who = admin) =>
    (await who.call('GET', `/admin/sys-file/page?${query}`)).data.records.map(({ original }: { original: string }) => original)
  expect(await listed('')).toEqual(['垃圾桶.png', '合同.pdf', '路灯.png'])
  expect(await listed(`original=${encodeURIComponent('路')}`)).toEqual(['路灯.png'])
  expect(await listed('type=pdf')).toEqual(['合同.pdf'])
  expect(await listed('createUser=hand')).toEqual(['垃圾桶.png'])
  // As the family's clients ask: who sent it under another name, and the stored name.
  expect(await listed('descs=create_time&createBy=hand&fileName=')).toEqual(['垃圾桶.png'])
  const [newest] = (await admin.call('GET', '/admin/sys-file/page')).data.records
  expect([newest.createBy, newest.createUser]).toEqual(['handler', 'handler'])
  expect(await listed(`fileName=${newest.fileName.slice(4, 20)}`)).toEqual(['垃圾桶.png'])
  expect(await listed('endTime=2020-01-01 00:00:00')).toEqual([])
  await server.db.owner.query("update sys_file set create_time = '2019-12-31 23:59:59.4+08' where original = '路灯.png'")
  expect(await listed('endTime=2019-12-31 23:59:59')).toEqual(['路灯.png'])
  expect(await listed('endTime=2019-12-31 23:59:58')).toEqual([])
  expect((await admin.call('GET', '/admin/sys-file/page?type=exe')).status).toBe(400)
  expect((await handler.call('GET', '/admin/sys-file/page')).status).toBe(403)
  await server.db.owner.query(`
    insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
    where r.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' and m.tenant_id = 1 and m.permission in ('sys_file_view', 'sys_file_del')`)
  await vi.waitFor(async () => expect(await listed('', handler)).toEqual(['垃圾桶.png']))
  const { id } = (await rowsOf()).find(({ original }) => original === '路灯.png')!
  expect((await handler.call('DELETE', `/admin/sys-file/${id}`)).status).toBe(404)
})
