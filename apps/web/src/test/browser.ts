import { configure, prettyDOM } from '@testing-library/react'
import { vi } from 'vitest'
import { watchFailures } from '../lib/failure.ts'

configure({
  // How long a screen is waited for: a limit for what hangs, which a busy machine does not reach.
  asyncUtilTimeout: 60_000,
  getElementError: (message, container) => notFound(() => [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
})

/** Whoever waits for an element is told many times that it is not there: the document is printed for the message that is read in the end. */
function notFound(message: () => string) {
  let text: string | undefined
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  return Object.defineProperty(error, 'message', {
    // What times out writes a message of its own.
    configurable: true,
    get: () => (text ??= message()),
    set: (other: string) => {
      text = other
    },
  })
}

type Reply = { statusCode: number; body: string; headers: Record<string, unknown> }
type Request = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string; headers: Record<string, string>; payload?: string }
/** The part of the server's app that a screen test needs. */
type App = { inject: (request: Request) => Promise<Reply> }

const methods = { GET: 'GET', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE' } as const
const methodOf = (name = 'GET') => Object.values(methods).find((method) => method === name) ?? methods.GET

let stopWatching: () => void = () => undefined
const underWay = new Set<Promise<unknown>>()

/** Resolves when no call is under way: one that outlives its test file would find neither the server nor a document. */
export async function callsDone() {
  while (underWay.size) await Promise.allSettled(underWay)
}

/** Lets the page talk to the real server without a socket, and adds what jsdom lacks. */
export function stubBrowser(app: App) {
  stopWatching()
  stopWatching = watchFailures()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    const asked = app.inject({
      method: methodOf(init.method),
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { payload: init.body }),
    })
    underWay.add(asked)
    const reply = await asked.finally(() => underWay.delete(asked))
    return new Response(reply.statusCode === 204 ? null : reply.body, { status: reply.statusCode })
  })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  stubResizeObserver()
}

/** A window of this width, px. */
export const resize = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => {
    const [, bound, px] = /(min|max)-width: (\d+)px/.exec(query) ?? []
    const matches = bound === 'min' ? width >= Number(px) : bound === 'max' && width <= Number(px)
    return { matches, addEventListener: () => undefined, removeEventListener: () => undefined }
  })

/** jsdom lays nothing out: no size ever changes. */
export const stubResizeObserver = () =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
