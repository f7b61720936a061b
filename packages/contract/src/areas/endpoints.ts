import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, lat, lng, word } from '../fields.ts'
import { lastChange } from '../last-change.ts'
import { page, pageQuery } from '../page.ts'
import { recordCalls } from '../records.ts'
import { shapeProblem } from './rules.ts'

const point = z.tuple([lng, lat])

/** Shapes in degrees WGS-84; radius and width in metres. A route is a line with a width. */
export const Shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), centre: point, radius: z.number().positive().max(100_000) }),
  z.object({ kind: z.literal('polygon'), ring: z.array(point).min(3).max(2000) }),
  z.object({ kind: z.literal('route'), line: z.array(point).min(2).max(5000), width: z.number().positive().max(5000) }),
])
export type Shape = z.infer<typeof Shape>

/** A shape as it may be entered; older ones are what they are. */
const EnteredShape = Shape.superRefine((shape, { addIssue }) => {
  const problem = shapeProblem(shape)
  if (problem) addIssue({ code: 'custom', message: problem })
})

const fields = {
  name: z.string().trim().min(1, word('enterAreaName')).max(50),
  deptId: id,
  shape: Shape,
  remark: z.string().trim().max(500).default(''),
  /** Vehicles that work in it. */
  vehicleIds: z.array(id).max(10_000).default([]),
}

export const Area = z.object({ ...fields, id: z.number(), deptName: z.string(), createTime: z.string(), ...lastChange })
export type Area = z.infer<typeof Area>

export const listAreas = endpoint({
  method: 'GET',
  path: '/admin/area/page',
  access: 'session',
  input: pageQuery.extend({ name: z.string().max(50).optional(), deptId: id.optional() }),
  output: page(Area),
})
/** The areas in scope that a vehicle works in, by name. */
export const getVehicleAreas = endpoint({
  method: 'GET',
  path: '/admin/objectArea/getAreaByVehicleId/:id',
  access: 'session',
  input: z.object({ id }),
  output: z.array(Area),
})
/** The areas in scope where a person has to be, by name: those of the rules in use that watch where they are. */
export const getPersonAreas = endpoint({
  ...getVehicleAreas,
  path: '/admin/objectArea/getAreaByUserId/:id',
})
/** Removing one is refused while a rule uses it. */
export const {
  get: getArea,
  add: addArea,
  change: changeArea,
  remove: removeArea,
} = recordCalls('/admin/area', 'admin_area', { ...fields, shape: EnteredShape }, Area)
