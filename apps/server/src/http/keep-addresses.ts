import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Asks each connection for its address when it begins, after which the socket knows it to its end: who sends a call and cuts the connection in the
 * same moment would otherwise have none, in the operation log and where tries are counted. A connection that was reset before has none any more;
 * nobody is there for its answer.
 */
export function keepAddresses(app: FastifyInstance) {
  app.server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
}
