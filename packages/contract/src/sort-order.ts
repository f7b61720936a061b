import { z } from 'zod'
import { whole } from './fields.ts'

/** The place among siblings as later clients of the family call it (pig-ui from 3.4.3): their forms read and send it beside `sort`. */
export const sortOrderRead = { sortOrder: z.number() }
export const sortOrderSent = { sortOrder: whole(z.number().int().min(0).max(9999).optional()) }

/** The place that is meant. A form sends back both as it read them, so the one that differs from the place `before` was changed. */
export const placeOf = ({ sort, sortOrder }: { sort: number; sortOrder?: number | undefined }, before?: number) =>
  sortOrder === undefined || sortOrder === before ? sort : sortOrder
