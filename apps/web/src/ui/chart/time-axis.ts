/** Axis of a span of wall times, ms, whose last label is not cut off at the edge. */
export const timeAxis = (min: number, max: number) => ({
  type: 'time' as const,
  min,
  max,
  axisLabel: { alignMaxLabel: 'right' as const },
})
