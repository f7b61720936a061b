import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Asked = {
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
  /** JSON to post; undefined: GET. */
  body?: () => string
  connections: number
  /** Each connection asks once at least. */
  forMs: number
  /** Each connection asks this often, whatever the answer took; undefined: again as soon as answered. */
  everyMs?: number
}

/**
 * Asks over keep-alive connections and waits for each answer. Reads just enough HTTP for that, so that the asking takes little of the
 * processors that it shares with the server. Throws on any status but 200.
 */
export async function ask({ url, path, headers, body, connections, forMs, everyMs }: Plan): Promise<Asked> {
  const { hostname, port, host } = new URL(url)
  const head = Object.entries({ host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const times: number[] = []
  const began = performance.now()
  const until = began + forMs

  async function work(_: unknown, index: number) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const answer = answers(socket)
    const share = everyMs ? (everyMs / connections) * index : 0
    for (let turn = 0; ; turn++) {
      const due = everyMs === undefined ? performance.now() : began + share + turn * everyMs
      if (turn > 0 && due > until) break
      if (due > performance.now()) await sleep(due - performance.now())
      // From when it was due: a server that lags does not slow its own measurement down.
      const asked = everyMs === undefined ? performance.now() : due
      socket.write(body ? posted(path(), head, body()) : `GET ${path()} HTTP/1.1\r\n${head}\r\n`)
      await answer()
      times.push(performance.now() - asked)
    }
    socket.destroy()
  }

  await Promise.all(Array.from({ length: connections }, work))
  return { rate: (times.length / (performance.now() - began)) * 1000, times }
}

const posted = (path: string, head: string, json: string) =>
  `POST ${path} HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`

/** Waits for one whole answer after the other. They must say their length. */
function answers(socket: Socket) {
  let held: Buffer = Buffer.alloc(0)
  let lost: Error | undefined
  let wake = () => undefined
  socket.on('data', (chunk: Buffer) => {
    held = held.length ? Buffer.concat([held, chunk]) : chunk
    wake()
  })
  socket.on('error', (error) => {
    lost = error
    wake()
  })
  socket.on('close', () => {
    lost ??= new Error('the server closed the connection')
    wake()
  })
  return async () => {
    for (;;) {
      const end = held.indexOf('\r\n\r\n')
      const head = end < 0 ? '' : held.toString('latin1', 0, end)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (end >= 0 && Number.isNaN(length)) throw new Error(`no length: ${head}`)
      const whole = end + 4 + length
      if (end >= 0 && held.length >= whole) {
        if (!head.startsWith('HTTP/1.1 200'))
          throw new Error(`${head.split('\r\n')[0]}: ${held.toString('utf8', end + 4, whole)}`)
        held = held.subarray(whole)
        return
      }
      if (lost) throw lost
      await new Promise<void>((resolve) => {
        wake = () => void resolve()
      })
    }
  }
}
