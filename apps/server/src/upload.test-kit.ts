import type { startTestServer } from './test-kit.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<Server['login']>>

/** One pixel, 70 bytes. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAwS2OUAAAAABJRU5ErkJggg==',
  'base64',
)

/** A form with a file, as a browser sends it. */
export const form = (content: Buffer | string, { field = 'file', name = 'x.png' } = {}) => {
  const head = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')]),
  }
}
export const bearer = (who: Person) => ({ authorization: `Bearer ${who.token.access_token}` })

/** Uploads to `server` as `usual` unless said otherwise; `query` is added to the address. */
export const uploaderTo =
  (server: Server, usual: Person) =>
  async (content: Buffer | string, how: Parameters<typeof form>[1] = {}, who = usual, query = '') => {
    const { headers, payload } = form(content, how)
    const reply = await server.app.inject({
      method: 'POST',
      url: `/admin/sys-file/upload${query}`,
      payload,
      headers: { ...headers, ...bearer(who) },
    })
    return { status: reply.statusCode, ...reply.json() }
  }
