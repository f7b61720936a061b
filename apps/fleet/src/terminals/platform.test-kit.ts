import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { decodeMessage, encodeMessage, type Message, messageIdOf } from '@huanwei/terminal/messages/message'
import { Assembly } from '@huanwei/terminal/wire/assembly'
import { type FrameError, FrameReader } from '@huanwei/terminal/wire/frame'
import { type Header, headerTo, terminalKey, versionOf } from '@huanwei/terminal/wire/header'
import { encodeFrames } from '@huanwei/terminal/wire/splitting'

export type ReceivedMessage = { connection: number; header: Header; message: Message; body: string }

/** A platform on a real socket for tests. It registers every terminal and acknowledges the messages that `rules.acknowledges` accepts. */
export async function startPlatform() {
  const received: ReceivedMessage[] = []
  /** Headers of the pieces of split messages. */
  const pieces: Header[] = []
  const badFrames: FrameError[] = []
  const sockets = new Set<Socket>()
  const codes = new Map<string, string>()
  const rules = { acknowledges: (_: Header): boolean => true }
  let connections = 0
  let onData: () => void = () => undefined

  function handle(socket: Socket, header: Header, message: Message) {
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
          badFrames.push(frame.reason)
          if (frame.header) reply(socket, frame.header, 2)
          continue
        }
        if (frame.header.total !== undefined) pieces.push(frame.header)
        const assembled = assembly.add(frame.header, frame.body, Date.now())
        if (!assembled) continue
        const { header, body } = assembled
        const message = decodeMessage(header, body)
        received.push({ connection, header, message, body: body.toString('hex') })
        handle(socket, header, message)
      }
      onData()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')

  return {
    port: address.port,
    received,
    pieces,
    badFrames,
    codes,
    rules,
    connections: () => sockets.size,
    /** Sends a message on every connection. */
    send: (to: Header, message: Message, serial: number) => {
      for (const socket of sockets) send(socket, to, message, serial)
    },
    /** Resolves when the condition holds; checks it again after every message. */
    async until(condition: () => boolean, event: string) {
      const end = Date.now() + 5000
      while (!condition()) {
        if (Date.now() > end)
          throw new Error(`${event} did not happen; received ${received.map(({ header }) => header.messageId.toString(16))}`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 20)
          onData = () => {
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

function send(socket: Socket, to: Header, message: Message, serial = 0) {
  const header = headerTo(to, messageIdOf(message), serial)
  for (const frame of encodeFrames(header, encodeMessage(message, versionOf(header)))) socket.write(frame)
}

function reply(socket: Socket, header: Header, result: number) {
  send(socket, header, { id: MessageId.platformReply, replySerial: header.serial, replyId: header.messageId, result })
}
