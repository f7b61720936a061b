import { FrameImpl, Parser } from '@stomp/stompjs'

/** What carries the frames: a WebSocket, or one in SockJS clothes. */
export type Wire = {
  readonly readyState: number
  readonly OPEN: number
  readonly bufferedAmount: number
  send(text: string): void
  close(code?: number, reason?: string): void
  terminate(): void
  on(event: 'message', listener: (data: unknown) => void): unknown
  on(event: 'close' | 'error', listener: () => void): unknown
  once(event: 'close', listener: () => void): unknown
}

/** One connection after CONNECT. */
export type Peer = {
  readonly socket: Wire
  /** `body` is JSON unless `contentType` says otherwise. */
  send(destination: string, subscription: string, messageId: string, body: string, contentType?: string): void
  /** ERROR with a reason, then the end. */
  refuse(reason: string): void
}

export type Handler = {
  subscribe(id: string, destination: string): void
  unsubscribe(id: string): void
  closed(): void
}

/** Close code for a token that is unknown, expired or revoked. */
export const unauthorizedClose = 4401
/** A browser that hears nothing for twice this long takes the connection for dead, ms. */
const heartbeatMs = 10_000
/** Who has not said who they are after this long is not waited for any longer, ms. */
const connectMs = 10_000
/** How long a closed connection may take to say goodbye, ms. */
const goodbyeMs = 2000
/** Bytes of one frame: CONNECT with its token is the longest that is taken. */
const frameLimit = 16 * 1024

/** Closes a connection; one that does not say goodbye is cut off, so that nobody holds up a stop. */
export function showOut(socket: Wire, code: number, reason?: string) {
  socket.close(code, reason)
  const cut = setTimeout(() => socket.terminate(), goodbyeMs)
  socket.once('close', () => clearTimeout(cut))
}

/** A frame as text: none of ours has a body of bytes. */
const marshall = (frame: Parameters<typeof FrameImpl.marshall>[0]) => String(FrameImpl.marshall(frame))

/** The newest version that both speak. */
const versionFor = (accepted = '1.0') => ['1.2', '1.1'].find((one) => accepted.split(',').includes(one)) ?? '1.0'

/**
 * Speaks STOMP 1.2 with one browser. `connect` gets the bearer token of CONNECT and returns who handles what follows, or undefined:
 * then the frame is dropped, as the family's servers do, and the socket closed. SEND (the family's heartbeat) says nothing. Source: spec 4, S0 §7.
 */
export function speakStomp(socket: Wire, connect: (token: string, peer: Peer) => Promise<Handler | undefined>) {
  let handler: Handler | undefined
  let connecting: Promise<void> | undefined
  let beating: NodeJS.Timeout | undefined
  const late = setTimeout(() => showOut(socket, unauthorizedClose, 'unauthorized'), connectMs)
  /** Bytes since the last whole frame: the parser keeps them all. */
  let unfinished = 0

  const peer: Peer = {
    socket,
    send: (destination, subscription, messageId, body, contentType = 'application/json') =>
      socket.send(
        marshall({
          command: 'MESSAGE',
          headers: { destination, subscription, 'message-id': messageId, 'content-type': contentType },
          body,
          escapeHeaderValues: true,
          skipContentLengthHeader: true,
        }),
      ),
    refuse(reason) {
      socket.send(marshall({ command: 'ERROR', headers: { message: reason }, body: '', escapeHeaderValues: true }))
      showOut(socket, 1008)
    },
  }

  async function open({ headers }: FrameImpl) {
    const token = /^bearer (\S+)$/i.exec(headers.Authorization ?? headers.authorization ?? '')?.[1]
    handler = token ? await connect(token, peer) : undefined
    clearTimeout(late)
    if (!handler) return showOut(socket, unauthorizedClose, 'unauthorized')
    // Gone while its token was looked up.
    if (socket.readyState !== socket.OPEN) return handler.closed()
    beating = setInterval(() => socket.send('\n'), heartbeatMs)
    socket.send(
      marshall({
        command: 'CONNECTED',
        headers: { version: versionFor(headers['accept-version']), 'heart-beat': `${heartbeatMs},0` },
        body: '',
        escapeHeaderValues: false,
      }),
    )
  }

  function take(frame: FrameImpl) {
    const { id = '', destination = '' } = frame.headers
    if (frame.command === 'SUBSCRIBE') handler?.subscribe(id, destination)
    else if (frame.command === 'UNSUBSCRIBE') handler?.unsubscribe(id)
    else if (frame.command === 'DISCONNECT') showOut(socket, 1000)
  }

  const parser = new Parser(
    (raw) => {
      unfinished = 0
      const frame = FrameImpl.fromRawFrame(raw, true)
      if (handler) take(frame)
      else if (frame.command === 'CONNECT' || frame.command === 'STOMP')
        connecting ??= open(frame).catch(() => showOut(socket, 1011))
      // What comes while the token is looked up waits for it.
      else connecting?.then(() => take(frame))
    },
    () => {
      unfinished = 0
    },
  )
  socket.on('message', (data) => {
    if (socket.readyState !== socket.OPEN) return
    try {
      const text = String(data)
      unfinished += text.length
      parser.parseChunk(text)
      if (unfinished > frameLimit) showOut(socket, 1009, 'frame too long')
    } catch {
      showOut(socket, 1007, 'not STOMP')
    }
  })
  socket.on('close', () => {
    clearInterval(beating)
    clearTimeout(late)
    handler?.closed()
  })
  socket.on('error', () => socket.terminate())
}
