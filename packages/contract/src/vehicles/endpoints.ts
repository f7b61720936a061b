import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, intercomAccount, whole, word } from '../fields.ts'
import { page, pageQuery } from '../page.ts'

/** What a vehicle is used for; chips and `…ByFunction` calls group by it. */
export const VehicleFunction = { cleaning: '1', watering: '2', collecting: '3', suction: '4', other: '9' } as const
export type VehicleFunction = (typeof VehicleFunction)[keyof typeof VehicleFunction]

const mostCameras = 32

const fields = {
  plateNumber: z.string().trim().min(1, word('enterPlate')).max(20),
  /** JT/T 697.7 code: 1 blue, 2 yellow, 3 black, 4 white, 5 green, 9 other. */
  plateColour: whole(z.number().int().min(0).max(99).default(2)),
  /** The company's own number or nickname, e.g. 洗扫03. */
  name: z.string().trim().max(50).default(''),
  deptId: id,
  /** Value in the dictionary `vehicle_type`. */
  vehicleType: z.string().min(1, word('chooseVehicleType')).max(20),
  vehicleFunction: z.enum(VehicleFunction).default(VehicleFunction.cleaning),
  driverName: z.string().trim().max(50).default(''),
  driverPhone: z.string().trim().max(20).default(''),
  vin: z.string().trim().max(32).default(''),
  /** Number of cameras. */
  vehicleCamera: whole(z.number().int().min(0).max(mostCameras).default(0)),
  /** What they look at, from channel 1; `CH3` where nobody named the third. */
  channelNames: z.array(z.string().trim().max(30)).max(mostCameras).default([]),
  /** Channels, from 1, that nobody is shown. */
  hideChannel: z
    .array(whole(z.number().int().min(1).max(mostCameras)))
    .max(mostCameras)
    .default([]),
  /** Number of the terminal that sends video; empty: the one that says where it is. */
  videoDeviceId: z.string().trim().max(20).default(''),
  intercomAccount,
  remark: z.string().trim().max(500).default(''),
}

export const Vehicle = z.object({
  ...fields,
  id: z.number(),
  deptName: z.string(),
  vehicleTypeName: z.string(),
  /** Number of the bound terminal, null when none. */
  terminalNo: z.string().nullable(),
  createTime: z.string(),
})
export type Vehicle = z.infer<typeof Vehicle>

export const listVehicles = endpoint({
  method: 'GET',
  path: '/admin/vehicle/page',
  access: 'session',
  summary: '车辆列表',
  input: pageQuery.extend({
    plateNumber: z.string().max(20).optional(),
    deptId: id.optional(),
    vehicleType: z.string().max(20).optional(),
  }),
  output: page(Vehicle),
})
export const getVehicle = endpoint({
  method: 'GET',
  path: '/admin/vehicle/:id',
  access: 'session',
  summary: '查询车辆',
  input: z.object({ id }),
  output: Vehicle,
})
export const addVehicle = endpoint({
  method: 'POST',
  path: '/admin/vehicle',
  access: { permission: 'admin_vehicle_add' },
  summary: '新增车辆',
  input: z.object(fields),
  output: Vehicle,
})
export const changeVehicle = endpoint({
  method: 'PUT',
  path: '/admin/vehicle',
  access: { permission: 'admin_vehicle_edit' },
  summary: '修改车辆',
  input: z.object({ id, ...fields }),
  output: Vehicle,
})
/** Keeps its history; its terminal is unbound. */
export const removeVehicle = endpoint({
  method: 'DELETE',
  path: '/admin/vehicle/:id',
  access: { permission: 'admin_vehicle_del' },
  summary: '删除车辆',
  input: z.object({ id }),
  output: done,
})
