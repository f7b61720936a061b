import { createHash, createHmac } from 'node:crypto'
import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { AwsClient } from 'aws4fetch'

type Account = { accessKeyId: string; secretAccessKey: string }

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The signature (version 4) that a received request should carry. Source: AWS, "Signature Calculations for the Authorization Header". */
function signatureOf({ method, url = '', headers }: IncomingMessage, { secretAccessKey }: Account) {
  const { pathname, searchParams } = new URL(url, 'http://any')
  const [, scope = '', signed = ''] = /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort()
  const named = signed.split(';').map((name) => `${name}:${headers[name]}`)
  const canonical = [method, pathname, query.join('&'), ...named, '', signed, headers['x-amz-content-sha256']].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return hmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')).toString('hex')
}

/**
 * A proxy for the S3 server at `inner` that takes the bucket in the host name, as Aliyun OSS does: s3rver itself computes the signature of such
 * a request with the bucket in the path. Until closed, every host name resolves to this machine.
 */
export async function startS3Hosts(inner: string, account: Account) {
  const client = new AwsClient({ ...account, service: 's3', region: 'us-east-1' })
  const front = createServer(async (request, response) => {
    const { host = '', authorization, range } = request.headers
    if (!authorization?.endsWith(`Signature=${signatureOf(request, account)}`)) {
      response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
      return
    }
    const { method = 'GET', url = '' } = request
    // The address of the bucket itself has no trailing slash.
    const inside = url.replace(/^\/(?=\?|$)/, '')
    const body = method === 'PUT' ? { body: new Uint8Array(await buffer(request)) } : {}
    const answer = await client.fetch(`${inner}/${host.split('.')[0]}${inside}`, {
      method,
      ...body,
      ...(range && { headers: { range } }),
    })
    response.writeHead(answer.status, { 'content-length': answer.headers.get('content-length') ?? 0 })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const { lookup } = dns
  const here = (_host: string, { all }: { all?: boolean }, found: (...answer: unknown[]) => void) =>
    all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4)
  Object.assign(dns, { lookup: here })
  const address = front.address()
  return {
    endpoint: `http://oss.test:${typeof address === 'object' && address ? address.port : 0}`,
    async close() {
      Object.assign(dns, { lookup })
      front.closeAllConnections()
      front.close()
      await once(front, 'close')
    },
  }
}
