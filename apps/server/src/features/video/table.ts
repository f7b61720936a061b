import type { PictureStream, RecordingCause, RecordingEnd } from '@huanwei/contract/video/codes'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
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
    startTime: instant().notNull(),
    /** Null while it runs. */
    endTime: instant(),
    endReason: text().$type<RecordingEnd>(),
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
  ],
)
