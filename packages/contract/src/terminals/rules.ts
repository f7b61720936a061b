import { hourMs, minuteMs } from '../time.ts'
import { Heard, settableParameters } from './codes.ts'

/** Status bits that people are told of beside the load: what is on, open, cut or warned of. Source: spec 4, IV.4. */
const namedStatusBits = [0, 1, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]

const isSet = (mask: number, bit: number) => ((mask >>> bit) & 1) === 1

/** The bits (0 to 31) set in an alarm word, lowest first. */
export const alarmBits = (alarm: number): number[] =>
  Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => isSet(alarm, bit))

/** The bits set in a status word that people are told of, lowest first. */
export const statusBits = (status: number): number[] => namedStatusBits.filter((bit) => isSet(status, bit))

/** The status bits that name the satellite systems of a terminal's attributes. Source: spec 4, IV.3 and IV.4. */
export const gnssBits = (gnss: number): number[] => [0, 1, 2, 3].filter((bit) => isSet(gnss, bit)).map((bit) => bit + 18)

/** A status word without the bits of satellite systems, which say less than that there is a fix. */
export const withoutSystems = (status: number): number => status & ~(0b1111 << 18)

/** True when a parameter may have this value. */
export function isSettable({ id, value }: { id: number; value: number }): boolean {
  const range = settableParameters[id]
  return range !== undefined && value >= range.min && value <= range.max
}

/** How long ago it was heard of, by the time since then, ms; undefined where it never was. Pure. */
export function heardOf(age: number | undefined): Heard {
  if (age === undefined || age > hourMs) return Heard.longer
  if (age > 5 * minuteMs) return Heard.hour
  return age > minuteMs ? Heard.minutes : Heard.minute
}
