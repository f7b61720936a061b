import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs, hourMs } from '@huanwei/contract/time'

/** The only bucket of files. */
export const bucket = 'huanwei'

const mark = '&signature='

/** Path of the call that returns a file's bytes. */
export const filePath = (fileName: string) => `/admin/sys-file/${bucket}/${fileName}`

/** Creates and checks signed addresses of files, valid without a token for one file until they expire. Source: spec 3, section 12. */
export function fileAddresses(key: string) {
  const signatureOf = (signed: string) => createHmac('sha256', key).update(signed).digest()
  /** `path` (it may have a query) with its expiry time, from `ends` in epoch ms, and the signature of both. */
  const sign = (path: string, ends: number) => {
    const signed = `${path}${path.includes('?') ? '&' : '?'}expires=${Math.floor(ends / 1000)}`
    return `${signed}${mark}${signatureOf(signed).toString('base64url')}`
  }

  return {
    sign,
    /**
     * The address of `fileName` for up to `days` days; the same within an hour, so that browsers can cache the picture. It expires with the log-in
     * `login`, null for pictures that everybody may see, and with the token `board` of a board.
     */
    addressOf(
      fileName: string,
      days: number,
      {
        login,
        board,
        variant,
        now = Date.now(),
      }: { login: string | null; board?: number; variant?: string | undefined; now?: number },
    ) {
      const query = String(
        new URLSearchParams({
          ...(variant && { variant }),
          ...(login !== null && { login }),
          ...(board && { board: String(board) }),
        }),
      )
      return sign(filePath(fileName) + (query && `?${query}`), Math.floor(now / hourMs) * hourMs + days * dayMs)
    },
    /** True when `address` (path and query as received) carries a valid signature and has not expired. */
    isSigned(address: string, now = Date.now()) {
      // The signature comes last; everything before it is the signed text.
      const [signed = '', signature = '', more] = address.split(mark)
      const expires = Number(/expires=(\d+)$/.exec(signed)?.[1] ?? Number.NaN)
      const given = Buffer.from(signature, 'base64url')
      const wanted = signatureOf(signed)
      return more === undefined && given.length === wanted.length && timingSafeEqual(given, wanted) && expires * 1000 > now
    },
  }
}
export type FileAddresses = ReturnType<typeof fileAddresses>
