/** Least-squares slope of `values` over `times`, and twice its standard error; both in units of a value for each unit of time. */
export function slopeOf(times: readonly number[], values: readonly number[]) {
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
  const [meanTime, meanValue] = [mean(times), mean(values)]
  const spread = times.reduce((sum, time) => sum + (time - meanTime) ** 2, 0)
  const slope = times.reduce((sum, time, n) => sum + (time - meanTime) * (values[n]! - meanValue), 0) / spread
  const rest = times.reduce((sum, time, n) => sum + (values[n]! - meanValue - slope * (time - meanTime)) ** 2, 0)
  return { slope, noise: 2 * Math.sqrt(rest / (values.length - 2) / spread) }
}

/** A change in words, with one decimal. */
export const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`
