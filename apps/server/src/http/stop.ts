import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time that pending requests may take once the server stops, ms. */
const lastRepliesMs = 3000

/** Closes remaining connections a while after the server began to stop, so that a silent client cannot delay it. */
export function limitShutdown(app: FastifyInstance) {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    // One by one: the server no longer tracks upgraded connections.
    setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, lastRepliesMs).unref()
  })
}
