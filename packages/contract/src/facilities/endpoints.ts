import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, intercomAccount, lat, lng, word } from '../fields.ts'
import { page, pageQuery } from '../page.ts'

/** What people say of a place, of whichever type. */
export const placeFields = {
  name: z.string().trim().min(1, word('enterFacilityName')).max(50),
  deptId: id,
  address: z.string().trim().max(200).default(''),
  lng,
  lat,
  remark: z.string().trim().max(500).default(''),
  intercomAccount,
}
const fields = {
  ...placeFields,
  /** Value in the dictionary `facility_type`. */
  facilityType: z.string().min(1, word('chooseFacilityType')).max(20),
}

/** A public toilet, transfer station or the like. */
export const Facility = z.object({
  ...fields,
  id: z.number(),
  deptName: z.string(),
  /** Pinyin initials of the name, to find it by. */
  initials: z.string(),
  /** What its QR sticker says; unguessable. */
  code: z.string(),
  facilityTypeName: z.string(),
  /** Number of the bound sensor, null when none. */
  terminalNo: z.string().nullable(),
  createTime: z.string(),
})
export type Facility = z.infer<typeof Facility>

const type = z.string().max(20).optional()

/** All facilities in the caller's scope, by name: for selects. Garbage cans only when `facilityType` asks for them, here and in the page. */
export const listFacilities = endpoint({
  method: 'GET',
  path: '/admin/facility/list',
  access: 'session',
  summary: '设施列表',
  input: z.object({ deptId: id.optional(), facilityType: type }),
  output: z.array(Facility),
})
export const pageFacilities = endpoint({
  method: 'GET',
  path: '/admin/facility/page',
  access: 'session',
  summary: '设施分页',
  input: pageQuery.extend({ name: z.string().max(50).optional(), deptId: id.optional(), facilityType: type }),
  output: page(Facility),
})
export const getFacility = endpoint({
  method: 'GET',
  path: '/admin/facility/:id',
  access: 'session',
  summary: '查询设施',
  input: z.object({ id }),
  output: Facility,
})
export const addFacility = endpoint({
  method: 'POST',
  path: '/admin/facility',
  access: { permission: 'admin_facility_add' },
  summary: '新增设施',
  input: z.object(fields),
  output: Facility,
})
export const changeFacility = endpoint({
  method: 'PUT',
  path: '/admin/facility',
  access: { permission: 'admin_facility_edit' },
  summary: '修改设施',
  input: z.object({ id, ...fields }),
  output: Facility,
})
/** Keeps what happened at it; its sensor is unbound. */
export const removeFacility = endpoint({
  method: 'DELETE',
  path: '/admin/facility/:id',
  access: { permission: 'admin_facility_del' },
  summary: '删除设施',
  input: z.object({ id }),
  output: done,
})
