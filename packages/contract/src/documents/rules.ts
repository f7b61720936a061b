import { dayMs } from '../time.ts'
import { Validity } from './codes.ts'

/** `expires` is the last good day, null for a document that stays good; `today` as it, `yyyy-MM-dd`; it expires in the `reminderDays` before. Pure. */
export function validityOf(expires: string | null, today: string, reminderDays: number): Validity {
  if (expires === null) return Validity.valid
  const days = (Date.parse(expires) - Date.parse(today)) / dayMs
  if (days < 0) return Validity.expired
  return days <= reminderDays ? Validity.expiring : Validity.valid
}
