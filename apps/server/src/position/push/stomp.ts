import { FrameImpl, Parser } from '@stomp/stompjs'

/** Carrier of the frames: a plain WebSocket, or one wrapped by SockJS. */
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
  /** Sends ERROR with a reason and closes the connection. */
  refuse(reason: string): void
}

export type Handler = {
  subscribe(id: string, destination: string): void
  unsubscribe(id: string): void
  closed(): void
}

/** Close code for a token that is unknown, expired or revoked. */
export const unauthorizedClose = 4401
/** Shortest interval of heartbeats, ms; a browser without a message for twice this time considers the connection dead. */
const heartbeatMs = 10_000
/** Shortest interval of the heartbeats asked of a client, ms: a browser runs the timers of a hidden tab once a minute. */
const clientBeatMs = 60_000
/** Longest interval of both, ms, whatever the client says. */
const longestBeatMs = 600_000
/** A client that was silent for so many of its intervals is gone. */
const missedBeats = 3
/** A client that asks for receipts and does not read them is cut off at this many unsent bytes. */
const mostUnread = 1_000_000
/** Time limit for authentication, ms. */
const connectMs = 10_000
/** Time limit of the closing handshake, ms. */
const goodbyeMs = 2000
/** Maximum size of a frame, bytes; CONNECT with its token is the longest expected. */
const frameLimit = 16 * 1024

/** Closes a connection; without a closing handshake in time it is terminated, so that no client delays a stop. */
export function closeSocket(socket: Wire, code: number, reason?: string) {
  socket.close(code, reason)
  const cut = setTimeout(() => socket.terminate(), goodbyeMs)
  socket.once('close', () => clearTimeout(cut))
}

/** A frame as text; no frame of the server has a binary body. */
const marshall = (frame: Parameters<typeof FrameImpl.marshall>[0]) => String(FrameImpl.marshall(frame))

/** Heartbeats that a client offers to send and wants, as intervals in ms; 0 for none. Source: STOMP 1.2, Heart-beating. */
function beatsOf(offered = '0,0') {
  const [sends = 0, wants = 0] = offered.split(',').map((one) => Number.parseInt(one, 10) || 0)
  const agreed = (interval: number, shortest: number) =>
    interval > 0 ? Math.min(Math.max(interval, shortest), longestBeatMs) : 0
  return { sends: agreed(sends, clientBeatMs), wants: agreed(wants, heartbeatMs) }
}

/** Sends the heartbeats that a client wants, and terminates the socket when its own fail to come. */
function createBeats(socket: Wire) {
  let beating: NodeJS.Timeout | undefined
  let silence: NodeJS.Timeout | undefined
  return {
    begin(offered: string | undefined) {
      const { sends, wants } = beatsOf(offered)
      if (wants) beating = setInterval(() => socket.send('\n'), wants)
      if (sends) silence = setTimeout(() => socket.terminate(), missedBeats * sends)
    },
    /** To be called for every message: it shows that the client lives. */
    heard: () => void silence?.refresh(),
    end() {
      clearInterval(beating)
      clearTimeout(silence)
    },
  }
}

/** The newest version that both sides support. */
const versionFor = (accepted = '1.0') => ['1.2', '1.1'].find((one) => accepted.split(',').includes(one)) ?? '1.0'

const connected = (acceptedVersions: string | undefined) =>
  marshall({
    command: 'CONNECTED',
    headers: { version: versionFor(acceptedVersions), 'heart-beat': `${heartbeatMs},${clientBeatMs}` },
    body: '',
    escapeHeaderValues: false,
  })

function acknowledge(socket: Wire, receipt: string) {
  if (socket.bufferedAmount > mostUnread) return socket.terminate()
  socket.send(marshall({ command: 'RECEIPT', headers: { 'receipt-id': receipt }, body: '', escapeHeaderValues: true }))
}

const peerOf = (socket: Wire): Peer => ({
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
    closeSocket(socket, 1008)
  },
})

/**
 * Speaks STOMP 1.2 with one browser. `connect` gets the bearer token of CONNECT and returns the handler of the following frames, or undefined:
 * then the frame is dropped, as the family's servers do, and the socket closed. SEND (the family's heartbeat) shows no more than that it lives. Source: spec 4, S0 §7.
 */
export function speakStomp(socket: Wire, connect: (token: string, peer: Peer) => Promise<Handler | undefined>) {
  let handler: Handler | undefined
  let connecting: Promise<void> | undefined
  const beats = createBeats(socket)
  const late = setTimeout(() => closeSocket(socket, unauthorizedClose, 'unauthorized'), connectMs)
  /** Bytes since the last complete frame: the parser buffers them all. */
  let unfinished = 0

  async function open({ headers }: FrameImpl) {
    const token = /^bearer (\S+)$/i.exec(headers.Authorization ?? headers.authorization ?? '')?.[1]
    handler = token ? await connect(token, peerOf(socket)) : undefined
    clearTimeout(late)
    // Closed or refused while the token was looked up.
    if (socket.readyState !== socket.OPEN) return handler?.closed()
    if (!handler) return closeSocket(socket, unauthorizedClose, 'unauthorized')
    beats.begin(headers['heart-beat'])
    socket.send(connected(headers['accept-version']))
  }

  function take(frame: FrameImpl) {
    const { id = '', destination = '', receipt } = frame.headers
    if (frame.command === 'SUBSCRIBE') handler?.subscribe(id, destination)
    else if (frame.command === 'UNSUBSCRIBE') handler?.unsubscribe(id)
    if (receipt !== undefined && socket.readyState === socket.OPEN) acknowledge(socket, receipt)
    if (frame.command === 'DISCONNECT') closeSocket(socket, 1000)
  }

  const endGarbled = () => closeSocket(socket, 1007, 'not STOMP')
  const parser = new Parser(
    (raw) => {
      unfinished = 0
      const frame = FrameImpl.fromRawFrame(raw, true)
      if (handler) take(frame)
      else if (frame.command === 'CONNECT' || frame.command === 'STOMP')
        connecting ??= open(frame).catch(() => closeSocket(socket, 1011))
      // Frames that arrive during the lookup of the token wait for it.
      else void connecting?.then(() => take(frame)).catch(endGarbled)
    },
    () => {
      unfinished = 0
    },
  )
  socket.on('message', (data) => {
    if (socket.readyState !== socket.OPEN) return
    beats.heard()
    try {
      const text = String(data)
      unfinished += text.length
      parser.parseChunk(text)
      if (unfinished > frameLimit) closeSocket(socket, 1009, 'frame too long')
    } catch {
      endGarbled()
    }
  })
  socket.on('close', () => {
    beats.end()
    clearTimeout(late)
    handler?.closed()
  })
  socket.on('error', () => socket.terminate())
}
