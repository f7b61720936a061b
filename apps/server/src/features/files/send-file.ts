import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { notFound } from '../../http/refuse.ts'
import { BinaryReply } from '../../http/serve.ts'
import type { FileStore } from './file-store.ts'

/** First and last byte, both included. */
export type Range = { start: number; end: number }

/** The range of a `Range` header within `size` bytes: undefined for all bytes, null when no byte lies in it. A header with several ranges gives all bytes. */
export function rangeOf(header: string | undefined, size: number): Range | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!from && !to) return undefined
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  return start <= end && start < size ? { start, end } : null
}

/** The bytes of a stored file, or the range that `request` asks for. The content of a name never changes. Throws 404 when there is no such file. */
export async function sendFile(request: FastifyRequest, store: FileStore, name: string, headers: Record<string, string>) {
  const etag = `"${name}"`
  const common = { ...headers, etag, 'accept-ranges': 'bytes' }
  if (request.headers['if-none-match'] === etag) return new BinaryReply(Readable.from([]), common, 304)
  const size = await store.sizeOf(name)
  if (size === undefined) throw notFound()
  const isSame = (request.headers['if-range'] ?? etag) === etag
  const range = rangeOf(isSame ? request.headers.range : undefined, size)
  if (range === null) return new BinaryReply(Readable.from([]), { ...common, 'content-range': `bytes */${size}` }, 416)
  const bytes = await store.read(name, range)
  if (!range) return new BinaryReply(bytes, { ...common, 'content-length': size })
  const { start, end } = range
  return new BinaryReply(
    bytes,
    { ...common, 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` },
    206,
  )
}
