import { createHmac, timingSafeEqual } from 'node:crypto'

/** The one bucket that files are in. */
export const bucket = 'huanwei'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Makes and checks signed addresses of files, good without a token for one file and for as long as they say. Source: spec 3, section 12. */
export function fileAddresses(key: string) {
  const signatureOf = (fileName: string, expires: number) =>
    createHmac('sha256', key).update(`${bucket}/${fileName}?${expires}`).digest()

  return {
    /** The address of `fileName` for up to `days` days: the same within an hour, so that a browser keeps the picture. */
    addressOf(fileName: string, days: number, now = Date.now()) {
      const expires = (Math.floor(now / hourMs) * hourMs + days * dayMs) / 1000
      const signature = signatureOf(fileName, expires).toString('base64url')
      return `/admin/sys-file/${bucket}/${fileName}?expires=${expires}&signature=${signature}`
    },
    /** Whether `signature` was made here for `fileName` and `expires` (epoch seconds), and the time has not come. */
    isSigned(fileName: string, expires: number, signature: string, now = Date.now()) {
      const given = Buffer.from(signature, 'base64url')
      const wanted = signatureOf(fileName, expires)
      return given.length === wanted.length && timingSafeEqual(given, wanted) && expires * 1000 > now
    },
  }
}
export type FileAddresses = ReturnType<typeof fileAddresses>
