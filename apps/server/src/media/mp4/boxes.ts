const headLength = 8

/** A box of MP4. Source: ISO/IEC 14496-12, 4.2. */
export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(headLength)
  head.write(type, 4, 'latin1')
  const whole = Buffer.concat([head, ...parts])
  whole.writeUInt32BE(whole.length)
  return whole
}

/** A box with a version and flags. */
export const fullBox = (type: string, version: number, flags: number, ...parts: readonly Buffer[]) =>
  box(type, words(version * 2 ** 24 + flags), ...parts)

/** Numbers of 32 bits. */
export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4)
  return bytes
}

/** Numbers of 16 bits. */
export function halves(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2)
  return bytes
}

/** The content of the box that `path` leads to in `bytes`, each name within the one before; undefined when it is not there or cut off. */
export function contentOf(bytes: Buffer, ...path: readonly string[]): Buffer | undefined {
  const [wanted, ...rest] = path
  if (wanted === undefined) return bytes
  for (let at = 0; at + headLength <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    if (size < headLength || at + size > bytes.length) return undefined
    if (bytes.toString('latin1', at + 4, at + headLength) === wanted)
      return contentOf(bytes.subarray(at + headLength, at + size), ...rest)
    at += size
  }
  return undefined
}
