import { createHmac, timingSafeEqual } from 'node:crypto'

/** The one bucket that files are in. */
export const bucket = 'huanwei'

const dayMs = 86_400_000
const hourMs = 3_600_000
const mark = '&signature='

/** Where the bytes of a file are to be had. */
export const filePath = (fileName: string) => `/admin/sys-file/${bucket}/${fileName}`

/** Makes and checks signed addresses of files, good without a token for one file and for as long as they say. Source: spec 3, section 12. */
export function fileAddresses(key: string) {
  const signatureOf = (signed: string) => createHmac('sha256', key).update(signed).digest()
  /** `path` (it may have a query) with its end, epoch ms, and the signature of both. */
  const sign = (path: string, ends: number) => {
    const signed = `${path}${path.includes('?') ? '&' : '?'}expires=${Math.floor(ends / 1000)}`
    return `${signed}${mark}${signatureOf(signed).toString('base64url')}`
  }

  return {
    sign,
    /** The address of `fileName` for up to `days` days: the same within an hour, so that a browser keeps the picture. */
    addressOf(
      fileName: string,
      days: number,
      { variant, now = Date.now() }: { variant?: string | undefined; now?: number } = {},
    ) {
      const path = filePath(fileName) + (variant ? `?variant=${variant}` : '')
      return sign(path, Math.floor(now / hourMs) * hourMs + days * dayMs)
    },
    /** Whether `address` (path and query as they came) was signed here and its time has not come. */
    isSigned(address: string, now = Date.now()) {
      // The signature comes last: all before it is what was signed.
      const [signed = '', signature = '', more] = address.split(mark)
      const expires = Number(/expires=(\d+)$/.exec(signed)?.[1] ?? Number.NaN)
      const given = Buffer.from(signature, 'base64url')
      const wanted = signatureOf(signed)
      return more === undefined && given.length === wanted.length && timingSafeEqual(given, wanted) && expires * 1000 > now
    },
  }
}
export type FileAddresses = ReturnType<typeof fileAddresses>
