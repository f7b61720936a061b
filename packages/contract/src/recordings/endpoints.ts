import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nothing, orNone, whole, word } from '../fields.ts'
import { lastChange } from '../last-change.ts'
import { recordCalls } from '../records.ts'
import { Hours } from '../shifts/endpoints.ts'
import { pictureStreams } from '../video/codes.ts'

/** Schedules of an organisation, and channels that one names, at most. */
export const mostRecordingSchedules = 100
const mostChannels = 32

const fields = {
  name: z.string().trim().min(1, word('enterRecordingSchedule')).max(60),
  /** The vehicles of this department and all below it, or one vehicle: one of the two. */
  deptId: orNone(id),
  vehicleId: orNone(id),
  /** From 1; none: all that a vehicle shows. */
  channels: z
    .array(whole(z.number().int().min(1).max(mostChannels)))
    .max(mostChannels)
    .default([]),
  stream: z.enum(pictureStreams).default('sub'),
  ...Hours.shape,
  isStopped: z.boolean().default(false),
}

/** Cameras that the server records at certain hours, as far as their terminals are there. Source: spec 3, section 16. */
export const RecordingSchedule = z.object({
  ...fields,
  id: z.number(),
  deptId: z.number().nullable(),
  vehicleId: z.number().nullable(),
  /** Name of the department, or the plate of the vehicle. */
  target: z.string(),
  /** Recordings by it that run. */
  running: z.number(),
  ...lastChange,
})
export type RecordingSchedule = z.infer<typeof RecordingSchedule>

/** The schedules of departments and vehicles in scope, newest first. */
export const listRecordingSchedules = endpoint({
  method: 'GET',
  path: '/admin/video/schedule/list',
  access: { permission: 'video_view' },
  input: nothing,
  output: z.array(RecordingSchedule),
})

/** 404 for a department or a vehicle out of scope, 400 for both or none, 409 for more schedules than an organisation has. A change holds at once. */
export const {
  add: addRecordingSchedule,
  change: changeRecordingSchedule,
  remove: removeRecordingSchedule,
} = recordCalls('/admin/video/schedule', 'admin_videoschedule', fields, RecordingSchedule)
