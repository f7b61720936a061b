import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refused } from './refuse.ts'

/** Time that pending requests may take once the server stops, ms. */
const lastRepliesMs = 3000

/** Refuses what comes once the server has begun to stop, and closes remaining connections a while later, so that a silent client cannot delay it. */
export function limitShutdown(app: FastifyInstance) {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  let isStopping = false
  app.addHook('onRequest', async () => {
    if (isStopping) throw new Refused(503, 'refusals:stopping')
  })
  app.addHook('preClose', async () => {
    isStopping = true
    // One by one: the server no longer tracks upgraded connections.
    setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, lastRepliesMs).unref()
  })
}
