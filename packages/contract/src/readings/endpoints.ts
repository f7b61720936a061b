import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, id, whole, word } from '../fields.ts'
import { ObjectType } from '../objects.ts'
import { Metric, metrics, mostReadings } from './codes.ts'

/** Tells apart what one device measures several times: number of a cubicle or probe, 0 where there is one only. */
const channel = whole(z.number().int().min(0).max(999))

/** One measurement, in device time. Two of one device, metric, channel and second are one, the larger of them. */
export const Reading = z.object({ metric: z.enum(Metric), channel: channel.default(0), value: z.number(), time: dateTime })
export type Reading = z.infer<typeof Reading>

/** `facilityCode`: of a weight, the code of the facility at which a vehicle's scale weighed what it collected. An unknown one is left out. */
const SentReading = Reading.extend({ facilityCode: z.string().trim().min(1).max(64).optional() })

const isPossible = ({ metric, value }: Reading) =>
  value >= metrics[metric].min && value <= metrics[metric].max && (metrics[metric].kind !== 'state' || value % 1 === 0)

/** Message of a sensor, over HTTP and MQTT alike. */
export const Readings = z.object({
  readings: z
    .array(SentReading.refine(isPossible, { error: word('readingImpossible'), path: ['value'] }))
    .min(1)
    .max(mostReadings),
})

/**
 * From a sensor with its device key as bearer token. 200 once they are stored, so that it may forget them; 401 for an unknown key, 409 while it is
 * bound to nothing, 429 for too many calls, 503 when they could not be stored: it sends them again.
 */
export const sendReadings = endpoint({
  method: 'POST',
  path: '/open/device/readings',
  access: 'public',
  automatic: true,
  input: Readings,
  output: z.boolean(),
})

/** Makes the device's key, in place of the one before; shown this once. */
export const makeDeviceKey = endpoint({
  method: 'POST',
  path: '/admin/device/:id/key',
  access: { permission: 'admin_device_edit' },
  input: z.object({ id }),
  output: z.object({ key: z.string() }),
})

const object = { objectType: z.enum(ObjectType), objectId: id }

/**
 * `value` is what it means, by the calibration of its time; `measured` is what the sensor said; `limit` is the lowest one of the object's rules in
 * force now, for the fill level of a can that from which it is overfull too.
 */
export const KnownReading = Reading.extend({ measured: z.number(), limit: z.number().nullable() })
export type KnownReading = z.infer<typeof KnownReading>

/** The newest of each metric and channel of whatever device is on the object now. */
export const getLatestReadings = endpoint({
  method: 'GET',
  path: '/admin/reading/latest',
  access: 'session',
  input: z.object(object),
  output: z.array(KnownReading),
})

/** Readings in `seconds` from `time` on, by what they mean; `measured` is the mean of what the sensor said. */
export const ReadingPoint = z.object({
  time: z.string(),
  min: z.number(),
  avg: z.number(),
  max: z.number(),
  measured: z.number(),
  count: z.number(),
})
export type ReadingPoint = z.infer<typeof ReadingPoint>

/** One metric of an object from `startTime` through `endTime`, in at most 2 000 spans of equal length; those without a reading are left out. */
export const getReadingHistory = endpoint({
  method: 'GET',
  path: '/admin/reading/history',
  access: 'session',
  input: z.object({ ...object, metric: z.enum(Metric), channel: channel.default(0), startTime: dateTime, endTime: dateTime }),
  output: z.object({ seconds: z.number(), points: z.array(ReadingPoint) }),
})
