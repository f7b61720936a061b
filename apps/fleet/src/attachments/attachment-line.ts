import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { encodeAttachmentData, longestPiece } from '@huanwei/terminal/attachments/attachment-data'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { decodeMessage, type Message } from '@huanwei/terminal/messages/message'
import { FrameReader } from '@huanwei/terminal/wire/frame'
import { framesOf, type Identity } from '../terminals/connection.ts'

/** Time that a terminal waits for an answer, ms. */
const answerMs = 20_000

/** A connection of its own for the files of one alarm. */
export type AttachmentLine = {
  /** Sends a message and resolves with the answer; rejects when none comes. */
  ask(message: Message): Promise<Message>
  /** Sends the bytes of a file from `start` to `end`. */
  sendBytes(name: string, bytes: Buffer, start: number, end: number): Promise<void>
  close(): void
  /** Breaks off without an end. */
  cut(): void
}

/** Connects to the server of attachments. Rejects when it cannot. Source: spec 4, IV.6. */
export async function openAttachmentLine(
  { host, port }: { host: string; port: number },
  identity: Identity,
): Promise<AttachmentLine> {
  const socket = connect({ host, port, noDelay: true })
  const reader = new FrameReader()
  const answers: Message[] = []
  let serial = 0
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    for (const frame of reader.push(chunk)) if (frame.ok) answers.push(decodeMessage(frame.header, frame.body))
    socket.emit('answered')
  })
  await once(socket, 'connect')

  return {
    async ask(message) {
      const own = serial++ & 0xffff
      for (const frame of framesOf(identity, message, own)) socket.write(frame)
      return nextAnswer(socket, answers)
    },
    async sendBytes(name, bytes, start, end) {
      for (let at = start; at < end; at += longestPiece) {
        const piece = encodeAttachmentData(name, at, bytes.subarray(at, Math.min(at + longestPiece, end)))
        if (socket.destroyed) throw new Error('connection lost')
        if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
      }
    },
    close: () => socket.destroySoon(),
    cut: () => socket.resetAndDestroy(),
  }
}

/** Resolves with the next message; rejects when the connection closes before, or after a while. */
async function nextAnswer(socket: Socket, answers: Message[]): Promise<Message> {
  const end = AbortSignal.timeout(answerMs)
  for (;;) {
    const answer = answers.shift()
    if (answer) return answer
    if (socket.destroyed) throw new Error('connection closed')
    const stop = new AbortController()
    const signal = AbortSignal.any([end, stop.signal])
    await Promise.race([once(socket, 'answered', { signal }), once(socket, 'close', { signal })]).finally(() => stop.abort())
  }
}

/** True for an answer that says yes. */
export const isYes = (answer: Message) => answer.id === MessageId.platformReply && answer.result === 0
