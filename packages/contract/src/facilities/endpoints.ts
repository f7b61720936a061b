import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'

/** A public toilet, transfer station or the like. */
export const Facility = z.object({
  id: z.number(),
  deptId: z.number(),
  deptName: z.string(),
  name: z.string(),
  /** Pinyin initials of the name, to find it by. */
  initials: z.string(),
  /** What its QR sticker says; unguessable. */
  code: z.string(),
  /** Value in the dictionary `facility_type`. */
  facilityType: z.string(),
  facilityTypeName: z.string(),
  address: z.string(),
  /** Degrees, WGS-84. */
  lng: z.number(),
  lat: z.number(),
})
export type Facility = z.infer<typeof Facility>

/** All facilities in the caller's scope, by name: for selects. */
export const listFacilities = endpoint({
  method: 'GET',
  path: '/admin/facility/list',
  access: 'session',
  summary: '设施列表',
  input: z.object({ deptId: id.optional(), facilityType: z.string().max(20).optional() }),
  output: z.array(Facility),
})
