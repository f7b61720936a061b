import { Readable } from 'node:stream'
import { errorCodes, type FastifyRequest } from 'fastify'

/** Reads a body before it is parsed, as a signature covers its bytes. Refuses with 413 one that is larger than the route takes. */
export async function readWhole(payload: AsyncIterable<Uint8Array>, { headers, routeOptions }: FastifyRequest) {
  const limit = routeOptions.bodyLimit
  if (Number(headers['content-length'] ?? 0) > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of payload) {
    length += piece.length
    if (length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** The body once more, for whoever parses it. */
export const bodyAgain = (body: Buffer) => Readable.from([body], { objectMode: false })
