import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { kept } from '../lib/kept.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { type Readiness, readinessOf, type Watched } from './readiness.ts'

/** Time for which an answer serves everybody who asks, ms: asking costs the database a statement. */
const keptMs = 1000

export type Health = {
  port: number
  answered: Metrics['answered']
  /** The process serves from now on, until the returned function is called. */
  ready(parts: Watched): () => void
  close(): Promise<void>
}

type Parts = { host: string; port: number; log: { error(what: object, text: string): void } }

/**
 * Serves the operator on a port of its own: `/health/live` answers while the process runs, `/health/ready` 200 while it serves and 503 with the
 * reason while it does not, `/metrics` in the text format of Prometheus. Rejects when it cannot listen. Source: spec 3, section 20.
 */
export async function startHealth({ host, port, log }: Parts): Promise<Health> {
  let watched: Watched | undefined
  let notReady: Readiness = { status: 'starting' }
  const readiness = kept(async () => (watched ? readinessOf(watched) : notReady), keptMs)
  const metrics = createMetrics(() => watched, readiness)
  const text = kept(() => metrics.text(), keptMs)

  async function answer({ method, url }: IncomingMessage, response: ServerResponse) {
    if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { allow: 'GET, HEAD' }).end()
    const send = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    const json = (status: number, body: object) => send(status, 'application/json', JSON.stringify(body))
    switch (url) {
      case '/health/live':
        return json(200, { status: 'live' })
      case '/health/ready': {
        const found = watched ? await readiness() : notReady
        return json(found.status === 'ready' ? 200 : 503, found)
      }
      case '/metrics':
        return send(200, metrics.type, await text())
      default:
        return json(404, { error: 'not_found' })
    }
  }

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5000 }, (request, response) => {
    answer(request, response).catch((error: Error) => {
      log.error({ error }, 'the health port could not answer')
      response.writeHead(500).end()
    })
  })
  server.maxConnections = 100
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    answered: metrics.answered,
    ready(parts) {
      watched = parts
      return () => {
        watched = undefined
        notReady = { status: 'stopping' }
      }
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
