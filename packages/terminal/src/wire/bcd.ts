const hour = 3_600_000
const daysIn = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Value of the two digits of a BCD byte; NaN when a nibble is above 9. */
function pair(byte: number): number {
  const tens = byte >> 4
  const ones = byte & 15
  return tens > 9 || ones > 9 ? Number.NaN : tens * 10 + ones
}

const daysOf = (year: number, month: number) => (month === 2 && year % 4 === 0 ? 29 : (daysIn[month - 1] ?? 0))

/**
 * Epoch ms of the six bytes YYMMDDhhmmss at `offset`, years 2000 to 2099; NaN when they are no valid date.
 * `zoneHours` is the sender's offset from UTC: 8 everywhere except in 0x8004. Source: spec 4, IV.
 */
export function decodeTime(bytes: Buffer, offset: number, zoneHours = 8): number {
  const year = pair(bytes[offset] ?? 255)
  const month = pair(bytes[offset + 1] ?? 255)
  const day = pair(bytes[offset + 2] ?? 255)
  const hours = pair(bytes[offset + 3] ?? 255)
  const minutes = pair(bytes[offset + 4] ?? 255)
  const seconds = pair(bytes[offset + 5] ?? 255)
  const isDate = year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
  if (!isDate || !(hours <= 23 && minutes <= 59 && seconds <= 59)) return Number.NaN
  return Date.UTC(2000 + year, month - 1, day, hours, minutes, seconds) - zoneHours * hour
}

const bcd = (value: number) => (Math.floor(value / 10) << 4) | (value % 10)

/** The six bytes YYMMDDhhmmss of epoch ms, truncated to the second. RangeError outside 2000 to 2099. */
export function encodeTime(time: number, zoneHours = 8): Buffer {
  const date = new Date(time + zoneHours * hour)
  const year = date.getUTCFullYear() - 2000
  if (!(year >= 0 && year <= 99)) throw new RangeError(`no two-digit year for ${time}`)
  const parts = [year, date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  return Buffer.from(parts.map(bcd))
}

const fullDate = /^(\d{4})(\d{2})(\d{2})$/

/** `YYYY-MM-DD` of four BCD bytes; undefined when they are no valid date (terminals send zeros for "unknown"). */
export function decodeDate(bytes: Buffer): string | undefined {
  const match = fullDate.exec(bytes.toString('hex'))
  if (match === null) return undefined
  const [, year = '', month = '', day = ''] = match
  const date = `${year}-${month}-${day}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : date
}

/** Four BCD bytes of `YYYY-MM-DD`; zeros for undefined. */
export const encodeDate = (date: string | undefined) =>
  Buffer.from(date === undefined ? '00000000' : date.replaceAll('-', ''), 'hex')
