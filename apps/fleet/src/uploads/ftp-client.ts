import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Time that a terminal waits for an answer, ms. */
const answerMs = 20_000

export type FtpAccess = { host: string; port: number; user: string; password: string; path: string }

/** An FTP connection of a terminal. */
export type FtpClient = {
  /** Sends what is missing of a file there; `bytesPerSecond` as the radio carries it. Rejects when that fails. */
  store(name: string, bytes: Buffer, bytesPerSecond: number): Promise<void>
  quit(): Promise<void>
  /** Breaks off without an end. */
  cut(): void
}

/** Connects, logs in and enters the folder. Rejects when the server refuses. Source: RFC 959. */
export async function openFtp({ host, port, user, password, path }: FtpAccess): Promise<FtpClient> {
  const socket = connect({ host, port, noDelay: true })
  socket.on('error', () => undefined)
  const replies = repliesOf(socket)
  let data: Socket | undefined

  async function ask(command: string | undefined, ...wanted: number[]) {
    if (command !== undefined) socket.write(`${command}\r\n`)
    const reply = await replies.next()
    if (wanted.length && !wanted.includes(reply.code)) throw new Error(`FTP: ${command ?? ''} was answered with ${reply.code}`)
    return reply
  }

  async function send(bytes: Buffer, bytesPerSecond: number) {
    const step = Math.max(1, Math.round(bytesPerSecond / 20))
    for (let at = 0; at < bytes.length; at += step) {
      if (!data || data.destroyed) throw new Error('FTP: connection lost')
      data.write(bytes.subarray(at, at + step))
      if (at + step < bytes.length) await pause(50)
    }
  }

  await ask(undefined, 220)
  await ask(`USER ${user}`, 331)
  await ask(`PASS ${password}`, 230)
  await ask('TYPE I', 200)
  if (path && path !== '/') await ask(`CWD ${path}`, 250)
  return {
    async store(name, bytes, bytesPerSecond) {
      const { code, text } = await ask(`SIZE ${name}`, 213, 550)
      const there = code === 213 ? Math.min(Number(text), bytes.length) : 0
      const { text: mode } = await ask('PASV', 227)
      const numbers = /(\d+),(\d+),(\d+),(\d+),(\d+),(\d+)/.exec(mode)?.slice(1).map(Number) ?? []
      const [high = 0, low = 0] = numbers.slice(4)
      if (there) await ask(`REST ${there}`, 350)
      // The host of the log-in is the one that is reached.
      data = connect({ host, port: high * 256 + low })
      data.on('error', () => undefined)
      await ask(`STOR ${name}`, 150)
      await send(bytes.subarray(there), bytesPerSecond)
      data.end()
      await ask(undefined, 226)
    },
    async quit() {
      await ask('QUIT', 221)
      socket.destroySoon()
    },
    cut() {
      data?.resetAndDestroy()
      socket.resetAndDestroy()
    },
  }
}

/** Replies of the server, of which the last line counts. */
function repliesOf(socket: Socket) {
  const waiting: { code: number; text: string }[] = []
  let rest = ''
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, code, text = ''] = /^(\d{3}) (.*)$/.exec(line) ?? []
      if (code) waiting.push({ code: Number(code), text })
    }
    socket.emit('replied')
  })
  return {
    async next() {
      const end = AbortSignal.timeout(answerMs)
      for (;;) {
        const reply = waiting.shift()
        if (reply) return reply
        if (socket.destroyed) throw new Error('FTP: connection closed')
        const stop = new AbortController()
        const signal = AbortSignal.any([end, stop.signal])
        await Promise.race([once(socket, 'replied', { signal }), once(socket, 'close', { signal })]).finally(() => stop.abort())
      }
    },
  }
}
