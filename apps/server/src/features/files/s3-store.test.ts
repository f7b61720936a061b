import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { startTestServer } from '../../test-kit.ts'
import type { FileStore } from './file-store.ts'
import { startS3Hosts } from './s3-host.test-kit.ts'
import { s3Store } from './s3-store.ts'

const dir = mkdtempSync(join(tmpdir(), 'huanwei-s3-'))
const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(dir, 'buckets'),
  configureBuckets: [{ name: 'huanwei', configs: [] }],
})
let endpoint: string
beforeAll(async () => {
  endpoint = `http://127.0.0.1:${(await s3.run()).port}`
})
afterAll(async () => {
  await s3.close()
  rmSync(dir, { recursive: true, force: true })
})

const name = `${'0123456789abcdef'.repeat(2)}.png`
const account = { bucket: 'huanwei', region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', isPathStyle: true }
const open = (how: Partial<typeof account & { endpoint: string }> = {}) =>
  s3Store({ endpoint, ...account, ...how }, join(dir, 'incoming'))

async function keepsFiles(store: FileStore) {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))
  const received = await store.receive(Readable.from([bytes]))
  expect(await store.sizeOf(name)).toBeUndefined()
  await received.keep(name)
  await received.drop()
  expect(readdirSync(join(dir, 'incoming'))).toEqual([])
  expect(await store.sizeOf(name)).toBe(bytes.length)
  expect((await buffer(await store.read(name))).equals(bytes)).toBe(true)
  expect((await buffer(await store.read(name, { start: 1000, end: 1999 }))).equals(bytes.subarray(1000, 2000))).toBe(true)
  expect((await Array.fromAsync(store.olderThan(Date.now() + 60_000))).flat()).toEqual([name])
  expect((await Array.fromAsync(store.olderThan(Date.now() - 60_000))).flat()).toEqual([])
  await store.remove(name)
  await store.remove(name)
  expect(await store.sizeOf(name)).toBeUndefined()
}

test('a stored file can be read, whole and in ranges, until it is removed', async () => keepsFiles(await open()))

/** Pages of a bucket as Amazon S3 writes them. s3rver cannot: its continuation tokens need a cipher that OpenSSL 3 no longer has. */
const page = (files: string, next = '') => `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>huanwei</Name><Prefix></Prefix><KeyCount>1</KeyCount>
  <MaxKeys>1000</MaxKeys><IsTruncated>${next !== ''}</IsTruncated>${next && `<NextContinuationToken>${next}</NextContinuationToken>`}${files}</ListBucketResult>`
const file = (key: string, time: string) => `
  <Contents><Key>${key}</Key><LastModified>${time}</LastModified><ETag>&quot;fba9dede5f27731c9771645a39863328&quot;</ETag><Size>4</Size><StorageClass>STANDARD</StorageClass></Contents>`

test('a list of several pages is read to its end, also one of a single file, or of none', async () => {
  const token = '1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM='
  const pages: Record<string, string> = {
    '': page(file('0123', '2026-01-01T00:00:00.000Z') + file('1e5.png', '2026-03-01T00:00:00.000Z'), token),
    [token]: page(file('a&amp;b.png', '2026-01-01T00:00:00.000Z'), 'last'),
    last: page(''),
  }
  const bucket = createServer(({ url = '' }, reply) => {
    reply.end(pages[new URL(url, 'http://localhost').searchParams.get('continuation-token') ?? ''])
  }).listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  const address = bucket.address()
  const store = await open({ endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
  expect(await Array.fromAsync(store.olderThan(Date.parse('2026-02-01')))).toEqual([['0123'], ['a&b.png'], []])
  bucket.close()
})

test('the same holds with the bucket in the host name', async () => {
  const hosts = await startS3Hosts(endpoint, account)
  try {
    const how = { endpoint: hosts.endpoint, isPathStyle: false }
    await keepsFiles(await open(how))
    await expect(open({ ...how, secretAccessKey: 'wrong' })).rejects.toThrow('403 SignatureDoesNotMatch')
    await expect(open({ ...how, bucket: 'other' })).rejects.toThrow('404 NoSuchBucket')
  } finally {
    await hosts.close()
  }
})

test.each([
  ['a wrong secret', { secretAccessKey: 'wrong' }, /^the file store refuses GET in the bucket huanwei: 403/],
  ['no such bucket', { bucket: 'other' }, /^the file store refuses GET in the bucket other: 404 NoSuchBucket/],
  ['nobody there', { endpoint: 'http://127.0.0.1:9' }, /^the file store at http:\/\/127\.0\.0\.1:9 does not answer/],
])('%s is reported at start', async (_, how, words) => {
  await expect(open(how)).rejects.toThrow(words)
})

test('the settings are only accepted together', () => {
  expect(() => readConfig({ S3_ENDPOINT: endpoint, S3_BUCKET: 'huanwei' })).toThrow('S3_ACCESS_KEY: the S3 settings go together')
})

test('the product stores uploads in the bucket', async () => {
  const settings = { S3_ENDPOINT: endpoint, S3_BUCKET: 'huanwei', S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER' }
  const server = await startTestServer(settings)
  try {
    const { token } = await server.login('admin')
    const headers = { authorization: `Bearer ${token.access_token}` }
    const body = new FormData()
    body.set('file', new Blob([Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000)])]), 'a.pdf')
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const reply = await fetch(`${address}/admin/sys-file/upload`, { method: 'POST', headers, body })
    const { data } = await reply.json()
    expect(await (await open()).sizeOf(data.fileName)).toBe(5009)
    const part = await server.app.inject({ url: data.url, headers: { ...headers, range: 'bytes=0-7' } })
    expect([part.statusCode, part.body]).toEqual([206, '%PDF-1.7'])
  } finally {
    await server.close()
  }
})
