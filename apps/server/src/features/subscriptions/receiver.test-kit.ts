import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { hashOf, hmacOf } from '../../http/open/signature.ts'

type Post = {
  body: Record<string, unknown> & { id: number; objectId: number; sequence: number; type: string }
  headers: IncomingHttpHeaders
  isSigned: boolean
}
/** Answer to a post: a status, or silence. */
type Answer = number | 'silence'

/** A system that receives events; `answer` decides what becomes of each, and those answered with 2xx are `received`. */
export async function startReceiver(secretOf: () => string) {
  const posts: Post[] = []
  const received: Post['body'][] = []
  const ways: { answer: (post: Post) => Answer } = { answer: () => 204 }
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const { timestamp = '', nonce = '', sign } = request.headers
    const signed = {
      method: 'POST',
      path: request.url ?? '',
      timestamp: String(timestamp),
      nonce: String(nonce),
      bodyHash: hashOf(bytes),
    }
    const post = { body: JSON.parse(bytes.toString()), headers: request.headers, isSigned: sign === hmacOf(secretOf(), signed) }
    posts.push(post)
    const answer = ways.answer(post)
    if (answer === 'silence') return
    if (answer < 300) received.push(post.body)
    response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end('what a receiver says matters to nobody')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/events?from=huanwei`,
    posts,
    received,
    ways,
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(closed))
    },
  }
}
