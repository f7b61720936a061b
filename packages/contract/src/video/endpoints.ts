import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, id, longId, whole, word } from '../fields.ts'
import { page, pageQuery } from '../page.ts'
import { Outcome } from '../terminals/endpoints.ts'
import {
  cameraActs,
  longestRecording,
  mostBroadcast,
  mostPreset,
  PictureEnd,
  PictureState,
  pictureStreams,
  playbackActs,
  playbackSpeeds,
  recordingCauses,
  recordingEnds,
  TalkEnd,
  TalkState,
  talkKinds,
  uploadActs,
  uploadFailures,
  uploadNetworks,
  uploadStates,
  VideoResult,
} from './codes.ts'
import { isPresetAct } from './rules.ts'

/** Greatest channel of a camera. */
const mostChannels = 32

/** From 1. */
const channel = whole(z.number().int().min(1).max(mostChannels))
const camera = { vehicleId: id, channel: channel.default(1) }
/** A moment that a message to a terminal can say, and the second after it: its years have two digits. Source: spec 4, IV.5. */
const terminalTime = dateTime.refine((text) => text >= '2000' && text < '2099-12-31 23:59:59', word('terminalYears'))
const speed = z.literal(playbackSpeeds).default(1)

/**
 * A ticket for the live picture of a camera, or for what its terminal has recorded: good once, within a minute, as long as the session that asked. `url`
 * is a WebSocket path: its binary messages are FLV, its texts a `PictureStatus`. Refused with 404 for vehicles that the caller does not see, 409 without
 * such a camera. A recording is played by one viewer at a time. Source: spec 3, section 16.
 */
export const makeTicket = endpoint({
  method: 'POST',
  path: '/admin/video/ticket',
  access: { permission: 'video_view' },
  input: z
    .object({
      ...camera,
      stream: z.enum(pictureStreams).default('sub'),
      kind: z.enum(['live', 'playback']).default('live'),
      /** Of a playback, at most a day. */
      startTime: terminalTime.optional(),
      endTime: terminalTime.optional(),
      speed,
    })
    .refine(({ kind, startTime, endTime }) => kind === 'live' || (startTime !== undefined && endTime !== undefined), {
      path: ['startTime'],
      error: word('chooseSpan'),
    }),
  output: z.object({
    ticket: z.string(),
    url: z.string(),
    /** `yyyy-MM-dd HH:mm:ss` */
    expires: z.string(),
  }),
})

/** What a terminal has recorded: when, of which channel. `size` in bytes. */
export const RecordedFile = z.object({
  /** Where it is: on the terminal's own disk; of a device of a video server, on that or on the server. */
  source: z.literal('terminal'),
  channel: z.number(),
  startTime: z.string(),
  endTime: z.string(),
  size: z.number(),
  /** Something was wrong with the vehicle meanwhile. */
  isAlarm: z.boolean(),
})
export type RecordedFile = z.infer<typeof RecordedFile>

/**
 * What was recorded of a channel within at most a day, the oldest first: the terminal is asked, which can take half a minute, and its answer kept for a
 * short time. `outcome` says whether it answered. Refused as a ticket is. Source: spec 3, section 16.
 */
export const listRecordings = endpoint({
  method: 'GET',
  path: '/admin/video/file/page',
  access: { permission: 'video_view' },
  input: z.object({ ...camera, startTime: terminalTime, endTime: terminalTime }),
  output: z.object({
    outcome: Outcome.shape.outcome,
    records: z.array(RecordedFile),
    /** All that the terminal names; `records` are the first 3000. */
    total: z.number().int(),
  }),
})

/** Pauses the caller's playback of a channel, goes on, jumps to `time`, changes its speed, ends it. 409 when none is open. Source: spec 3, section 16. */
export const controlPlayback = endpoint({
  method: 'POST',
  path: '/admin/video/playback/control',
  access: { permission: 'video_view' },
  input: z
    .object({ ...camera, act: z.enum(playbackActs), speed, time: terminalTime.optional() })
    .refine(({ act, time }) => act !== 'jump' || time !== undefined, { path: ['time'], error: word('momentFormat') }),
  output: Outcome,
})

/** A recording that the server made of a camera's stream. */
export const Recording = z.object({
  id: z.number(),
  vehicleId: z.number(),
  plateNumber: z.string(),
  channel: z.number(),
  stream: z.enum(pictureStreams),
  cause: z.enum(recordingCauses),
  /** Violation that it is evidence of. */
  violationId: z.number().nullable(),
  startTime: z.string(),
  /** Null while it runs. */
  endTime: z.string().nullable(),
  endReason: z.enum(recordingEnds).nullable(),
  /** Stored file (MP4, H.264); null while it runs. */
  fileName: z.string().nullable(),
  /** Bytes. */
  fileSize: z.number(),
  /** Pictures. */
  frames: z.number(),
  /** Of the file, in hex; empty while it runs. */
  sha256: z.string(),
  /** Account that asked for it; empty for an alarm and for a schedule. */
  createBy: z.string(),
  /** True for who may end it. */
  isOwn: z.boolean(),
})
export type Recording = z.infer<typeof Recording>

