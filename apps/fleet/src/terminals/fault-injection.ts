/** The frames as a bad line delivers them: the first with a wrong checksum. */
export function corruptChecksum(frames: readonly Buffer[]): Buffer[] {
  return frames.map((frame, i) => {
    if (i > 0) return frame
    const corrupted = Buffer.from(frame)
    const checksumAt = corrupted.length - 2
    const checksum = (corrupted[checksumAt] ?? 0) ^ 0x11
    if (checksum !== 0x7e && checksum !== 0x7d && corrupted[checksumAt - 1] !== 0x7d) corrupted[checksumAt] = checksum
    return corrupted
  })
}
