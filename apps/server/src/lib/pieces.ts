import { setImmediate as othersTurn } from 'node:timers/promises'

/** Large enough that handing a piece on costs nothing, small enough that filling it holds nobody up. */
const pieceBytes = 256 * 1024

/** Gathers `parts`, between `head` and `tail`, into pieces of bytes. Between two pieces whatever else waits has its turn. */
export async function* inPieces(head: string, parts: Iterable<Uint8Array | string>, tail: string): AsyncGenerator<Uint8Array> {
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