/**
 * Records a camera's live stream on the server until it is stopped, ten minutes at most; the stream stays on meanwhile. Refused with 409 while the
 * channel is being recorded on demand, 429 with too many recordings of the account, the tenant or in all, 507 without room; else as a ticket is.
 * Source: spec 3, section 16.
 */
export const startRecording = endpoint({
  method: 'POST',
  path: '/admin/video/record',
  access: { permission: 'video_view' },
  input: z.object({
    ...camera,
    stream: z.enum(pictureStreams).default('sub'),
    seconds: whole(z.number().int().min(1).max(longestRecording)).default(longestRecording),
  }),
  output: Recording,
})

/** Ends a recording of the caller. Null when no picture came: nothing is kept then. 404 out of scope or when it has ended, 403 for one of somebody else. Source: spec 3, section 16. */
export const stopRecording = endpoint({
  method: 'POST',
  path: '/admin/video/record/stop',
  access: { permission: 'video_view' },
  input: z.object({ id }),
  output: Recording.nullable(),
})

/** Recordings of vehicles in scope that touch the span, newest first; `running`: those that have not ended, or only those that have. Source: spec 3, section 16. */
export const listServerRecordings = endpoint({
  method: 'GET',
  path: '/admin/video/record/page',
  access: { permission: 'video_view' },
  input: pageQuery.extend({
    vehicleId: id.optional(),
    channel: channel.optional(),
    violationId: longId.optional(),
    startTime: dateTime.optional(),
    endTime: dateTime.optional(),
    running: z.enum(['true', 'false']).optional(),
  }),
  output: page(Recording),
})

/** An upload of what a terminal has recorded to the server, and the files that have come of it. */
export const VideoUpload = z.object({
  id: z.number(),
  vehicleId: z.number(),
  plateNumber: z.string(),
  channel: z.number(),
  /** Span that was asked for. */
  startTime: z.string(),
  endTime: z.string(),
  state: z.enum(uploadStates),
  /** Only of one that failed. */
  failure: z.enum(uploadFailures).nullable(),
  /** Bytes that have come. */
  bytes: z.number(),
  /** Bytes that the terminal's list makes one expect, roughly; 0 while that is not known. */
  expected: z.number(),
  /** Files that have come whole. */
  files: z.array(
    z.object({
      id: z.number(),
      /** Stored file. */
      fileName: z.string(),
      /** Name that the terminal gave it. */
      original: z.string(),
      /** Bytes. */
      fileSize: z.number(),
      sha256: z.string(),
      /** MP4, which a page can play. */
      isPlayable: z.boolean(),
    }),
  ),
  createBy: z.string(),
  createTime: z.string(),
})
export type VideoUpload = z.infer<typeof VideoUpload>

/**
 * Asks the terminal of a camera to upload what it has recorded, at once or as soon as it is there, within a day. Refused with 409 when the same span is being
 * uploaded, 429 with too many open uploads, 502 in the words of a video server that refuses; else as a ticket is. A device of a video server uploads to
 * that server, and the file is fetched from there. Source: spec 3, section 16; spec 4, III.4, ftpUpload, and IV.5, 0x9206.
 */
export const startUpload = endpoint({
  method: 'POST',
  path: '/admin/video/upload',
  access: { permission: 'admin_device_command' },
  input: z.object({
    ...camera,
    /** A day at most. */
    startTime: terminalTime,
    endTime: terminalTime,
    /** Networks on which it may be sent. */
    networks: z.array(z.enum(uploadNetworks)).min(1).max(3).default(['wifi', 'lan', 'mobile']),
  }),
  output: VideoUpload,
})

/** Uploads of vehicles in scope, the 200 newest of the last 30 days; of one vehicle where it is named. Source: spec 3, section 16. */
export const listUploads = endpoint({
  method: 'GET',
  path: '/admin/video/upload/list',
  access: { permission: 'video_view' },
  input: z.object({ vehicleId: id.optional() }),
  output: z.array(VideoUpload),
})

/**
 * Pauses an upload, lets it go on or calls it off. 404 out of scope, 409 when its state does not allow that or the terminal does not obey, 502 in the
 * words of a video server that refuses. Source: spec 3, section 16; spec 4, III.4, controllDownLoad, and IV.5, 0x9207.
 */
export const controlUpload = endpoint({
  method: 'POST',
  path: '/admin/video/upload/control',
  access: { permission: 'admin_device_command' },
  input: z.object({ id, act: z.enum(uploadActs) }),
  output: VideoUpload,
})

/** A photo or clip that an organisation's video server holds of an alarm. */
export const ServerEvidence = z.object({
  /** Names it in `keepServerEvidence`. */
  key: z.string(),
  kind: z.enum(['picture', 'video']),
  /** From 1; 0 where that is not known. */
  channel: z.number(),
  time: z.string(),
  /** Bytes; 0 where that is not known. */
  size: z.number(),
  /** It is with the violation's own files already. */
  isKept: z.boolean(),
})
export type ServerEvidence = z.infer<typeof ServerEvidence>

