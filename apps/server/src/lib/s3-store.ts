import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { type FileStore, receiver } from './file-store.ts'

export type S3 = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket stands in the path; else before the host. */
  isPathStyle: boolean
}

/** An answer that the store waits for no longer, ms. */
const patienceMs = 60_000

/** Files in a bucket of any S3; on their way they lie under `place` on this machine. Throws when the bucket cannot be used. */
export async function s3Store(
  { endpoint, bucket, region, accessKeyId, secretAccessKey, isPathStyle }: S3,
  place: string,
): Promise<FileStore> {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const base = new URL(endpoint)
  if (isPathStyle) base.pathname = `${base.pathname.replace(/\/$/, '')}/${bucket}`
  else base.host = `${bucket}.${base.host}`
  /** Of the bucket itself, or of a file in it. */
  const addressOf = (name: string, query: string) => {
    const url = new URL(base)
    if (name) url.pathname = `${base.pathname.replace(/\/$/, '')}/${name}`
    url.search = query
    return url
  }

  /** What came back, unless it is a refusal; `expected` are answers that are none. */
  async function ask(method: string, name: string, init: RequestInit & { query?: string } = {}, expected: number[] = []) {
    const url = addressOf(name, init.query ?? '')
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await client.fetch(url, { signal, ...init, method }).catch((cause: Error) => {
      throw new Error(`the file store at ${base.origin} does not answer`, { cause })
    })
    if (answer.ok || expected.includes(answer.status)) return answer
    const said = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ''
    throw new Error(`the file store refuses ${method} in the bucket ${bucket}: ${answer.status} ${said}`.trim())
  }
  await ask('GET', '', { query: 'list-type=2&max-keys=1' })

  return {
    receive: await receiver(place, async (path, name) => {
      // Sent from the disk as it is read. However large, it may take its time.
      const body = await openAsBlob(path)
      await ask('PUT', name, { body, signal: AbortSignal.timeout(patienceMs * 10) })
    }),
    async sizeOf(name) {
      const { status, headers } = await ask('HEAD', name, {}, [404])
      return status === 404 ? undefined : Number(headers.get('content-length'))
    },
    async read(name, range) {
      const { signal } = new AbortController()
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const { body } = await ask('GET', name, { signal, ...(headers && { headers }) })
      return body ? Readable.from(body, { objectMode: false }) : Readable.from([])
    },
    async remove(name) {
      await ask('DELETE', name, {}, [404])
    },
    async *olderThan(moment) {
      for (let next: string | undefined = ''; next !== undefined; ) {
        const query = `list-type=2${next && `&continuation-token=${encodeURIComponent(next)}`}`
        const page = await (await ask('GET', '', { query })).text()
        const found = [...page.matchAll(/<Contents>.*?<\/Contents>/gs)].map(([one]) => one)
        yield found
          .filter((one) => Date.parse(tagOf(one, 'LastModified') ?? '') < moment)
          .flatMap((one) => tagOf(one, 'Key') ?? [])
        next = tagOf(page, 'NextContinuationToken')
      }
    },
  }
}

const tagOf = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
