import { once } from 'node:events'
import type { Server } from 'node:net'

/** Listens, and resolves to the port; 0, and on none, where `port` is undefined. Rejects where it cannot be had. */
export async function listenOn(server: Server, host: string, port: number | undefined): Promise<number> {
  if (port === undefined) return 0
  server.listen(port, host)
  await once(server, 'listening')
  const listening = server.address()
  return typeof listening === 'object' && listening ? listening.port : port
}