/**
 * What the organisation's video server holds of the alarms of a violation's vehicle from `photoMinutes` around it, the oldest first; nothing without such
 * a server. Refused with 404 out of scope, 502 in the words of the server. Source: spec 4, III.4, performanceReportPhotoListSafe.
 */
export const listServerEvidence = endpoint({
  method: 'GET',
  path: '/admin/video/evidence/list',
  access: { permission: 'video_view' },
  input: z.object({ violationEventId: longId }),
  output: z.array(ServerEvidence),
})

/**
 * Fetches one of them and keeps it with the violation's own files, which its case has too. Refused with 404 when the server has it no more, 429 with too
 * much for one day, 502 where the server does not give it; else as the list is.
 */
export const keepServerEvidence = endpoint({
  method: 'POST',
  path: '/admin/video/evidence/keep',
  access: { permission: 'video_view' },
  input: z.object({ violationEventId: longId, key: z.string().min(1).max(200) }),
  output: z.boolean(),
})

/**
 * Moves a camera. It turns until `stop`, or until 10 s (`longestTurn`) after it was last told to turn: who holds a key says it again meanwhile. 409
 * while somebody else turns it; refused as a ticket is. What the camera cannot do is `refused` as a terminal says it. Source: spec 3, section 16.
 */
export const moveCamera = endpoint({
  method: 'POST',
  path: '/admin/video/ptz',
  access: { permission: 'admin_device_command' },
  input: z
    .object({
      ...camera,
      act: z.enum(cameraActs),
      /** Number of a kept position; with the acts on one. */
      preset: whole(z.number().int().min(1).max(mostPreset)).optional(),
    })
    .refine(({ act, preset }) => !isPresetAct(act) || preset !== undefined, { path: ['preset'], error: word('enterPreset') }),
  output: Outcome,
})

/** What the camera can be told: a terminal knows neither diagonals nor kept positions. Refused as a ticket is. */
export const listCameraActs = endpoint({
  method: 'GET',
  path: '/admin/video/ptz/acts',
  access: { permission: 'admin_device_command' },
  input: z.object(camera),
  output: z.array(z.enum(cameraActs)),
})

/**
 * A ticket to speak with the terminal of a vehicle, or to those of many (`broadcast`, which none answers): good once, within a minute, as long as the session that
 * asked. `url` is a WebSocket path: its binary messages are G.711 A-law of 8 kHz both ways, 0.4 s at most, its texts a `TalkStatus`. A terminal is spoken
 * with by one person at a time. Refused with 404 for vehicles that the caller does not see, 409 without such a channel. Source: spec 3, section 16.
 */
export const makeTalkTicket = endpoint({
  method: 'POST',
  path: '/admin/video/talk',
  access: { permission: 'admin_device_command' },
  input: z
    .object({
      vehicleIds: z.array(id).min(1).max(mostBroadcast),
      channel: camera.channel,
      kind: z.enum(talkKinds).default('talk'),
    })
    .refine(({ kind, vehicleIds }) => kind === 'broadcast' || vehicleIds.length === 1, {
      path: ['vehicleIds'],
      error: word('chooseOneVehicle'),
    }),
  output: makeTicket.output,
})

/** A text message on the socket of a talk. */
export const TalkStatus = z.object({
  /** Of the terminal, or of the furthest one. */
  state: z.enum(TalkState),
  /** Only with `ended`. */
  reason: z.enum(TalkEnd).optional(),
  /** Display name of who speaks with the terminal; only with `busy`. */
  by: z.string().optional(),
  terminals: z.array(z.object({ vehicleId: z.number(), state: z.enum(TalkState) })).optional(),
})
export type TalkStatus = z.infer<typeof TalkStatus>

/** What a page says on that socket: whether the sound of the picture shall come too. It comes as FLV audio tags, undecoded (`pageSounds`). */
export const SoundWish = z.enum(['sound', 'silence'])

/** The other stream of the same camera, which a page may ask for on that socket: the picture goes on meanwhile. */
export const StreamWish = z.enum(pictureStreams)

/** A text message on the socket of a picture. */
export const PictureStatus = z.object({
  state: z.enum(PictureState),
  /** Only with `ended`. */
  reason: z.enum(PictureEnd).optional(),
  /** Code of the organisation's video server that refused. Texts: `video:result.*`. */
  code: z.enum(VideoResult).optional(),
  /** Stream that is sent. */
  stream: z.enum(pictureStreams).optional(),
  /** Reason why it is not the one that the page asked for: the terminal's, or that the line to the page is too slow for it. */
  unswitched: z.enum(['refused', 'offline', 'timedOut', 'thinLine']).optional(),
  /** The camera sends sound, which comes to those who want it. */
  hasSound: z.boolean().optional(),
  /** Name of the codec of a sound that no page can play; it does not come. */
  unheard: z.string().optional(),
  /** Kilobits per second over the last second. */
  kbps: z.number().optional(),
  /** Seconds since the last picture. */
  age: z.number().optional(),
  /** Moment of a playback, `yyyy-MM-dd HH:mm:ss`. */
  time: z.string().optional(),
})
export type PictureStatus = z.infer<typeof PictureStatus>
