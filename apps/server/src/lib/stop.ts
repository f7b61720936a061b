import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long requests under way may take once the server stops, ms. */
const lastRepliesMs = 3000

/** Ends what is still connected a while after the server began to stop: it must not wait for somebody who went away. */
export function limitStop(app: FastifyInstance) {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    // One by one: upgraded connections are no longer the server's to close.
    setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, lastRepliesMs).unref()
  })
}
