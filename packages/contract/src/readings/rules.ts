import { Metric, metrics } from './codes.ts'

/** Key of a device's readings of one metric and channel: `ammonia`, `occupied.3`. */
export const readingKey = (metric: string, channel: number) => (channel ? `${metric}.${channel}` : metric)

/** What is 0 or 1 has nothing to calibrate. */
export const mayCalibrate = (metric: Metric) => metrics[metric].kind !== 'state'

/** What a measured value means by a calibration, within what the metric can be. Pure. */
export function meaningOf(metric: Metric, measured: number, { factor, offset }: { factor: number; offset: number }) {
  const { min, max } = metrics[metric]
  return Math.min(max, Math.max(min, measured * factor + offset))
}

/** True above the limit; a fill level counts from the limit on, as in the list of overfull cans. Pure. */
export const isOverLimit = (metric: Metric, value: number, limit: number | null) =>
  limit !== null && (metric === Metric.fill ? value >= limit : value > limit)
