import { parseUrl } from '../url.ts'

const isLocal = (host: string) => host === 'localhost' || host === '127.0.0.1' || host.endsWith('.localhost')

/** Host names and addresses as they are. A URL also allows `;`, `*` and `'`, which mean something in a Content-Security-Policy. */
const plainHost = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/

/** `text` as a web address that a page may lead to: https, or http on this machine. Undefined for anything else. */
export function outsideUrl(text: string): URL | undefined {
  const url = parseUrl(text)
  if (!url || url.username || url.password || !plainHost.test(url.hostname)) return undefined
  if (url.protocol === 'https:') return url
  return url.protocol === 'http:' && isLocal(url.hostname) ? url : undefined
}

/** `text` as an origin (`https://example.cn:8443`), whatever path was written behind it; undefined for what is no address. */
export const outsideOrigin = (text: string) => outsideUrl(text.trim())?.origin
