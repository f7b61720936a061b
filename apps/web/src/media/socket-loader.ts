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
 * The loader of a live picture: binary messages of its socket are FLV, texts are for `heard`. The library's own one takes a text for an error, and
 * tells of nothing but bytes.
 */
export function socketLoader(heard: Heard): LoaderOf {
  return class SocketLoader implements Loader {
    readonly type = 'picture-socket'
    _status = idle
    _needStash = false
    onDataArrival: Loader['onDataArrival'] = ignore
    onContentLengthKnown: Loader['onContentLengthKnown'] = ignore
    onURLRedirect: Loader['onURLRedirect'] = ignore
    onError: Loader['onError'] = ignore
    onComplete: Loader['onComplete'] = ignore
    #socket: WebSocket | undefined
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
      const socket = new WebSocket(url)
      socket.binaryType = 'arraybuffer'
      this.#socket = socket
      this._status = connecting
      socket.onopen = () => {
        this._status = open
        heard.opened((text) => socket.readyState === WebSocket.OPEN && socket.send(text))
      }
      socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
        if (typeof data === 'string') return heard.text(data)
        if (heard.isTaken(data)) return
        const start = this.#received
        this.#received += data.byteLength
        this.onDataArrival(data, start, this.#received)
      }
      socket.onclose = () => {
        this._status = complete
        heard.closed()
      }
    }

    abort() {
      const socket = this.#socket
      this.#socket = undefined
      this._status = complete
      if (!socket) return
      socket.onmessage = null
      socket.onclose = null
      // Closed before it is open, it would be an error in the console.
      if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
      else socket.close()
    }

    destroy() {
      this.abort()
    }
  }
}

const ignore = () => undefined
