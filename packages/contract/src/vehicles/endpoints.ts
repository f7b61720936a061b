import { z } from 'zod'
import { VehicleFunction } from '../dictionaries/codes.ts'
import { documentsFilter } from '../documents/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { id, intercomAccount, whole, word } from '../fields.ts'
import { lastChange } from '../last-change.ts'
import { page, pageQuery } from '../page.ts'
import { manyCalls, recordCalls } from '../records.ts'

/** Cameras of a vehicle at most. */
export const mostCameras = 32

const fields = {
  plateNumber: z.string().trim().min(1, word('enterPlate')).max(20),
  /** JT/T 697.7 code: 1 blue, 2 yellow, 3 black, 4 white, 5 green, 9 other. */
  plateColour: whole(z.number().int().min(0).max(99).default(2)),
  /** The company's own number or nickname, e.g. 洗扫03. */
  name: z.string().trim().max(50).default(''),
  deptId: id,
  /** Value in the dictionary `vehicle_type`. */
  vehicleType: z.string().min(1, word('chooseVehicleType')).max(20),
  /** Value in the dictionary `vehicle_function`. */
  vehicleFunction: z.string().min(1).max(20).default(VehicleFunction.cleaning),
  driverName: z.string().trim().max(50).default(''),
  driverPhone: z.string().trim().max(20).default(''),
  vin: z.string().trim().max(32).default(''),
  /** Number of cameras. */
  vehicleCamera: whole(z.number().int().min(0).max(mostCameras).default(0)),
  /** Names of the camera channels, from channel 1; `CH3` when the third has none. */
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
  vehicleFunctionName: z.string(),
  /** Number of the bound terminal, null when none. */
  terminalNo: z.string().nullable(),
  /** Id of the bound terminal. */
  deviceId: z.number().nullable(),
  /** True when its terminal was heard of in the last six minutes. */
  online: z.boolean(),
  createTime: z.string(),
  ...lastChange,
})
export type Vehicle = z.infer<typeof Vehicle>

export const listVehicles = endpoint({
  method: 'GET',
  path: '/admin/vehicle/page',
  access: 'session',
  input: pageQuery.extend({
    plateNumber: z.string().max(20).optional(),
    /** Plate, name or pinyin initials. */
    text: z.string().trim().max(50).optional(),
    deptId: id.optional(),
    vehicleType: z.string().max(20).optional(),
    online: z.stringbool().optional(),
    vehicleFunction: z.string().max(20).optional(),
    ...documentsFilter,
  }),
  output: page(Vehicle),
})
/** Removing one keeps its history; its terminal is unbound. */
export const {
  get: getVehicle,
  add: addVehicle,
  change: changeVehicle,
  remove: removeVehicle,
} = recordCalls('/admin/vehicle', 'admin_vehicle', fields, Vehicle)
export const { move: moveVehicles, removeMany: removeVehicles } = manyCalls('/admin/vehicle', 'admin_vehicle')
