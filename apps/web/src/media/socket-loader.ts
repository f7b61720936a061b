import type { Loader, LoaderOf, Source } from './mpegts.ts'

type Heard = {
  /** A text message of the server. */
  text(message: string): void
  /** The socket is closed, by the server or by the line. */
  closed(): void
  /** The socket is open; `send` says something to the server. */
  opened(send: (text: string) => void): void
  /** True for a tag that the player must not get. */
  isTaken(tag: ArrayBuffer): boolean
}

/** States of a loader. Source: `LoaderStatus` of mpegts.js. */
const [idle, connecting, open, complete] = [0, 1, 2, 4]

/**
 * The socket of a live picture, for the players that read it one after the other: binary messages are FLV, texts are for `heard`. The library's own loader takes
 * a text for an error, and tells of nothing but bytes.
 */
export function pictureSocket(heard: Heard) {
  let socket: WebSocket | undefined
  /** What the player of now gets the bytes by; undefined while the next one is made. */
  let reader: SocketLoader | undefined
  /** The header of the file, with which each player begins, and what came while there was none. */
  let [header, waiting]: [ArrayBuffer | undefined, ArrayBuffer[]] = [undefined, []]

  class SocketLoader implements Loader {
    readonly type = 'picture-socket'
    _status = idle
    _needStash = false
    onDataArrival: Loader['onDataArrival'] = ignore
    onContentLengthKnown: Loader['onContentLengthKnown'] = ignore
    onURLRedirect: Loader['onURLRedirect'] = ignore
    onError: Loader['onError'] = ignore
    onComplete: Loader['onComplete'] = ignore
    #received = 0

    get status() {
      return this._status
    }
    get needStashBuffer() {
      return this._needStash
    }
    isWorking() {
      return this._status === connecting || this._status === open
    }

    open({ url }: Source) {
      reader = this
      this._status = socket?.readyState === WebSocket.OPEN ? open : connecting
      if (!socket) return connect(url)
      const came = waiting
      waiting = []
      for (const data of header ? [header, ...came] : came) this.take(data)
    }

    take(data: ArrayBuffer) {
      const start = this.#received
      this.#received += data.byteLength
      this.onDataArrival(data, start, this.#received)
    }

    abort() {
      this._status = complete
      if (reader === this) close()
    }

    destroy() {
      this.abort()
    }
  }

  function connect(url: string) {
    const opened = new WebSocket(url)
    opened.binaryType = 'arraybuffer'
    socket = opened
    opened.onopen = () => {
      if (reader) reader._status = open
      heard.opened((text) => opened.readyState === WebSocket.OPEN && opened.send(text))
    }
    opened.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (typeof data === 'string') return heard.text(data)
      if (heard.isTaken(data)) return
      header ??= data
      if (reader) reader.take(data)
      else waiting.push(data)
    }
    opened.onclose = () => {
      if (reader) reader._status = complete
      heard.closed()
    }
  }

  function close() {
    const closing = socket
    socket = undefined
    waiting = []
    if (!closing) return
    closing.onmessage = null
    closing.onclose = null
    // Closed before it is open, it would be an error in the console.
    if (closing.readyState === WebSocket.CONNECTING) closing.onopen = () => closing.close()
    else closing.close()
  }

  return {
    Loader: SocketLoader satisfies LoaderOf,
    /** What comes from now on is for the next player, and the end of this one closes nothing. */
    handOver() {
      reader = undefined
    },
    close,
  }
}

const ignore = () => undefined
