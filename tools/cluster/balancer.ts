import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Passes connections to `port` on to one of `targets` that answers, as the load balancer before an installation does. */
export async function startBalancer(port: number, targets: readonly number[]) {
  const sockets = new Set<Socket>()
  let next = 0

  function passOn(client: Socket, tries = targets.length) {
    const target = targets[next++ % targets.length]
    const server = connect({ port: target ?? 0, host: '127.0.0.1' })
    server.once('error', () => {
      if (tries > 1 && !client.destroyed) passOn(client, tries - 1)
      else client.destroy()
    })
    server.once('connect', () => {
      sockets.add(server)
      client.pipe(server).pipe(client)
      server.on('error', () => client.destroy())
      server.on('close', () => {
        sockets.delete(server)
        client.destroy()
      })
    })
    client.once('close', () => server.destroy())
  }

  const listener = createServer((client) => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    client.once('close', () => sockets.delete(client))
    passOn(client)
  })
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  return {
    async close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
      await once(listener, 'close')
    },
  }
}
