/** How far from the middle of a drawing an axis is near, as a share of the shorter side. */
const reach = 0.5

type Size = { width: number; height: number }

/**
 * Number of the axis that is nearest to a place of a drawing, px: axes go around its middle from the top, against the clock. Undefined beyond
 * their ends. Pure.
 */
export function axisAt({ x, y }: { x: number; y: number }, { width, height }: Size, count: number): number | undefined {
  const [right, down] = [x - width / 2, y - height / 2]
  if (Math.hypot(right, down) > reach * Math.min(width, height)) return undefined
  const turns = Math.atan2(-right, -down) / (2 * Math.PI)
  return Math.round((turns + 1) * count) % count
}
