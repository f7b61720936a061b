import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, id, orNone, whole, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { page, pageQuery } from '../page.ts'
import { Metric } from '../readings/codes.ts'
import { mayCalibrate } from '../readings/rules.ts'
import { recordCalls } from '../records.ts'
import { BoxStatus } from './codes.ts'

const about = z.string().trim().max(50).default('')

const fields = {
  /** The organisation's own number, unique. */
  code: z.string().trim().min(1, word('enterBoxCode')).max(50),
  name: z.string().trim().min(1, word('enterBoxName')).max(50),
  /** The facility whose sensors it connects; a facility has one box at most. */
  facilityId: id,
  model: about,
  /** Number of its SIM card. */
  sim: about,
  firmware: about,
  remark: z.string().trim().max(500).default(''),
}

/** The IoT box of a facility. Source: spec 3, section 19. */
export const Box = z.object({
  ...fields,
  id: z.number(),
  facilityName: z.string(),
  deptName: z.string(),
  /** From the sensors of the facility. */
  status: z.enum(BoxStatus),
  /** Device time of the last reading; null before the first. */
  readingTime: z.string().nullable(),
  createTime: z.string(),
  ...lastChange,
})
export type Box = z.infer<typeof Box>

/** The boxes of the facilities in scope, newest first. */
export const listBoxes = endpoint({
  method: 'GET',
  path: '/admin/box/page',
  access: 'session',
  input: pageQuery.extend({
    /** Part of its number or name, or of the facility's name. */
    text: orNone(z.string().max(50)),
    deptId: orNone(id),
  }),
  output: page(Box),
})

/** A box with a calibration in force is not removed, and goes to no other facility: what its readings mean would change unsaid. */
export const {
  get: getBox,
  add: addBox,
  change: changeBox,
  remove: removeBox,
} = recordCalls('/admin/box', 'admin_box', fields, Box)

/**
 * From `startTime` on, by device time, a reading of this metric and channel means factor × measured + offset, within what the metric can be.
 * Of several the one that started last holds. One that was taken back never held; it is kept with who took it back, when and why.
 */
const calibration = {
  metric: z.enum(Metric),
  /** As in readings: number of a cubicle or probe, 0 where there is one only. */
  channel: whole(z.number().int().min(0).max(999)).default(0),
  factor: z.number().min(0.001).max(1000).default(1),
  /** In the unit of the metric. */
  offset: z.number().min(-1e6).max(1e6).default(0),
  remark: z.string().trim().max(200).default(''),
}

export const Calibration = z.object({
  ...calibration,
  id: z.number(),
  boxId: z.number(),
  startTime: z.string(),
  createTime: z.string(),
  /** Names that people had then. */
  createName: z.string(),
  revokeTime: z.string().nullable(),
  revokeName: z.string(),
  revokeReason: z.string(),
})
export type Calibration = z.infer<typeof Calibration>

/** The calibrations of a box, those that were taken back too, the latest first. */
export const getCalibrations = endpoint({
  method: 'GET',
  path: '/admin/boxCalibration/:id',
  access: 'session',
  input: z.object({ id }),
  output: z.array(Calibration),
})

/** `updateTime` is the box's: of two people who calibrate at once one is told of the other. */
export const addCalibration = endpoint({
  method: 'POST',
  path: '/admin/boxCalibration',
  access: { permission: 'admin_box_edit' },
  input: z.object({
    boxId: id,
    ...calibration,
    metric: calibration.metric.refine(mayCalibrate, word('notCalibrated')),
    /** Now, where it is left out. */
    startTime: orNone(dateTime),
    ...madeFrom,
  }),
  output: Calibration,
})

/** Takes a calibration back, with the reason: readings mean what they meant without it. 409 says who was faster. */
export const revokeCalibration = endpoint({
  method: 'DELETE',
  path: '/admin/boxCalibration/:id',
  access: { permission: 'admin_box_edit' },
  input: z.object({ id, reason: z.string().trim().min(1).max(200) }),
  output: done,
})
