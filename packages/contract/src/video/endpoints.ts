import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, whole } from '../fields.ts'
import { PictureEnd, PictureState, pictureStreams } from './codes.ts'

/** Greatest channel of a camera. */
const mostChannels = 32

/**
 * A ticket for the live picture of a camera: good once, within a minute, as long as the session that asked. `url` is a WebSocket path: its binary messages
 * are FLV, its texts a `PictureStatus`. Refused with 404 for vehicles that the caller does not see, 409 without such a camera. Source: spec 3, section 16.
 */
export const makeTicket = endpoint({
  method: 'POST',
  path: '/admin/video/ticket',
  access: { permission: 'video_view' },
  input: z.object({
    vehicleId: id,
    /** From 1. */
    channel: whole(z.number().int().min(1).max(mostChannels)).default(1),
    stream: z.enum(pictureStreams).default('sub'),
    kind: z.literal('live').default('live'),
  }),
  output: z.object({
    ticket: z.string(),
    url: z.string(),
    /** `yyyy-MM-dd HH:mm:ss` */
    expires: z.string(),
  }),
})

/** A text message on the socket of a picture. */
export const PictureStatus = z.object({
  state: z.enum(PictureState),
  /** Only with `ended`. */
  reason: z.enum(PictureEnd).optional(),
  /** Kilobits per second over the last second. */
  kbps: z.number().optional(),
  /** Seconds since the last picture. */
  age: z.number().optional(),
})
export type PictureStatus = z.infer<typeof PictureStatus>
