import type {
  AttachmentKind,
  PictureStream,
  RecordingCause,
  RecordingEnd,
  UploadFailure,
  VideoUploadState,
} from '@huanwei/contract/video/codes'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

/** Recordings that the server made. While one runs, its pictures are in `DATA_DIR/recordings` by `fileName`; then they are a file's. */
export const recordings = pgTable(
  'video_recording',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    vehicleId: integer().notNull(),
    /** The terminal whose camera it is, by its canonical number. */
    terminalNo: text().notNull(),
    channel: smallint().notNull(),
    stream: text().$type<PictureStream>().notNull(),
    cause: text().$type<RecordingCause>().notNull(),
    violationId: bigint({ mode: 'number' }),
    /** Schedule that made it, which may be gone. */
    scheduleId: integer(),
    startTime: instant().notNull(),
    /** Null while it runs. */
    endTime: instant(),
    endReason: text().$type<RecordingEnd>(),
    /** The process that writes it; empty in older rows. */
    holder: text().notNull().default(''),
    fileName: text().notNull().unique(),
    /** Bytes. */
    fileSize: bigint({ mode: 'number' }).notNull().default(0),
    frames: integer().notNull().default(0),
    sha256: text().notNull().default(''),
    userId: integer(),
    createBy: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.tenantId, t.vehicleId, t.startTime, t.id),
    index().on(t.tenantId, t.startTime, t.id),
    index('video_recording_violation').on(t.tenantId, t.violationId).where(sql`violation_id is not null`),
    index('video_recording_running').on(t.tenantId, t.id).where(sql`end_time is null`),
    index('video_recording_scheduled').on(t.tenantId, t.startTime, t.id).where(sql`cause = 'schedule'`),
  ],
)

/** State of what a terminal was asked for. */
export type UploadState = 'waiting' | 'asked' | 'done' | 'failed'

/** Alarms of driving assistants whose files a terminal is asked for. */
export const alarmUploads = pgTable(
  'alarm_upload',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    vehicleId: integer().notNull(),
    deviceId: integer().notNull(),
    /** The terminal, by its canonical number. */
    terminalNo: text().notNull(),
    /** Mark of the alarm, 32 hexadecimal digits, or `server <violation>` for what a video server holds. Source: spec 4, IV.6. */
    mark: text().notNull(),
    /** Number that the terminal has to say with the files; nobody can guess it. */
    alarmNumber: text().notNull().unique(),
    /** Device time of the alarm. */
    time: instant().notNull(),
    state: text().$type<UploadState>().notNull().default('waiting'),
    /** Times that the terminal said yes. */
    tries: smallint().notNull().default(0),
    /** Time from which it is asked next. */
    nextTime: instant().notNull().default(sql`now()`),
    /** Files: as the mark says, then as the terminal lists them. */
    files: smallint().notNull(),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex().on(t.tenantId, t.deviceId, t.mark),
    index('alarm_upload_open').on(t.nextTime).where(sql`state in ('waiting', 'asked')`),
    index().on(t.createTime),
  ],
)

/** Files of alarms that came whole. */
export const alarmAttachments = pgTable(
  'alarm_attachment',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    uploadId: integer().notNull(),
    vehicleId: integer().notNull(),
    deviceId: integer().notNull(),
    /** Device time of the alarm; of what a video server held, that of the file. */
    time: instant().notNull(),
    kind: text().$type<AttachmentKind>().notNull(),
    /** As the terminal numbers its cameras: 64 looks ahead, 65 at the driver; 0 where the name does not say. */
    channel: smallint().notNull(),
    /** Name that the terminal gave it. */
    original: text().notNull(),
    fileName: text().notNull().unique(),
    /** Bytes. */
    fileSize: integer().notNull(),
    sha256: text().notNull(),
    received: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.tenantId, t.deviceId, t.time, t.id),
    index().on(t.tenantId, t.uploadId),
    index().on(t.tenantId, t.received),
  ],
)

/** Alarms that an organisation's video server has of its vehicles, as the rules see them. */
export const serverAlarms = pgTable(
  'server_alarm',
  {
    tenantId: tenantId(),
    vehicleId: integer().notNull(),
    /** Hash of what names it at the server. */
    key: text().notNull(),
    time: instant().notNull(),
    /** Null where the server has not told one. */
    endTime: instant(),
    /** Alarm bits, u32. Source: spec 4, IV.4. */
    alarm: bigint({ mode: 'number' }).notNull(),
    /** Alarms of a driving assistant: addition × 256 + type. Source: spec 4, IV.6. */
    safety: integer().array().notNull(),
    /** Degrees WGS-84; null where the server told none. */
    lng: doublePrecision(),
    lat: doublePrecision(),
    received: instant().notNull().default(sql`now()`),
    /** True once the rules have looked at it. */
    judged: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.vehicleId, t.key] }),
    index().on(t.tenantId, t.vehicleId, t.time),
    index().on(t.received),
    index('server_alarm_new').on(t.vehicleId).where(sql`not judged`),
  ],
)

/** How far the alarms of a vehicle are known. */
export const serverAlarmsAsked = pgTable(
  'server_alarm_asked',
  {
    tenantId: tenantId(),
    vehicleId: integer().notNull(),
    /** End of the last span that the server has told all of; null before the first one. */
    until: instant(),
    /** When the server was last asked. */
    asked: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.vehicleId] })],
)

/** Uploads of what terminals have recorded. */
export const videoUploads = pgTable(
  'video_upload',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    vehicleId: integer().notNull(),
    /** Negative for a device of the organisation's video server. */
    deviceId: integer().notNull(),
    channel: smallint().notNull(),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    /** Bits of 0x9206. */
    networks: smallint().notNull(),
    state: text().$type<VideoUploadState>().notNull().default('waiting'),
    failure: text().$type<UploadFailure>(),
    /** Log-in of the terminal, for this upload alone. */
    ftpUser: text().notNull().unique(),
    ftpPassword: text().notNull(),
    /** Serial of the request that the terminal said yes to; number of the task at a video server. */
    serial: bigint({ mode: 'number' }),
    /** Times that the terminal said yes, or that a task of a video server was begun, and then its file fetched, in vain. */
    tries: smallint().notNull().default(0),
    /** Time from which it is looked at next. */
    nextTime: instant().notNull().default(sql`now()`),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    expected: bigint({ mode: 'number' }).notNull().default(0),
    userId: integer().notNull(),
    createBy: text().notNull(),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.tenantId, t.vehicleId, t.createTime, t.id),
    index().on(t.tenantId, t.createTime, t.id),
    index('video_upload_open').on(t.nextTime).where(sql`state in ('waiting', 'asked', 'uploading', 'paused')`),
  ],
)

/** Files of uploads that came whole. */
export const videoUploadFiles = pgTable(
  'video_upload_file',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    uploadId: integer().notNull(),
    vehicleId: integer().notNull(),
    /** Name that the terminal gave it. */
    original: text().notNull(),
    fileName: text().notNull().unique(),
    /** Bytes. */
    fileSize: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    received: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex().on(t.tenantId, t.uploadId, t.original),
    index().on(t.tenantId, t.received),
  ],
)
