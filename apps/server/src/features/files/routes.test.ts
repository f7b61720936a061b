import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fileAddresses } from '../../lib/file-addresses.ts'
import { diskStore } from '../../lib/file-store.ts'
import { startTestServer } from '../../test-kit.ts'
import { files } from './table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let foreign: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  foreign = await server.login('admin', 2)
})
afterAll(() => server.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAwS2OUAAAAABJRU5ErkJggg==',
  'base64',
)
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

const form = (content: Buffer | string, { field = 'file', name = 'x.png' } = {}) => {
  const head = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')]),
  }
}
const bearer = (who: typeof admin) => ({ authorization: `Bearer ${who.token.access_token}` })

async function upload(content: Buffer | string, how: Parameters<typeof form>[1] = {}, who = admin) {
  const { headers, payload } = form(content, how)
  const reply = await server.app.inject({
    ...{ method: 'POST', url: '/admin/sys-file/upload', payload },
    headers: { ...headers, ...bearer(who) },
  })
  return { status: reply.statusCode, ...reply.json() }
}
const stored = () =>
  readdirSync(join(server.config.DATA_DIR, 'files'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
const rowsOf = () => server.db.system((tx) => tx.select().from(files))
const get = (url: string, headers = {}) => server.app.inject({ url, headers })

test('a picture is stored under a name of its own and comes back to who is logged in', async () => {
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
])('%s is known by its content, whatever it is called', async (type, content, disposition) => {
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
])('%s is refused and leaves nothing', async (_, content, name) => {
  const before = [stored().length, (await rowsOf()).length]
  expect(await upload(content, { name })).toMatchObject({ status: 415, code: 1, msg: expect.stringContaining('只支持') })
  expect([stored().length, (await rowsOf()).length]).toEqual(before)
})

test('no file, the wrong field, no form', async () => {
  expect((await upload(png, { field: 'other' })).status).toBe(400)
  expect((await admin.call('POST', '/admin/sys-file/upload', {})).status).toBe(400)
})

test('a form without its end', async () => {
  const { headers, payload } = form(png)
  const reply = await server.app.inject({
    ...{ method: 'POST', url: '/admin/sys-file/upload', payload: payload.subarray(0, -20) },
    headers: { ...headers, ...bearer(admin) },
  })
  expect([reply.statusCode, reply.json().msg]).toEqual([400, '文件没有传完'])
})

test('what is announced to be larger than 100 MB is refused before it comes', async () => {
  const { headers, payload } = form(png)
  const reply = await server.app.inject({
    ...{ method: 'POST', url: '/admin/sys-file/upload', payload },
    headers: { ...headers, ...bearer(admin), 'content-length': String(101 * 1024 * 1024) },
  })
  expect([reply.statusCode, reply.json().msg]).toEqual([413, '文件不能超过 100 MB'])
})

test('a name that leads elsewhere is only a name', async () => {
  const { data } = await upload(png, { name: '../../../etc/passwd.png' })
  const [row] = await server.db.system((tx) => tx.select().from(files).where(eq(files.fileName, data.fileName)))
  expect(row).toMatchObject({ original: 'passwd.png', type: 'png', fileSize: png.length, createUser: 'admin', tenantId: 1 })
})

test('an upload that is cut off leaves neither a row nor bytes', async () => {
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const before = [stored().length, (await rowsOf()).length]
  const { headers, payload } = form(Buffer.concat([png, Buffer.alloc(500_000)]))
  const sending = httpRequest(`${address}/admin/sys-file/upload`, {
    method: 'POST',
    headers: { ...headers, ...bearer(admin), 'content-length': payload.length },
  })
  sending.on('error', () => undefined)
  sending.write(payload.subarray(0, 300_000))
  await vi.waitFor(() => expect(stored().length).toBe((before[0] ?? 0) + 1))
  sending.destroy()
  await vi.waitFor(() => expect(stored().length).toBe(before[0]))
  expect((await rowsOf()).length).toBe(before[1])
})

test('addresses come in the order asked, of own files that exist', async () => {
  const [one, two, theirs] = [(await upload(png)).data, (await upload(png)).data, (await upload(png, {}, foreign)).data]
  const names = [two.fileName, 'missing.png', theirs.fileName, one.fileName].join(',')
  const { data } = await admin.call('GET', `/admin/sys-file/batchFileUrl?fileName=${names}&expires=5`)
  expect(data.map(({ fileName }: { fileName: string }) => fileName)).toEqual([two.fileName, one.fileName])
  expect((await get(data[0].url)).rawPayload.equals(png)).toBe(true)
  for (const expires of ['0', '8', 'x'])
    expect((await admin.call('GET', `/admin/sys-file/batchFileUrl?fileName=a&expires=${expires}`)).status).toBe(400)
})

test('a signed address is good for its file and its time only', async () => {
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

test('another installation’s signature is worth nothing', () => {
  const address = fileAddresses('key one').addressOf('a.png', 1)
  expect([fileAddresses('key one').isSigned(address), fileAddresses('key two').isSigned(address)]).toEqual([true, false])
})

test('files of another tenant: neither their bytes nor their addresses nor their end', async () => {
  const { data } = await upload(png, {}, foreign)
  expect((await get(data.url, bearer(admin))).statusCode).toBe(404)
  const [row] = await server.db.system((tx) => tx.select().from(files).where(eq(files.fileName, data.fileName)))
  expect((await admin.call('DELETE', `/admin/sys-file/${row?.id}`)).status).toBe(404)
  expect((await get(data.url, bearer(foreign))).statusCode).toBe(200)
  expect((await foreign.call('DELETE', `/admin/sys-file/${row?.id}`)).data).toBe(true)
  expect((await get(data.url, bearer(foreign))).statusCode).toBe(404)
})

test.each(['..%2f..%2fPG_VERSION', '%2e%2e', 'incoming', '..%5c..', 'a%00.png'])(
  'no way out of the folder by the name %s',
  async (name) => {
    expect([400, 404]).toContain((await get(`/admin/sys-file/huanwei/${name}`, bearer(admin))).statusCode)
  },
)

test('what an earlier process received half is swept away after a day', async () => {
  const { mkdtemp, writeFile, utimes } = await import('node:fs/promises')
  const { tmpdir } = await import('node:os')
  const root = await mkdtemp(join(tmpdir(), 'huanwei-store-'))
  await diskStore(root)
  for (const name of ['old', 'new']) await writeFile(join(root, 'incoming', name), 'x')
  await utimes(join(root, 'incoming', 'old'), 0, 0)
  await diskStore(root)
  expect(readdirSync(join(root, 'incoming'))).toEqual(['new'])
})
