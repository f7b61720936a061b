/** The frames as a bad line delivers them: with a wrong checksum in the first. */
export function hurt(frames: readonly Buffer[]): Buffer[] {
  return frames.map((frame, i) => {
    if (i > 0) return frame
    const broken = Buffer.from(frame)
    const place = broken.length - 2
    const flipped = (broken[place] ?? 0) ^ 0x11
    if (flipped !== 0x7e && flipped !== 0x7d && broken[place - 1] !== 0x7d) broken[place] = flipped
    return broken
  })
}
