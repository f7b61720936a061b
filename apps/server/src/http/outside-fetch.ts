import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { BodyInit, RequestInit } from 'undici'

/** Bytes of a reply. */
const maxReply = 1024 * 1024
/** Wait for a connection, for headers, and between two pieces of a body, ms. */
const patience = 5000
/** Time without a byte after which a reply without end is over, ms. */
const silence = 15_000

/** True for addresses of the public internet: not of this machine, its networks, or those of no machine. */
const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast'

const refused = (host: string) => new Error(`${host} is no public address`)

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

type Request = {
  method?: string
  headers?: Record<string, string>
  body?: BodyInit | null | undefined
  signal?: AbortSignal
  /** False where the status says all: the reply has no body then. */
  readsReply?: boolean
}

/**
 * Makes a `fetch` for servers that a person named: their names must lead to public addresses unless `mayBePrivate`; it follows no
 * redirect and reads no more than 1 MB. The address that was checked is the one connected to.
 */
export function outsideFetch(mayBePrivate: (host: string) => boolean) {
  const ask = outsideLine(mayBePrivate, { bodyTimeout: patience, maxResponseSize: maxReply })
  return async (address: string, { method = 'GET', headers = {}, body = null, signal, readsReply = true }: Request = {}) => {
    const reply = await ask(address, { method, headers, body, ...(signal && { signal }) })
    if (!readsReply) {
      await reply.body?.cancel()
      return new Response(null, { status: reply.status })
    }
    return new Response(await reply.arrayBuffer(), { status: reply.status, headers: [...reply.headers] })
  }
}

/** A reply that is read as it comes. */
export type EndlessReply = { isOk: boolean; contentType: string; body: AsyncIterable<Uint8Array> | null }

/** Like `outsideFetch`, for replies without end: they are read as they come, and break off when nothing comes for `silence`. */
export function outsideStream(mayBePrivate: (host: string) => boolean) {
  const ask = outsideLine(mayBePrivate, { bodyTimeout: silence })
  return async (address: string, signal: AbortSignal): Promise<EndlessReply> => {
    const { body, ok, headers } = await ask(address, { signal })
    return { isOk: ok, contentType: headers.get('content-type') ?? '', body }
  }
}

/** Makes a `fetch` over connections to such servers only; addresses that need no look-up are checked before. */
function outsideLine(mayBePrivate: (host: string) => boolean, limits: { bodyTimeout: number; maxResponseSize?: number }) {
  const lookUp = (host: string, options: LookupOptions, found: Found) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return found(error, [])
      if (!mayBePrivate(host) && !addresses.every(({ address }) => isPublic(address))) return found(refused(host), [])
      const [first] = addresses
      if (options.all || !first) return found(null, addresses)
      return found(null, first.address, first.family)
    })
  let opened: ReturnType<typeof open> | undefined
  /** Loads the library, which takes a tenth of a second that no start waits for. */
  async function open() {
    const { Agent, fetch } = await import('undici')
    const connect = { lookup: lookUp, timeout: patience }
    return { fetch, dispatcher: new Agent({ connect, headersTimeout: patience, ...limits }) }
  }
  function mustBeAllowed(address: string) {
    const { hostname } = new URL(address)
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) && !isPublic(literal) && !mayBePrivate(literal)) throw refused(hostname)
  }
  return async (address: string, init: RequestInit) => {
    mustBeAllowed(address)
    opened ??= open()
    const { fetch, dispatcher } = await opened
    return fetch(address, { ...init, redirect: 'error', dispatcher })
  }
}
