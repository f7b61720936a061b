import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { Assembly } from '@huanwei/terminal/assembly'
import { type FrameError, FrameReader } from '@huanwei/terminal/frame'
import { type Header, headerTo, terminalKey, versionOf } from '@huanwei/terminal/header'
import { MessageId } from '@huanwei/terminal/ids'
import { decodeMessage, encodeMessage, type Message, messageIdOf } from '@huanwei/terminal/message'
import { encodeFrames } from '@huanwei/terminal/splitting'

export type Heard = { connection: number; header: Header; message: Message; body: string }

/** For tests: a platform on a real socket. It registers everybody and acknowledges what `acknowledges` wants. */
export async function startPlatform() {
  const heard: Heard[] = []
  /** Headers of pieces of longer messages. */
  const pieces: Header[] = []
  const broken: FrameError[] = []
  const sockets = new Set<Socket>()
  const codes = new Map<string, string>()
  const rules = { acknowledges: (_: Header): boolean => true }
  let connections = 0
  let arrived: () => void = () => undefined

  function send(socket: Socket, to: Header, message: Message, serial = 0) {
    const header = headerTo(to, messageIdOf(message), serial)
    for (const frame of encodeFrames(header, encodeMessage(message, versionOf(header)))) socket.write(frame)
  }

  function reply(socket: Socket, header: Header, result: number) {
    send(socket, header, { id: MessageId.platformReply, replySerial: header.serial, replyId: header.messageId, result })
  }

  function take(socket: Socket, header: Header, message: Message) {
    const terminalNo = terminalKey(header)
    if (message.id === MessageId.register) {
      const authCode = `code-${terminalNo}-${codes.size}`
      codes.set(terminalNo, authCode)
      return send(socket, header, { id: MessageId.registered, replySerial: header.serial, result: 0, authCode })
    }
    if (message.id === MessageId.authenticate) return reply(socket, header, message.authCode === codes.get(terminalNo) ? 0 : 1)
    if (message.id !== MessageId.terminalReply && rules.acknowledges(header)) reply(socket, header, 0)
  }

  const server = createServer((socket) => {
    const connection = ++connections
    const [reader, assembly] = [new FrameReader(), new Assembly()]
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      for (const frame of reader.push(chunk)) {
        if (!frame.ok) {
          broken.push(frame.reason)
          if (frame.header) reply(socket, frame.header, 2)
          continue
        }
        if (frame.header.total !== undefined) pieces.push(frame.header)
        const whole = assembly.add(frame.header, frame.body, Date.now())
        if (!whole) continue
        const { header, body } = whole
        const message = decodeMessage(header, body)
        heard.push({ connection, header, message, body: body.toString('hex') })
        take(socket, header, message)
      }
      arrived()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')

  return {
    port: address.port,
    heard,
    pieces,
    broken,
    codes,
    rules,
    connections: () => sockets.size,
    /** Sends an order to every connection. */
    order: (to: Header, message: Message, serial: number) => {
      for (const socket of sockets) send(socket, to, message, serial)
    },
    /** Resolves when `isThere`; looks again at every message. */
    async until(isThere: () => boolean, what: string) {
      const end = Date.now() + 5000
      while (!isThere()) {
        if (Date.now() > end)
          throw new Error(`${what} did not happen; heard ${heard.map((one) => one.header.messageId.toString(16))}`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 20)
          arrived = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
