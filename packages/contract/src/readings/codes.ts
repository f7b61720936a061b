/** Metrics of sensors. */
export const Metric = {
  ammonia: 'ammonia',
  hydrogenSulphide: 'hydrogenSulphide',
  temperature: 'temperature',
  humidity: 'humidity',
  peopleIn: 'peopleIn',
  peopleOut: 'peopleOut',
  occupied: 'occupied',
  water: 'water',
  power: 'power',
  fill: 'fill',
  battery: 'battery',
  weight: 'weight',
} as const
export type Metric = (typeof Metric)[keyof typeof Metric]

/**
 * Unit and range of each metric. `kind`: a *level* at a moment, a *state* that is 0 or 1, a *count* since the
 * reading before, the standing of a *meter*.
 */
export const metrics: Record<Metric, { unit: string; kind: 'level' | 'state' | 'count' | 'meter'; min: number; max: number }> = {
  ammonia: { unit: 'ppm', kind: 'level', min: 0, max: 1000 },
  hydrogenSulphide: { unit: 'ppm', kind: 'level', min: 0, max: 1000 },
  temperature: { unit: '°C', kind: 'level', min: -60, max: 120 },
  humidity: { unit: '%', kind: 'level', min: 0, max: 100 },
  peopleIn: { unit: '', kind: 'count', min: 0, max: 100_000 },
  peopleOut: { unit: '', kind: 'count', min: 0, max: 100_000 },
  occupied: { unit: '', kind: 'state', min: 0, max: 1 },
  water: { unit: 'm³', kind: 'meter', min: 0, max: 1e9 },
  power: { unit: 'kWh', kind: 'meter', min: 0, max: 1e9 },
  fill: { unit: '%', kind: 'level', min: 0, max: 100 },
  battery: { unit: '%', kind: 'level', min: 0, max: 100 },
  weight: { unit: 'kg', kind: 'count', min: 0, max: 50_000 },
}

/** Limit of one message. */
export const mostReadings = 500
/** Limit of one history. */
export const mostReadingPoints = 2000
