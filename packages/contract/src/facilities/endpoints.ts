import { z } from 'zod'
import { documentsFilter } from '../documents/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { changedFileNames, id, intercomAccount, lat, lng, whole, word } from '../fields.ts'
import { lastChange } from '../last-change.ts'
import { mostAtOnce } from '../many.ts'
import { page, pageQuery } from '../page.ts'
import { manyCalls, recordCalls } from '../records.ts'
import { builtYears, CubicleState, facilityClasses, mostCubicles, mostFloorArea, ToiletKind, ToiletKindAsked } from './codes.ts'

/** Fields of a facility, whatever its type. */
export const placeFields = {
  name: z.string().trim().min(1, word('enterFacilityName')).max(50),
  deptId: id,
  address: z.string().trim().max(200).default(''),
  lng,
  lat,
  remark: z.string().trim().max(500).default(''),
  intercomAccount,
}
const builtYear = z.number().int().min(builtYears.first).max(builtYears.last)
const cubicles = whole(z.number().int().min(0).max(mostCubicles)).nullable().default(null)
/** Facts of a facility for its page, the sign at its door and the register; null or empty where nobody said. Source: spec 3, section 14. */
const facts = {
  toiletKind: z.enum(ToiletKind).nullable().default(null),
  /** 1 is the highest. */
  facilityClass: whole(z.literal(facilityClasses)).nullable().default(null),
  /** The year in which it was built. */
  builtYear: whole(builtYear).nullable().default(null),
  /** m². */
  floorArea: z.number().positive().max(mostFloorArea).nullable().default(null),
  openingHours: z.string().trim().max(50).default(''),
  /** Name of the person in charge. */
  managerName: z.string().trim().max(50).default(''),
  equipment: z.string().trim().max(200).default(''),
  /** Numbers of cubicles; the sensors at their doors are numbered in this order. */
  cubiclesMen: cubicles,
  cubiclesWomen: cubicles,
  cubiclesShared: cubicles,
  /** Names of stored pictures of it, comma-separated; the first is shown first. */
  photos: changedFileNames,
}
const fields = {
  ...placeFields,
  ...facts,
  /** Value in the dictionary `facility_type`. */
  facilityType: z.string().min(1, word('chooseFacilityType')).max(20),
}

/** Fields of a facility that a garbage can has not. */
export const withoutFacts = {
  toiletKind: true,
  facilityClass: true,
  builtYear: true,
  floorArea: true,
  openingHours: true,
  managerName: true,
  equipment: true,
  cubiclesMen: true,
  cubiclesWomen: true,
  cubiclesShared: true,
  photos: true,
} as const

/** A public toilet, transfer station or the like. */
export const Facility = z.object({
  ...fields,
  photos: z.string(),
  id: z.number(),
  deptName: z.string(),
  /** Pinyin initials of the name, to find it by. */
  initials: z.string(),
  /** Code of its QR sticker; unguessable. */
  code: z.string(),
  facilityTypeName: z.string(),
  /** Number of the bound sensor, null when none. */
  terminalNo: z.string().nullable(),
  /** Id of the bound sensor. */
  deviceId: z.number().nullable(),
  /** True when its sensor was heard of in the last six minutes. */
  online: z.boolean(),
  createTime: z.string(),
  ...lastChange,
})
export type Facility = z.infer<typeof Facility>

/** One facility of the list, with what is known of it now. */
export const ListedFacility = Facility.extend({
  /** Cubicles with a sensor at the door, and how many of them are free; null where there are none. */
  cubiclesSensed: z.number().int().nullable(),
  cubiclesFree: z.number().int().nullable(),
  /** How often something was collected at a restaurant today, and kg; null for other facilities. */
  collectedTimes: z.number().int().nullable(),
  collectedWeight: z.number().nullable(),
})
export type ListedFacility = z.infer<typeof ListedFacility>

const type = z.string().max(20).optional()

/** Filters of a page of facilities or cans. */
export const placeFilter = {
  name: z.string().max(50).optional(),
  /** Name, its pinyin initials, or address. */
  text: z.string().trim().max(50).optional(),
  deptId: id.optional(),
  online: z.stringbool().optional(),
  /** True: those that have neither an alarm nor a warning now and are no overfull can. */
  inOrder: z.stringbool().optional(),
  ...documentsFilter,
}

/**
 * The first `mostListed` facilities in the caller's scope, by name; `pageFacilities` has those beyond. Garbage cans only when `facilityType`
 * asks for them, here and in the page.
 */
export const listFacilities = endpoint({
  method: 'GET',
  path: '/admin/facility/list',
  access: 'session',
  input: z.object({ deptId: id.optional(), facilityType: type }),
  output: z.array(Facility),
})
export const pageFacilities = endpoint({
  method: 'GET',
  path: '/admin/facility/page',
  access: 'session',
  input: pageQuery.extend({
    ...placeFilter,
    facilityType: type,
    toiletKind: z.enum(ToiletKindAsked).optional(),
    builtYear: whole(builtYear).optional(),
    cubicles: z.enum(CubicleState).optional(),
    /** Whether a truck weighed anything there today. */
    collected: z.stringbool().optional(),
  }),
  output: page(ListedFacility),
})
const few = <T extends z.ZodType>(form: T) => z.array(form).max(mostAtOnce).default([])

/**
 * The facilities in the caller's scope with these ids, garbage cans too, and those with these names, by name. Of several with one name the
 * newest; what is unknown is left out.
 */
export const getKnownFacilities = endpoint({
  method: 'POST',
  path: '/admin/facility/getByIdsAndNames',
  access: 'session',
  reads: true,
  input: z.object({ ids: few(id), names: few(placeFields.name) }),
  output: z.array(Facility),
})
/** Removing one keeps what happened at it, without its photos; its sensor is unbound. */
export const {
  get: getFacility,
  add: addFacility,
  change: changeFacility,
  remove: removeFacility,
} = recordCalls('/admin/facility', 'admin_facility', fields, Facility)
export const { move: moveFacilities, removeMany: removeFacilities } = manyCalls('/admin/facility', 'admin_facility')
