import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Facility, placeFields } from '../facilities/endpoints.ts'
import { done, id, whole } from '../fields.ts'
import { page, pageQuery } from '../page.ts'
import { WasteType } from './codes.ts'

const fields = {
  ...placeFields,
  /** Litres; null when nobody said. */
  capacity: whole(z.number().int().min(1).max(100_000)).nullable().default(null),
  wasteType: z.enum(WasteType).nullable().default(null),
}

/** A garbage can: a facility of the type 垃圾桶. */
export const Can = Facility.omit({ facilityType: true, facilityTypeName: true }).extend({
  capacity: z.number().int().nullable(),
  wasteType: z.enum(WasteType).nullable(),
  /** How full it is, percent, and when that was measured; null when nobody measures it. */
  fill: z.number().nullable(),
  fillTime: z.string().nullable(),
})
export type Can = z.infer<typeof Can>

export const pageCans = endpoint({
  method: 'GET',
  path: '/admin/garbageCan/page',
  access: 'session',
  summary: '垃圾桶列表',
  input: pageQuery.extend({
    name: z.string().max(50).optional(),
    deptId: id.optional(),
    wasteType: z.enum(WasteType).optional(),
  }),
  output: page(Can),
})
export const getCan = endpoint({
  method: 'GET',
  path: '/admin/garbageCan/:id',
  access: 'session',
  summary: '查询垃圾桶',
  input: z.object({ id }),
  output: Can,
})
export const addCan = endpoint({
  method: 'POST',
  path: '/admin/garbageCan',
  access: { permission: 'admin_garbagecan_add' },
  summary: '新增垃圾桶',
  input: z.object(fields),
  output: Can,
})
export const changeCan = endpoint({
  method: 'PUT',
  path: '/admin/garbageCan',
  access: { permission: 'admin_garbagecan_edit' },
  summary: '修改垃圾桶',
  input: z.object({ id, ...fields }),
  output: Can,
})
/** Keeps what happened at it; its sensor is unbound. */
export const removeCan = endpoint({
  method: 'DELETE',
  path: '/admin/garbageCan/:id',
  access: { permission: 'admin_garbagecan_del' },
  summary: '删除垃圾桶',
  input: z.object({ id }),
  output: done,
})
