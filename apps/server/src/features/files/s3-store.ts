import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { type FileStore, receiver } from './file-store.ts'

export type S3 = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** True when the bucket is part of the path; else it precedes the host name. */
  isPathStyle: boolean
}

/** Timeout of an answer with its body, ms. */
const patienceMs = 60_000
/** Downloads run at the reader's pace, so they have no timeout. */
const noTimeout = null

/** A list with one entry stays a list, and a name of digits stays a text. */
const xml = new XMLParser({ isArray: (tag) => tag === 'Contents', parseTagValue: false })
/** One page of the bucket's files. Source: Amazon S3 API, ListObjectsV2. */
const Listing = z.object({
  ListBucketResult: z.object({
    Contents: z.array(z.object({ Key: z.string(), LastModified: z.iso.datetime() })).default([]),
    NextContinuationToken: z.string().optional(),
  }),
})

/** Files in a bucket of any S3 server; while received they are under `place` on this machine. Throws when the bucket cannot be used. */
export async function s3Store(
  { endpoint, bucket, region, accessKeyId, secretAccessKey, isPathStyle }: S3,
  place: string,
): Promise<FileStore> {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const base = new URL(endpoint)
  if (isPathStyle) base.pathname = `${base.pathname.replace(/\/$/, '')}/${bucket}`
  else base.host = `${bucket}.${base.host}`
  /** Address of the bucket itself, or of a file in it. */
  const addressOf = (name: string, query: string) => {
    const url = new URL(base)
    if (name) url.pathname = `${base.pathname.replace(/\/$/, '')}/${name}`
    url.search = query
    return url
  }

  /** Returns the response; throws on an error status that is not in `expected`. */
  async function ask(method: string, name: string, init: RequestInit & { query?: string } = {}, expected: number[] = []) {
    const url = addressOf(name, init.query ?? '')
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await client.fetch(url, { signal, ...init, method }).catch((cause: Error) => {
      throw new Error(`the file store at ${base.origin} does not answer`, { cause })
    })
    if (answer.ok || expected.includes(answer.status)) return answer
    // Searched, not parsed: the answer may come from a proxy, as HTML instead of XML.
    const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ''
    throw new Error(`the file store refuses ${method} in the bucket ${bucket}: ${answer.status} ${code}`.trim())
  }
  await ask('GET', '', { query: 'list-type=2&max-keys=1' })

  return {
    receive: await receiver(place, async (path, name) => {
      // Streamed from the disk. The timeout is longer, because the file may be large.
      const body = await openAsBlob(path)
      await ask('PUT', name, { body, signal: AbortSignal.timeout(patienceMs * 10) })
    }),
    async sizeOf(name) {
      const { status, headers } = await ask('HEAD', name, {}, [404])
      return status === 404 ? undefined : Number(headers.get('content-length'))
    },
    async read(name, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const { body } = await ask('GET', name, { signal: noTimeout, ...(headers && { headers }) })
      return body ? Readable.from(body, { objectMode: false }) : Readable.from([])
    },
    async remove(name) {
      await ask('DELETE', name, {}, [404])
    },
    async *olderThan(moment) {
      for (let next: string | undefined = ''; next !== undefined; ) {
        const query = `list-type=2${next && `&continuation-token=${encodeURIComponent(next)}`}`
        const answer = await ask('GET', '', { query })
        const { ListBucketResult: page } = Listing.parse(xml.parse(await answer.text()))
        yield page.Contents.flatMap(({ Key, LastModified }) => (Date.parse(LastModified) < moment ? [Key] : []))
        next = page.NextContinuationToken
      }
    },
  }
}
