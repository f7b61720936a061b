/** A value that a sensor measured; `channel`: number of the cubicle. */
export type Measurement = { metric: string; channel?: number; value: number }

/** Measurements of a device as a function of time (epoch ms): the same for the same seed and device number. */
export type SensorModel = (time: number) => Measurement[]
