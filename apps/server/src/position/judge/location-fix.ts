import { type ActiveSafetyAlarm, ActiveSafetyId } from '@huanwei/terminal/messages/active-safety'
import { hasBit, StatusBit } from '@huanwei/terminal/messages/alarm'
import { isPlausible, type Location } from '@huanwei/terminal/messages/location'
import { micro } from '../store/position-rows.ts'
import type { Fix } from './fix.ts'

/** Value of an active-safety alarm's flag. */
const ended = 2
const tyreBits = Array.from({ length: 16 }, (_, bit) => bit)

/** True when a report has a valid and plausible position. */
export const isValidFix = ({ status, lat, lng }: Location) => hasBit(status, StatusBit.located) && isPlausible({ lat, lng })

/** The fix of a location, equal to the one that is read back from the store. */
export const fixOf = (location: Location): Fix => ({
  time: location.time,
  lng: micro(location.lng) / 1e6,
  lat: micro(location.lat) / 1e6,
  speed: Math.round(location.speed * 10) / 10,
  located: isValidFix(location),
  alarm: location.alarm,
  acc: hasBit(location.status, StatusBit.accOn),
  ...fixAdditions(location.additions),
})

/** The additions of a location that rules use. */
export function fixAdditions({
  activeSafety,
  battery,
}: {
  activeSafety?: readonly ActiveSafetyAlarm[] | null
  battery?: number | null
}) {
  const safety = [...new Set(activeSafety?.flatMap(codesOf))].sort((a, b) => a - b)
  return { ...(safety.length && { safety }), ...(typeof battery === 'number' && { values: { battery } }) }
}

/** Codes of an alarm that has not ended: addition × 256 + type; for tyres one code for each bit. Source: spec 4, IV.6. */
function codesOf(alarm: ActiveSafetyAlarm): number[] {
  if (alarm.flag === ended) return []
  const addition = ActiveSafetyId[alarm.kind] << 8
  if (alarm.kind !== 'tyre') return [addition + alarm.type]
  return alarm.tyres.flatMap(({ type }) => tyreBits.filter((bit) => (type >> bit) & 1).map((bit) => addition + bit))
}
