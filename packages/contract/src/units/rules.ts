import { parseUrl } from '../url.ts'

/** Host names and addresses as they are. A URL also allows `;`, `*` and `'`, which mean something in a Content-Security-Policy. */
const plainHost = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/

/** `text` as a web address that a page may lead to. Undefined for anything but http and https. Source: spec 2, section 5. */
export function outsideUrl(text: string): URL | undefined {
  const url = parseUrl(text)
  if (!url || url.username || url.password || !plainHost.test(url.hostname)) return undefined
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
}

/** True for the path of a page of this installation, which leads nowhere else. */
export const isOwnPath = (text: string) => /^\/[\w-]+(\/[\w-]+)*$/.test(text)

/** Port of a video server whose address names none. Source: spec 4, III.1. */
const videoPort = 6605

/** The address of a CMSV6 video server, which may be a mere host; undefined for what is none. */
export function videoServerUrl(text: string): URL | undefined {
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  const url = outsideUrl(hasScheme ? text : `http://${text}`)
  if (url && !hasScheme && !url.port) url.port = String(videoPort)
  return url
}

/** `text` as an origin (`https://example.cn:8443`), whatever path was written behind it; undefined for what is no address. */
export const outsideOrigin = (text: string) => outsideUrl(text.trim())?.origin
