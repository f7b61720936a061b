import { EventEmitter } from 'node:events'
import { z } from 'zod'
import { parsed } from '../../lib/parsed.ts'
import type { Wire } from './stomp.ts'

/** Interval of heartbeats, ms; the default of SockJS servers. */
const heartbeatMs = 25_000
/** The answer to a SockJS client's first request: only WebSocket is supported. Source: spec 4, S0 §7. */
export const sockJsInfo = (entropy: number) => ({ websocket: true, origins: ['*:*'], cookie_needed: false, entropy })

const Messages = z.union([z.array(z.string()), z.string().transform((one) => [one])])

/** A WebSocket whose texts are wrapped as SockJS wraps them: `o` opens, `h` beats, `a[…]` carries messages, `c[…]` closes; a client sends arrays. */
export function sockJs(socket: Wire): Wire {
  const events = new EventEmitter()
  const beating = setInterval(() => socket.send('h'), heartbeatMs)
  socket.on('message', (data) => {
    const text = String(data)
    // Empty messages are ignored.
    if (!text) return
    const messages = Messages.safeParse(parsed(text))
    if (messages.success) for (const one of messages.data) events.emit('message', one)
    else socket.close(1007, 'not SockJS')
  })
  socket.on('close', () => {
    clearInterval(beating)
    events.emit('close')
  })
  socket.on('error', () => events.emit('error'))
  socket.send('o')
  return {
    get readyState() {
      return socket.readyState
    },
    OPEN: socket.OPEN,
    get bufferedAmount() {
      return socket.bufferedAmount
    },
    send: (text) => socket.send(`a${JSON.stringify([text])}`),
    close(code = 1000, reason = '') {
      if (socket.readyState === socket.OPEN) socket.send(`c${JSON.stringify([code, reason])}`)
      socket.close(code, reason)
    },
    terminate: () => socket.terminate(),
    on: (event: string, listener: (data: unknown) => void) => events.on(event, listener),
    once: (event: string, listener: () => void) => events.once(event, listener),
  }
}
