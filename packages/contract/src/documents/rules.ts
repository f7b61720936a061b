import { dayMs } from '../time.ts'
import { remindedDays, Validity } from './codes.ts'

/** `expires` is the last good day, null for a document that stays good; `today` as it, `yyyy-MM-dd`. Pure. */
export function validityOf(expires: string | null, today: string): Validity {
  if (expires === null) return Validity.valid
  const days = (Date.parse(expires) - Date.parse(today)) / dayMs
  if (days < 0) return Validity.expired
  return days <= remindedDays[0] ? Validity.expiring : Validity.valid
}
