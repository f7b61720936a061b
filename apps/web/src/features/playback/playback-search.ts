import { dateTime, day, longId } from '@huanwei/contract/fields'
import { z } from 'zod'
import { formatTime } from '../../lib/time.ts'

/** Everything the address bar says about this screen; a broken part falls back to nothing. */
export const PlaybackSearch = z.object({
  /** The vehicle. */
  vehicle: longId.optional().catch(undefined),
  /** `yyyy-MM-dd`; today unless given. */
  day: day.optional().catch(undefined),
  channel: z.coerce.number().int().min(1).max(32).optional().catch(undefined),
  /** Channels that are played in step with it, by comma. */
  also: z
    .string()
    .regex(/^\d{1,2}(,\d{1,2}){0,2}$/)
    .optional()
    .catch(undefined),
  /** The moment that is played from. */
  at: dateTime.optional().catch(undefined),
})
export type PlaybackSearch = z.infer<typeof PlaybackSearch>

export const lastDay = () => formatTime(Date.now()).slice(0, 10)
