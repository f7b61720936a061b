import { metresBetween } from '../geometry.ts'
import { minuteMs } from '../time.ts'

/** Days that one call covers at most: fixes as they were, driving detail, a thinned way. */
export const longestPeriodDays = { fixes: 7, detail: 31, track: 366 }
/** Vehicles of one call for mileage, times days. */
export const mostVehicleDays = 6200
/** Fixes that one call gives as they were reported. */
export const mostFixes = 100_000
/** Points of a thinned way: as many as a call may ask for, and as many as a screen needs. */
export const mostPoints = 20_000
export const usualPoints = 4000
/** Longest side of the box of a question who was there, metres. */
export const widestBox = 3000
/** Stays that one answer names at most. */
export const mostPassages = 1000
/** km/h; where nobody says otherwise. */
export const usualSpeedLimit = 60

/** Below it nothing moves, km/h. Source: spec 3, section 8. */
export const stillBelow = 3

/** A longer time without a fix breaks a track, ms. */
export const silenceMs = 10 * minuteMs
/** Maximum error of a fix, metres. */
export const mostDrift = 100

type Place = { lng: number; lat: number }
/** Metres in a straight line between two consecutive fixes with a silence between them; 0 without one, or when it was found where it had been. */
export function unknownMetres(passedMs: number, before: Place, after: Place): number {
  if (passedMs <= silenceMs) return 0
  const metres = metresBetween(before.lng, before.lat, after.lng, after.lat)
  return metres > mostDrift ? metres : 0
}
