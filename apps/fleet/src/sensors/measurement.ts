import { dayMs, shanghaiMs } from '@huanwei/contract/time'

/** A value that a sensor measured; `channel`: number of the cubicle. */
export type Measurement = { metric: string; channel?: number; value: number }

/** Measurements of a device as a function of time (epoch ms): the same for the same seed and device number. */
export type SensorModel = (time: number) => Measurement[]

/** Epoch ms at which the water and power meters stood at zero. */
export const metersStart = Date.UTC(2020, 0, 1)

export const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** How warm the hour is, from -1 to 1. */
export const warmthAt = (time: number) => Math.sin((((time + shanghaiMs) % dayMs) / dayMs) * 2 * Math.PI - 2)
