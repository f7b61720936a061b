import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { ObjectType } from '../objects.ts'
import { page, pageQuery } from '../page.ts'
import { ConnectionEnd, Heard, mostChannels } from './codes.ts'
import { isSettable } from './rules.ts'

/** Protocol of a device: JT/T 808 in one of its editions, readings over HTTP or MQTT, or the call of a person's app. */
export const Protocol = z.enum(['2011', '2013', '2019', 'http', 'mqtt', 'app'])
export type Protocol = z.infer<typeof Protocol>
/** Protocols of sensors; they are entered with one, as they do not register. */
export const sensorProtocols = ['http', 'mqtt'] as const satisfies Protocol[]

/** A terminal with what it last said. Source: spec 3, section 8. */
export const Terminal = z.object({
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
  /** Of the binding. */
  ...lastChange,
})
export type Terminal = z.infer<typeof Terminal>

/** A row of the list, with the place of its last fix in words; null where there is none. */
export const ListedTerminal = Terminal.extend({ address: z.string().nullable() })
export type ListedTerminal = z.infer<typeof ListedTerminal>

/** Bound terminals of the tenant in scope; unbound ones too for holders of `platform_admin`. */
export const listTerminals = endpoint({
  method: 'GET',
  path: '/admin/device/page',
  access: { permission: 'admin_device_view' },
  input: pageQuery.extend({
    terminalNo: z.string().max(20).optional(),
    /** Part of the name or plate of what it is on. */
    objectName: z.string().max(50).optional(),
    objectType: z.enum(ObjectType).optional(),
    bound: z.stringbool().optional(),
    online: z.stringbool().optional(),
    /** The department of what it is on, with all below. */
    deptId: id.optional(),
    /** True: those on something that has an alarm or a warning now. */
    wrong: z.stringbool().optional(),
    heard: z.enum(Heard).optional(),
  }),
  output: page(ListedTerminal),
})
export const getTerminal = endpoint({
  method: 'GET',
  path: '/admin/device/:id',
  access: { permission: 'admin_device_view' },
  input: z.object({ id }),
  output: Terminal,
})
/** Enters a terminal by number (hexadecimal digits) before it is installed; a sensor with its protocol. 409 when the number is known. */
export const addTerminal = endpoint({
  method: 'POST',
  path: '/admin/device',
  access: { permission: 'admin_device_add' },
  input: z.object({
    terminalNo: z
      .string()
      .regex(/^[0-9a-f]{1,20}$/i)
      .toLowerCase(),
    protocol: Protocol.extract(sensorProtocols).optional(),
    objectType: z.enum(ObjectType),
    objectId: id,
  }),
  output: Terminal,
})
/** Binds to an object, or unbinds with `objectId` null. 409 when the object has another terminal. */
export const bindTerminal = endpoint({
  method: 'PUT',
  path: '/admin/device',
  access: { permission: 'admin_device_edit' },
  input: z.object({ id, objectType: z.enum(ObjectType).default(ObjectType.vehicle), objectId: id.nullable(), ...madeFrom }),
  output: Terminal,
})
/** Unbinds and forgets its registration; it may register again as unknown. */
export const removeTerminal = endpoint({
  method: 'DELETE',
  path: '/admin/device/:id',
  access: { permission: 'admin_device_del' },
  input: z.object({ id, ...madeFrom }),
  output: z.boolean(),
})

/** Outcome of a command to a terminal. `refused` carries the terminal's result code (0x0001). */
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
  input: z.object({ id }),
  output: Outcome.extend({ device: Terminal.nullable() }),
})

/** A parameter: a number, text, or hexadecimal where the standard has neither. Source: spec 4, IV.3. */
export const Parameter = z.discriminatedUnion('type', [
  z.object({ id: z.number(), type: z.literal('number'), value: z.number() }),
  z.object({ id: z.number(), type: z.literal('text'), value: z.string() }),
  z.object({ id: z.number(), type: z.literal('hex'), value: z.string() }),
])
export type Parameter = z.infer<typeof Parameter>

