import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, several } from '../fields.ts'
import { ObjectType } from '../objects.ts'
import { Severity } from '../rules/codes.ts'
import { streamKinds } from './codes.ts'

const degrees = '-?\\d{1,3}(\\.\\d{1,6})?'
/** West, south, east and north of a part of the map, degrees WGS-84: `103.9,30.5,104.2,30.8`. None of it is beyond the date line. */
const Box = z
  .string()
  .regex(new RegExp(`^${degrees}(,${degrees}){3}$`))
  .transform((text) => {
    const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number)
    return { west, south, east, north }
  })

/** Something that happened to an object. */
export const StreamItem = z.object({
  /** Unique in the stream. */
  id: z.string(),
  kind: z.enum(streamKinds),
  objectType: z.enum(ObjectType),
  objectId: z.number(),
  objectName: z.string(),
  time: z.string(),
  /** Violation that it is the start of, or the end; null for a picture. */
  violation: z
    .object({
      id: z.number(),
      event: z.string(),
      severity: z.enum(Severity),
      /** True while it waits for a verdict. */
      isPending: z.boolean(),
      isEnd: z.boolean(),
    })
    .nullable(),
  /** Picture under which `batchFileUrl` gives its address; null for anything else. */
  fileName: z.string().nullable(),
})
export type StreamItem = z.infer<typeof StreamItem>

/**
 * The newest of what happened in the caller's scope in the last `streamHours`, at most `mostStreamed`. What is about areas is an `area` where these are
 * asked for, else an `alarm`. `objectType` and `objectId` together narrow to one object,
 * `within` to what has a place in that part of the map.
 */
export const listStream = endpoint({
  method: 'GET',
  path: '/admin/stream',
  access: 'session',
  input: z.object({
    kinds: several(z.enum(streamKinds), streamKinds.length),
    objectType: z.enum(ObjectType).optional(),
    objectId: id.optional(),
    within: Box.optional(),
  }),
  output: z.array(StreamItem),
})
