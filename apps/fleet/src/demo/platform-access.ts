/** Addresses and secrets by which the sensors and people of the demo city reach the platform. */
export type PlatformAccess = {
  /** Base URL of its HTTP interface. */
  web: string
  /** Password of every demo account. */
  password: string
  /** Device keys by device number. */
  keys: Record<string, string>
  /** Codes of restaurants by their names, which scales of trucks send with what they weigh. */
  restaurants?: Record<string, string>
  /** URL of the MQTT broker to which sensors publish; without one they send over HTTP. */
  broker?: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'string')

const isPlatformAccess = (value: unknown): value is PlatformAccess =>
  isRecord(value) &&
  typeof value.web === 'string' &&
  URL.canParse(value.web) &&
  typeof value.password === 'string' &&
  isTexts(value.keys) &&
  (value.restaurants === undefined || isTexts(value.restaurants)) &&
  (value.broker === undefined || typeof value.broker === 'string')

/** Parses the JSON that the server writes to the fleet. Error when it is not of this shape. */
export function parsePlatformAccess(json: string): PlatformAccess {
  const value: unknown = JSON.parse(json)
  if (!isPlatformAccess(value)) throw new Error('expected JSON with web, password, keys and perhaps restaurants and broker')
  return value
}
