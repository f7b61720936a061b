import { createHmac, timingSafeEqual } from 'node:crypto'

/** The one bucket that files are in. */
export const bucket = 'huanwei'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Where the bytes of a file are to be had. */
export const filePath = (fileName: string) => `/admin/sys-file/${bucket}/${fileName}`

/** Makes and checks signed addresses of files, good without a token for one file and for as long as they say. Source: spec 3, section 12. */
export function fileAddresses(key: string) {
  const signatureOf = (path: string, expires: number) => createHmac('sha256', key).update(`${path}?${expires}`).digest()

  return {
    /** The address of `fileName` for up to `days` days: the same within an hour, so that a browser keeps the picture. */
    addressOf(fileName: string, days: number, now = Date.now()) {
      const path = filePath(fileName)
      const expires = (Math.floor(now / hourMs) * hourMs + days * dayMs) / 1000
      return `${path}?expires=${expires}&signature=${signatureOf(path, expires).toString('base64url')}`
    },
    /** Whether `address` (path and query as they came) was signed here and its time has not come. */
    isSigned(address: string, now = Date.now()) {
      const [path = '', query] = address.split('?', 2)
      const sent = new URLSearchParams(query)
      const expires = Number(sent.get('expires') ?? Number.NaN)
      const given = Buffer.from(sent.get('signature') ?? '', 'base64url')
      const wanted = signatureOf(path, expires)
      return given.length === wanted.length && timingSafeEqual(given, wanted) && expires * 1000 > now
    },
  }
}
export type FileAddresses = ReturnType<typeof fileAddresses>
