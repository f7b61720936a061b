import { ComplaintStatus, type ComplaintType } from '@huanwei/contract/complaints/codes'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { deadline, instant, tenantId } from '../../db/columns.ts'
import { facilities } from '../facilities/table.ts'

/** Public events that wait for an answer. */
const isComplaintOpen = sql.raw(`status < ${ComplaintStatus.handled}`)

/** A citizen's report about a facility. Source: spec 1, section 3. */
export const complaints = pgTable(
  'wc_complaint',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** Reference code for the citizen; unguessable, unique over all tenants. */
    code: text().notNull(),
    facilityId: integer().notNull(),
    facilityName: text().notNull(),
    deptId: integer().notNull(),
    eventType: smallint().$type<ComplaintType>().notNull(),
    eventTime: instant().notNull().default(sql`now()`),
    content: text().notNull(),
    status: smallint().$type<ComplaintStatus>().notNull().default(1),
    position: text().notNull(),
    lng: doublePrecision(),
    lat: doublePrecision(),
    /** Metres from the facility to where the sender's phone said it was; null where it did not say. */
    distance: integer(),
    /** True when the facility had more reports shortly before than people usually send. */
    isFlood: boolean().notNull().default(false),
    reportPerson: text().notNull().default(''),
    contactInformation: text().notNull().default(''),
    identityCard: text().notNull().default(''),
    /** Names of stored photos: `url` of the citizen, `resultUrl` of the answer. */
    url: text().array().notNull().default([]),
    resultContent: text().notNull().default(''),
    resultUrl: text().array().notNull().default([]),
    resultTime: instant(),
    ...deadline,
    /** The citizen's satisfaction with the answer, 1 to 5; null when not said. */
    score: smallint(),
    /** What the citizen added to it. */
    scoreRemark: text().notNull().default(''),
    /** Random key that the sender generated for this report; makes a resend idempotent. */
    requestKey: text(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique().on(t.code),
    unique().on(t.tenantId, t.facilityId, t.requestKey),
    // The filter columns follow the sort columns: rows are skipped and counted from the index alone.
    index().on(t.tenantId, t.status, t.eventTime, t.id, t.deptId, t.eventType),
    index().on(t.tenantId, t.eventTime, t.id, t.deptId, t.eventType, t.status),
    index().on(t.tenantId, t.deptId, t.eventTime, t.id),
    index().on(t.tenantId, t.facilityId, t.eventTime, t.id),
    index('wc_complaint_due').on(t.tenantId, t.dueTime, t.id, t.deptId).where(isComplaintOpen),
    index('wc_complaint_url').using('gin', t.url),
    index('wc_complaint_result_url').using('gin', t.resultUrl),
    foreignKey({ columns: [t.tenantId, t.facilityId], foreignColumns: [facilities.tenantId, facilities.id] }),
  ],
)

/** Steps of a public event: user, time, new status and remark. */
export const complaintSteps = pgTable(
  'wc_complaint_process',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    complaintId: bigint({ mode: 'number' }).notNull(),
    createTime: instant().notNull().default(sql`now()`),
    /** Null for the citizen. */
    userId: integer(),
    userName: text().notNull(),
    status: smallint().$type<ComplaintStatus>().notNull(),
    remark: text().notNull(),
    url: text().array().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.complaintId, t.id] }),
    index('wc_complaint_process_time').on(t.tenantId, t.createTime).where(sql`user_id is not null`),
    index('wc_complaint_process_url').using('gin', t.url),
  ],
)

/** A citizen's photo that no report uses yet; `fileName` names the stored file. */
export const citizenPhotos = pgTable(
  'wc_complaint_photo',
  {
    tenantId: tenantId(),
    fileName: text().notNull(),
    facilityId: integer().notNull(),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.fileName] }), index().on(t.createTime)],
)

/** Views of a citizen's personal data in full: user, time and reason. */
export const identityViews = pgTable(
  'wc_complaint_identity_view',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    complaintId: bigint({ mode: 'number' }).notNull(),
    userId: integer().notNull(),
    userName: text().notNull(),
    reason: text().notNull(),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.complaintId, t.id] })],
)
