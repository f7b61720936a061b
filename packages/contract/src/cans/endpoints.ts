import { z } from 'zod'
import { withWork, workFilter } from '../cleaning/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { Facility, placeFields, placeFilter, withoutFacts } from '../facilities/endpoints.ts'
import { whole } from '../fields.ts'
import { page, pageQuery } from '../page.ts'
import { manyCalls, recordCalls } from '../records.ts'
import { FillBand, WasteType } from './codes.ts'

const fields = {
  ...placeFields,
  /** Litres; null when nobody said. */
  capacity: whole(z.number().int().min(1).max(100_000)).nullable().default(null),
  wasteType: z.enum(WasteType).nullable().default(null),
}

/** A garbage can: a facility of the type 垃圾桶. */
export const Can = Facility.omit({ facilityType: true, facilityTypeName: true, ...withoutFacts }).extend({
  capacity: z.number().int().nullable(),
  wasteType: z.enum(WasteType).nullable(),
  /** Fill level, percent, and the time of the measurement; null without a sensor. */
  fill: z.number().nullable(),
  fillTime: z.string().nullable(),
})
export type Can = z.infer<typeof Can>

/** One can of the list. */
export const ListedCan = Can.extend(withWork)
export type ListedCan = z.infer<typeof ListedCan>

export const pageCans = endpoint({
  method: 'GET',
  path: '/admin/garbageCan/page',
  access: 'session',
  input: pageQuery.extend({
    ...placeFilter,
    wasteType: z.enum(WasteType).optional(),
    fill: z.enum(FillBand).optional(),
    ...workFilter,
  }),
  output: page(ListedCan),
})
/** Removing one keeps what happened at it; its sensor is unbound. */
export const {
  get: getCan,
  add: addCan,
  change: changeCan,
  remove: removeCan,
} = recordCalls('/admin/garbageCan', 'admin_garbagecan', fields, Can)
export const { move: moveCans, removeMany: removeCans } = manyCalls('/admin/garbageCan', 'admin_garbagecan')
