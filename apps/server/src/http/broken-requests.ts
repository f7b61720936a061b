import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { defaultLanguage } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'

const reasons: Record<string, [status: number, word: TextKey]> = {
  HPE_HEADER_OVERFLOW: [431, 'refusals:headersTooLarge'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'refusals:requestTooSlow'],
}

/** Replies to bytes that are no whole request, in the shape of every refusal, and closes the connection. Its language is not known. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const [status, word] = reasons[error.code ?? ''] ?? [400, 'refusals:noRequest']
    const body = JSON.stringify({ code: 1, msg: say(defaultLanguage, word), data: null })
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroySoon()
}
