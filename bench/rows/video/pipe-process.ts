import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { nameBytes, readyWith } from './relay-link.ts'

/** The bare relay: what a camera sends is piped to its viewers as it comes. Viewers connect first. */

const viewersOf = new Map<number, Socket[]>()

async function nameOf(socket: Socket): Promise<number> {
  for (;;) {
    const name: Buffer | null = socket.read(nameBytes)
    if (name) return name.readUInt32BE()
    await once(socket, 'readable')
  }
}

const viewers = createServer({ noDelay: true }, async (socket) => {
  const name = await nameOf(socket)
  viewersOf.set(name, [...(viewersOf.get(name) ?? []), socket])
  socket.write('.')
})
const cameras = createServer({ noDelay: true }, async (socket) => {
  for (const viewer of viewersOf.get(await nameOf(socket)) ?? []) socket.pipe(viewer)
})
for (const server of [viewers, cameras]) {
  server.on('connection', (socket) => socket.on('error', () => undefined))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}
readyWith((cameras.address() as AddressInfo).port, viewers.address())
