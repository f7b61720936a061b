/** One value of a sensor; `channel`: number of the cubicle. */
export type Measurement = { metric: string; channel?: number; value: number }

/** What sensors measure at a moment, epoch ms. */
export type Measure = (time: number) => Measurement[]
