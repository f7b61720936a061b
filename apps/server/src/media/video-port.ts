import { createServer } from 'node:http'
import { minuteMs } from '@huanwei/contract/time'
import { videoPrefixes } from '@huanwei/contract/video/codes'
import type { FastifyInstance } from 'fastify'
import { listenOn } from '../lib/listen-on.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Port of the video interface; 0 before it listens. */
    videoApiPort: number
  }
}

const mostConnections = 1000
/** Time that pending answers may take once the server stops, ms. */
const lastAnswersMs = 3000

/** Calls of the interface, and the signed addresses of files that its answers name. */
const served = new RegExp(`^(${videoPrefixes.join('|')})?/StandardApiAction_\\w+|^/admin/sys-file/`)

type Options = { host: string; port: number | undefined; app: FastifyInstance }

/** Listens for clients of the video interface at a port of its own, where nothing else answers. Source: spec 3, section 16. */
export async function startVideoPort({ host, port, app }: Options) {
  const server = createServer({ requestTimeout: minuteMs, connectionsCheckingInterval: minuteMs / 6 }, (request, response) => {
    if (served.test(request.url ?? '')) return app.routing(request, response)
    response.writeHead(404).end()
  })
  server.maxConnections = mostConnections
  server.on('connection', (socket) => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
  return {
    port: await listenOn(server, host, port),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      setTimeout(() => server.closeAllConnections(), lastAnswersMs).unref()
      await closed
    },
  }
}