/** 0x8104: all parameters, as the terminal has them now. */
export const queryParameters = endpoint({
  method: 'POST',
  path: '/admin/device/:id/parameters/query',
  access: { permission: 'admin_device_command' },
  input: z.object({ id }),
  output: Outcome.extend({ parameters: z.array(Parameter).nullable() }),
})
/** 0x8103 */
export const setParameters = endpoint({
  method: 'PUT',
  path: '/admin/device/:id/parameters',
  access: { permission: 'admin_device_command' },
  input: z.object({
    id,
    parameters: z
      .array(
        z.object({ id: z.number().int(), value: z.number().int() }).refine(isSettable, { error: word('parameterImpossible') }),
      )
      .min(1)
      .max(50),
  }),
  output: Outcome,
})

/** Attributes that a terminal reports. Source: spec 4, IV.3. */
export const Attributes = z.object({
  manufacturer: z.string(),
  model: z.string(),
  terminalId: z.string(),
  /** Phone number of its SIM card. */
  iccid: z.string(),
  hardwareVersion: z.string(),
  firmwareVersion: z.string(),
  /** Bits: 0 GPS, 1 BeiDou, 2 GLONASS, 3 Galileo. */
  gnss: z.number(),
})
export type Attributes = z.infer<typeof Attributes>

/** 0x8107 */
export const queryAttributes = endpoint({
  method: 'POST',
  path: '/admin/device/:id/attributes/query',
  access: { permission: 'admin_device_command' },
  input: z.object({ id }),
  output: Outcome.extend({ attributes: Attributes.nullable() }),
})

/** Cameras and sound of a terminal, codecs by their names. Source: spec 4, IV.5. */
export const VideoAttributes = z.object({
  soundCodec: z.string(),
  pictureCodec: z.string(),
  /** Whether it has a loudspeaker. */
  playsSound: z.boolean(),
  mostSoundChannels: z.number(),
  mostPictureChannels: z.number(),
})
export type VideoAttributes = z.infer<typeof VideoAttributes>

/** 0x9003. A vehicle whose number of cameras nobody has entered has the answer's from then on. */
export const queryVideoAttributes = endpoint({
  method: 'POST',
  path: '/admin/device/:id/videoAttributes/query',
  access: { permission: 'admin_device_command' },
  input: z.object({ id }),
  output: Outcome.extend({ attributes: VideoAttributes.nullable() }),
})

/** 0x8801: one picture of a camera, uploaded when it is taken. 409 while the terminal is bound to nothing. */
export const takePhoto = endpoint({
  method: 'POST',
  path: '/admin/device/:id/photo',
  access: { permission: 'admin_device_command' },
  input: z.object({ id, channel: z.number().int().min(1).max(mostChannels).default(1) }),
  output: Outcome,
})

/** A picture that a terminal took on the object that it is on. */
export const TerminalPhoto = z.object({
  /** Under which `batchFileUrl` gives its address. */
  fileName: z.string(),
  channel: z.number(),
  /** 0 asked for, 1 timer, 2 robbery, 3 collision or rollover, 4 door opens, 5 closes. Source: spec 4, IV.3. */
  event: z.number(),
  /** Device time; null when the terminal had none. */
  time: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** The place in words. */
  address: z.string(),
  received: z.string(),
})
export type TerminalPhoto = z.infer<typeof TerminalPhoto>

export const listPhotos = endpoint({
  method: 'GET',
  path: '/admin/device/:id/photo/page',
  access: { permission: 'admin_device_view' },
  input: pageQuery.extend({ id }),
  output: page(TerminalPhoto),
})

/** A connection on which a terminal authenticated. */
export const TerminalConnection = z.object({
  /** Time of the connection; `authenticated` is the time of the authentication. */
  time: z.string(),
  authenticated: z.string(),
  /** Null while connected, and when the time of the end is unknown; only then there is a reason. */
  ended: z.string().nullable(),
  reason: z.enum(ConnectionEnd).nullable(),
  address: z.string(),
})
export type TerminalConnection = z.infer<typeof TerminalConnection>

export const listConnections = endpoint({
  method: 'GET',
  path: '/admin/device/:id/connection/page',
  access: { permission: 'admin_device_view' },
  input: pageQuery.extend({ id }),
  output: page(TerminalConnection),
})
