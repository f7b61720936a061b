import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'
import { ObjectType } from '../objects.ts'
import { page, pageQuery } from '../page.ts'

/** What a device speaks: JT/T 808 in one of its editions, readings over HTTP or MQTT, or the call of a person's app. */
export const Protocol = z.enum(['2011', '2013', '2019', 'http', 'mqtt', 'app'])
export type Protocol = z.infer<typeof Protocol>
/** What sensors speak; they are entered with it, as they do not register. */
export const sensorProtocols = ['http', 'mqtt'] as const satisfies Protocol[]

/** A terminal with what it last said. Source: spec 3, section 8. */
export const Device = z.object({
  id: z.number(),
  terminalNo: z.string(),
  bound: z.boolean(),
  online: z.boolean(),
  objectType: z.enum(ObjectType).nullable(),
  objectId: z.number().nullable(),
  /** Plate of the bound vehicle, name of the person or facility. */
  objectName: z.string().nullable(),
  protocol: Protocol.nullable(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  plateNumber: z.string().nullable(),
  lastSeen: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** km/h */
  speed: z.number().nullable(),
  direction: z.number().nullable(),
  /** m */
  altitude: z.number().nullable(),
  /** Device time of the fix. */
  time: z.string().nullable(),
  /** Status bits of the fix, spec 4 IV.4. */
  status: z.number().nullable(),
  /** Alarm bit mask of the fix, spec 4 IV.4. */
  alarm: z.number().nullable(),
  /** km */
  mileage: z.number().nullable(),
  satellites: z.number().nullable(),
  signal: z.number().nullable(),
})
export type Device = z.infer<typeof Device>

/** Bound terminals of the tenant in scope; unbound ones too for holders of `platform_admin`. */
export const listDevices = endpoint({
  method: 'GET',
  path: '/admin/device/page',
  access: { permission: 'admin_device_view' },
  summary: '终端列表',
  input: pageQuery.extend({
    terminalNo: z.string().max(20).optional(),
    bound: z.stringbool().optional(),
    online: z.stringbool().optional(),
  }),
  output: page(Device),
})
export const getDevice = endpoint({
  method: 'GET',
  path: '/admin/device/:id',
  access: { permission: 'admin_device_view' },
  summary: '查询终端',
  input: z.object({ id }),
  output: Device,
})
/** Enters a terminal by number before it is installed; a sensor with its protocol. 409 when the number is known. */
export const addDevice = endpoint({
  method: 'POST',
  path: '/admin/device',
  access: { permission: 'admin_device_add' },
  summary: '新增终端',
  input: z.object({
    terminalNo: z.string().regex(/^[0-9]{1,20}$/),
    protocol: Protocol.extract(sensorProtocols).optional(),
    objectType: z.enum(ObjectType),
    objectId: id,
  }),
  output: Device,
})
/** Binds to an object, or unbinds with `objectId` null. 409 when the object has another terminal. */
export const bindDevice = endpoint({
  method: 'PUT',
  path: '/admin/device',
  access: { permission: 'admin_device_edit' },
  summary: '绑定终端',
  input: z.object({ id, objectType: z.enum(ObjectType).default(ObjectType.vehicle), objectId: id.nullable() }),
  output: Device,
})
/** Unbinds and forgets its registration; it may register again as unknown. */
export const removeDevice = endpoint({
  method: 'DELETE',
  path: '/admin/device/:id',
  access: { permission: 'admin_device_del' },
  summary: '删除终端',
  input: z.object({ id }),
  output: z.boolean(),
})

/** How a command to a terminal ended. `refused` carries the terminal's result code (0x0001). */
export const Outcome = z.object({
  outcome: z.enum(['confirmed', 'refused', 'offline', 'timedOut']),
  result: z.number().nullable(),
})
export type Outcome = z.infer<typeof Outcome>

/** 0x8300. Flags: urgent, show on display, read aloud. Source: spec 4, IV.3. */
export const sendText = endpoint({
  method: 'POST',
  path: '/admin/device/:id/text',
  access: { permission: 'admin_device_command' },
  summary: '下发文本',
  input: z.object({
    id,
    text: z.string().trim().min(1).max(500),
    urgent: z.boolean().default(false),
    display: z.boolean().default(true),
    speak: z.boolean().default(true),
  }),
  output: Outcome,
})
/** 0x8201: where are you? */
export const locate = endpoint({
  method: 'POST',
  path: '/admin/device/:id/locate',
  access: { permission: 'admin_device_command' },
  summary: '点名',
  input: z.object({ id }),
  output: Outcome.extend({ device: Device.nullable() }),
})
