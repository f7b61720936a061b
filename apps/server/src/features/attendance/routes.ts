import {
  clock,
  getAttendanceDay,
  getAttendanceSheet,
  getOwnAttendance,
  listAttendanceDays,
  listRoster,
} from '@huanwei/contract/attendance/endpoints'
import { pageOf } from '@huanwei/contract/page'
import { dayMs } from '@huanwei/contract/time'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { inside } from '../../lib/geometry.ts'
import { createRateLimiter } from '../../lib/rate-limiter.ts'
import { dayText, timeText } from '../../lib/time.ts'
import type { Latest } from '../../position/latest/latest.ts'
import { findApprovedOn } from '../approvals/queries.ts'
import { dutiesOf } from './duties.ts'
import {
  findAttendanceDay,
  findAttendanceDays,
  findClockingsOn,
  findDutyRecords,
  findOwnDepartment,
  findSheet,
  insertClocking,
  type SheetRecord,
  touchDay,
} from './queries.ts'
import { findOnShift } from './roster.ts'

export function attendanceRoutes(app: FastifyInstance, db: Database, { people }: Pick<Latest, 'people'>) {
  serve(app, listAttendanceDays, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findAttendanceDays(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getAttendanceSheet, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findSheet(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId))
      return pageOf(
        records.map((one) => rowOf(one, filter.month)),
        total,
        filter,
      )
    }),
  )

  serve(app, listRoster, ({ deptId }, viewer) =>
    db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, deptId)
      return findOnShift(tx, { tenantId: viewer.tenantId, departments, people, now: Date.now() })
    }),
  )

  serve(app, getAttendanceDay, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const found = await findAttendanceDay(tx, viewer, id)
      if (!found) throw notFound()
      const { inLng, inLat, outLng, outLat, ...day } = found
      return {
        ...day,
        inPlace: placeOf(inLng, inLat),
        outPlace: placeOf(outLng, outLat),
        clockings: await findClockingsOn(tx, viewer, day.objectId, day.day),
        leave: await findApprovedOn(tx, viewer, day.objectId, day.day, languageOf(headers)),
      }
    }),
  )

  serve(app, getOwnAttendance, (_, viewer) =>
    db.within(viewer, async (tx) => {
      const duty = await ownDuty(tx, viewer)
      const today = dayText(Date.now())
      return {
        areas: duty?.areas.map(({ name }) => name) ?? [],
        shifts: (duty?.spansOn(today) ?? []).map(({ name, start, end }) => ({
          name,
          start: timeText(start),
          end: timeText(end),
        })),
        clockings: await findClockingsOn(tx, viewer, viewer.userId, today),
      }
    }),
  )

  /** Ten at once, then one each ten seconds, for each account. */
  const mayClock = createRateLimiter({ burst: 10, perSecond: 0.1 })
  serve(app, clock, async ({ lng, lat, ...fields }, viewer, { headers }) => {
    if (!mayClock(`${viewer.tenantId} ${viewer.userId}`, Date.now())) throw new Refused(429, 'attendance:refusal.tooMany')
    return db.within(viewer, async (tx) => {
      const duty = await ownDuty(tx, viewer)
      if (!duty) throw conflict('attendance:refusal.noPost')
      const area = duty.areas.find(({ region }) => inside(region, lng, lat))
      if (!area)
        throw conflict('attendance:refusal.outside', {
          where: duty.areas.map(({ name }) => name).join(say(languageOf(headers), 'common:and')),
        })
      const added = await insertClocking(tx, viewer, { ...fields, lng, lat, areaName: area.name })
      await touchDay(tx, viewer, Date.now())
      return added
    })
  })
}

/** The duty of the viewer, who may have none. */
async function ownDuty(tx: Tx, viewer: Viewer) {
  const { dutyOf } = dutiesOf(await findDutyRecords(tx, viewer.tenantId))
  return dutyOf({ userId: viewer.userId, deptId: await findOwnDepartment(tx, viewer) })
}

const placeOf = (lng: number | null, lat: number | null) => (lng === null || lat === null ? null : { lng, lat })

/** A row of the sheet with a place for each day of the month. */
function rowOf({ days, deptId: _, ...row }: SheetRecord, month: string) {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const next = new Date(first).setUTCMonth(new Date(first).getUTCMonth() + 1)
  const byDay = new Map(days.map(({ day, id, state }) => [Number(day.slice(8)), { id, state }]))
  return { ...row, days: Array.from({ length: (next - first) / dayMs }, (_, i) => byDay.get(i + 1) ?? null) }
}
