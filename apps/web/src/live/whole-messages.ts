/**
 * Hands every text frame that is one whole STOMP MESSAGE to `take` (subscription id, body) and keeps it from the STOMP library,
 * whose parser walks byte by byte: 35 ms for a patch of 5 000 vehicles, 1 s for a snapshot of 100 000. The library sees a heartbeat
 * instead, so that it knows the server lives. All other frames go to it unchanged. Call before the library sets its handlers.
 */
export function takeWholeMessages<S extends WebSocket>(socket: S, take: (subscription: string, body: string) => void): S {
  socket.addEventListener('message', (event) => {
    const message = typeof event.data === 'string' ? readMessage(event.data) : undefined
    if (!message) return
    event.stopImmediatePropagation()
    socket.onmessage?.(new MessageEvent('message', { data: '\n' }))
    take(message.subscription, message.body)
  })
  return socket
}

/** The subscription and body of `data` when it is exactly one MESSAGE frame. Source: STOMP 1.2. */
export function readMessage(data: string): { subscription: string; body: string } | undefined {
  if (!data.startsWith('MESSAGE\n')) return undefined
  const headEnd = data.indexOf('\n\n')
  const end = data.indexOf('\0')
  if (headEnd < 0 || end < headEnd || data.slice(end + 1).trim() !== '') return undefined
  const subscription = /^subscription:([^\\\r\n]*)$/m.exec(data.slice(0, headEnd))?.[1]
  return subscription === undefined ? undefined : { subscription, body: data.slice(headEnd + 2, end) }
}
