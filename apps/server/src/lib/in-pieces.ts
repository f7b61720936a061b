/** Returns a function that takes bytes as they come, and gives them on in pieces of `size`. */
export function inPieces(size: number, onPiece: (piece: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes: Buffer) => {
    const whole = Buffer.concat([rest, bytes])
    let from = 0
    for (; from + size <= whole.length; from += size) onPiece(whole.subarray(from, from + size))
    rest = whole.subarray(from)
  }
}
