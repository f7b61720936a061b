import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** Time in which a terminal has to connect, ms. */
const connectMs = 20_000

/** A port that waits for the one connection with the bytes of a file. */
export type DataPort = {
  port: number
  /** The connection; rejects when none comes. */
  connection(): Promise<Socket>
  close(): void
}

/** Gives out ports `first` to `first + count - 1`, or any when `first` is 0, each to one file at a time. */
export function createDataPorts(host: string, first: number, count: number) {
  const taken = new Set<number>()

  /** Listens for the terminal at `address`, on the first port that is free; undefined when none is. */
  async function open(address: string | undefined): Promise<DataPort | undefined> {
    for (let i = 0; i < count; i++) {
      const port = first && first + i
      if (taken.has(port)) continue
      if (port) taken.add(port)
      const opened = await listen(host, port, address, () => taken.delete(port)).catch(() => undefined)
      if (opened) return opened
      taken.delete(port)
    }
    return undefined
  }
  return { open }
}

async function listen(host: string, port: number, address: string | undefined, released: () => void): Promise<DataPort> {
  const server = createServer({ pauseOnConnect: true })
  const arrived = Promise.withResolvers<Socket>()
  arrived.promise.catch(() => undefined)
  const late = setTimeout(() => close(), connectMs)
  function close() {
    clearTimeout(late)
    server.close()
    arrived.reject(new Error('no connection with the bytes of a file'))
  }
  server.on('close', released)
  server.on('connection', (socket) => {
    // Nobody else sends the file of a terminal.
    if (socket.remoteAddress !== address) return socket.destroy()
    socket.on('error', () => undefined)
    arrived.resolve(socket)
    return close()
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    clearTimeout(late)
    throw error
  }
  const at = server.address()
  return { port: typeof at === 'object' && at ? at.port : port, connection: () => arrived.promise, close }
}
