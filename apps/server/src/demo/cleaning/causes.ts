import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { ComplaintStatus } from '@huanwei/contract/complaints/codes'
import { canType } from '@huanwei/contract/dictionaries/codes'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs } from '@huanwei/contract/time'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'

/** Something in a list that work is dispatched from. */
export type DemoCause = {
  kind: CauseKind
  id: number
  deptId: number
  facilityId: number | null
  name: string
  position: string
  lng: number
  lat: number
  content: string
  isOpen: boolean
  /** Begin, and the end or else the present, epoch ms. */
  at: number
  until: number
}

/** Older ones have been dealt with long ago. */
const longestMs = 6 * dayMs

/** Number of each kind: those that still wait, and those that are dealt with. */
const counts = { open: 8, over: 4 }

/** The newest causes of each kind, so that each list shows some on its first pages: of the alarms those that somebody has to clean up after. */
export async function demoCauses(tx: Tx, tenantId: number, now: number): Promise<DemoCause[]> {
  const found: DemoCause[] = []
  for (const { kind, rows } of sources(tenantId, now))
    for (const isOpen of [true, false]) {
      const newest = sql`select * from (${rows}) found where "isOpen" = ${isOpen} and at between ${now - longestMs} and ${now} order by at desc, id desc limit ${isOpen ? counts.open : counts.over}`
      const { rows: some } = await tx.execute<Omit<DemoCause, 'kind'>>(newest)
      found.push(...some.map((one) => ({ ...one, kind, id: Number(one.id) })))
    }
  return found
}

const epochMs = (column: SQL) => sql`floor(extract(epoch from ${column}) * 1000)::float`

const sources = (tenantId: number, now: number): { kind: CauseKind; rows: SQL }[] => [
  {
    kind: CauseKind.publicEvent,
    rows: sql`select id, dept_id as "deptId", facility_id as "facilityId", facility_name as name, position, lng, lat, content,
        status <> ${ComplaintStatus.handled} as "isOpen", ${epochMs(sql`event_time`)} as at,
        coalesce(${epochMs(sql`result_time`)}, ${now}) as until
      from wc_complaint where tenant_id = ${tenantId}`,
  },
  {
    kind: CauseKind.inspection,
    rows: sql`select id, dept_id as "deptId", null::int as "facilityId", '' as name, position, lng, lat, event_content as content,
        status = ${InspectionStatus.waiting} as "isOpen", ${epochMs(sql`create_time`)} as at,
        coalesce(${epochMs(sql`create_time + make_interval(mins => dispose_time)`)}, ${now}) as until
      from inspect_event where tenant_id = ${tenantId} and status <> ${InspectionStatus.fedBack} and lng is not null`,
  },
  {
    kind: CauseKind.facilityAlarm,
    rows: sql`select id, dept_id as "deptId", object_id as "facilityId", object_name as name, position, lng, lat,
        object_name || ' ' || violation_event as content, alarm_type = ${AlarmType.pending} as "isOpen", ${epochMs(sql`create_time`)} as at,
        ${now}::float as until
      from violation_event where tenant_id = ${tenantId} and object_type = ${ObjectType.facility} and violation_event <> '设备离线'
        and alarm_type in (${AlarmType.pending}, ${AlarmType.real})`,
  },
  {
    kind: CauseKind.can,
    // Every third of the newest: others are left to be dispatched.
    rows: sql`select id, dept_id as "deptId", id as "facilityId", name, address as position, lng, lat, name || ' 满溢' as content,
        id % 2 = 0 as "isOpen", ${now}::float - 2700000 * (1 + id % 9) as at, ${now}::float as until
      from facility where tenant_id = ${tenantId} and facility_type = ${canType} and id % 3 = 0
      order by id desc limit 6`,
  },
]
