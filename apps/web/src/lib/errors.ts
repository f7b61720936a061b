/** The server said no. `message` is its own wording, fit to show; `code` is the envelope's, `data` whatever came with it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: number
  readonly data: unknown
  constructor(status: number, code: number, message: string, data: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
  }
}

/** No answer: offline, timed out, or a gateway in between answered for a server that is down. `message` is fit to show. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** True when the server has it no longer, or not for this person. */
export const isGone = (error: Error | null | undefined) => error instanceof ApiError && error.status === 404

/** True while the browser itself knows of no network. */
export const isOffline = () => navigator.onLine === false

/** Makes an error of anything thrown. */
export const errorOf = (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause)))
