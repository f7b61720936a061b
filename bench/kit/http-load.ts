import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type LoadTimes = {
  /** Replies per second. */
  rate: number
  /** Times from request to last byte, ms. */
  times: number[]
}

type Plan = {
  url: string
  /** Path and query of the next request. */
  path: () => string
  headers: Record<string, string>
  /** JSON to post; undefined for GET. */
  body?: () => string
  connections: number
  /** Each connection sends at least one request. */
  forMs: number
  /** Interval of the requests of a connection, whatever a reply takes; undefined: the next request follows the reply. */
  everyMs?: number
}

/**
 * Sends requests over keep-alive connections and waits for each reply. Parses only as much HTTP as that needs, because it shares the processors
 * with the server. Throws on any status but 200.
 */
export async function sendRequests({ url, path, headers, body, connections, forMs, everyMs }: Plan): Promise<LoadTimes> {
  const { hostname, port, host } = new URL(url)
  const head = Object.entries({ host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const times: number[] = []
  const started = performance.now()
  const until = started + forMs

  async function work(_: unknown, index: number) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const nextReply = readReplies(socket)
    const offset = everyMs ? (everyMs / connections) * index : 0
    for (let turn = 0; ; turn++) {
      const due = everyMs === undefined ? performance.now() : started + offset + turn * everyMs
      if (turn > 0 && due > until) break
      if (due > performance.now()) await sleep(due - performance.now())
      // Measured from the due time, so that a slow server does not reduce its own load.
      const sentAt = everyMs === undefined ? performance.now() : due
      socket.write(body ? postRequest(path(), head, body()) : `GET ${path()} HTTP/1.1\r\n${head}\r\n`)
      await nextReply()
      times.push(performance.now() - sentAt)
    }
    socket.destroy()
  }

  await Promise.all(Array.from({ length: connections }, work))
  return { rate: (times.length / (performance.now() - started)) * 1000, times }
}

const postRequest = (path: string, head: string, json: string) =>
  `POST ${path} HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`

/** Returns a function that resolves with the next complete reply, which must have a content length. */
function readReplies(socket: Socket) {
  let buffered: Buffer = Buffer.alloc(0)
  let failure: Error | undefined
  let wake = () => undefined
  socket.on('data', (chunk: Buffer) => {
    buffered = buffered.length ? Buffer.concat([buffered, chunk]) : chunk
    wake()
  })
  socket.on('error', (error) => {
    failure = error
    wake()
  })
  socket.on('close', () => {
    failure ??= new Error('the server closed the connection')
    wake()
  })
  return async () => {
    for (;;) {
      const headEnd = buffered.indexOf('\r\n\r\n')
      const head = headEnd < 0 ? '' : buffered.toString('latin1', 0, headEnd)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (headEnd >= 0 && Number.isNaN(length)) throw new Error(`no length: ${head}`)
      const end = headEnd + 4 + length
      if (headEnd >= 0 && buffered.length >= end) {
        if (!head.startsWith('HTTP/1.1 200'))
          throw new Error(`${head.split('\r\n')[0]}: ${buffered.toString('utf8', headEnd + 4, end)}`)
        buffered = buffered.subarray(end)
        return
      }
      if (failure) throw failure
      await new Promise<void>((resolve) => {
        wake = () => void resolve()
      })
    }
  }
}
