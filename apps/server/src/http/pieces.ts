import { setImmediate as othersTurn } from 'node:timers/promises'

/** Large enough to make the cost of passing a chunk on negligible, small enough to fill without delaying other requests. */
const pieceBytes = 256 * 1024

/** Joins `parts`, between `head` and `tail`, into chunks of bytes. Other work of the event loop runs between two chunks. */
export async function* inChunks(head: string, parts: Iterable<Uint8Array | string>, tail: string): AsyncGenerator<Uint8Array> {
  let piece = Buffer.allocUnsafeSlow(pieceBytes)
  let used = piece.write(head)
  for (const part of parts) {
    const most = typeof part === 'string' ? 3 * part.length : part.length
    if (used + most > piece.length) {
      yield piece.subarray(0, used)
      await othersTurn()
      piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, most))
      used = 0
    }
    if (typeof part === 'string') used += piece.write(part, used)
    else {
      piece.set(part, used)
      used += part.length
    }
  }
  yield piece.subarray(0, used)
  yield Buffer.from(tail)
}
