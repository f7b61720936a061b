import type { addBox, addCalibration, listBoxes } from '@huanwei/contract/boxes/endpoints'
import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import { and, desc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import type { Cursor } from '../../db/keyset.ts'
import { holdRow } from '../../db/last-change.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'
import { latestReadings } from '../readings/table.ts'
import { terminalBindings } from '../terminals/table.ts'
import type { Which } from '../trees/queries.ts'
import { displayNameOf } from '../users/queries.ts'
import { boxes, calibrations } from './table.ts'

const isAtFacility = and(eq(facilities.tenantId, boxes.tenantId), eq(facilities.id, boxes.facilityId))

/** Device time of the last reading of the sensor that is on the facility now. */
const lastReading = sql`select to_char(max(l.time), 'YYYY-MM-DD HH24:MI:SS')
  from ${terminalBindings} b
  join ${latestReadings} l on l.tenant_id = b.tenant_id and l.device_id = b.device_id and l.time >= b.started
  where b.tenant_id = ${boxes.tenantId} and b.object_type = ${ObjectType.facility} and b.object_id = ${boxes.facilityId} and b.ended is null`

const select = (tx: Tx) =>
  tx
    .select({
      ...getTableColumns(boxes),
      facilityName: facilities.name,
      deptName: departments.name,
      readingTime: sql<string | null>`(${lastReading})`,
    })
    .from(boxes)
    .innerJoin(facilities, isAtFacility)
    .innerJoin(departments, and(eq(departments.tenantId, facilities.tenantId), eq(departments.id, facilities.deptId)))

const list = { table: boxes, id: boxes.id }

type Filter = Parsed<typeof listBoxes> & { after?: Cursor | undefined }
export type BoxRow = Awaited<ReturnType<typeof findBoxes>>['records'][number]

/** One page of the boxes of the facilities in scope, newest first, with the total. */
export async function findBoxes(tx: Tx, viewer: Viewer, filter: Filter, among: number[] | null) {
  const where = and(
    eq(boxes.tenantId, viewer.tenantId),
    isNull(boxes.removedTime),
    amongDepartments(among, facilities.deptId),
    filter.text ? or(...[boxes.code, boxes.name, facilities.name].map((column) => contains(column, filter.text))) : undefined,
  )
  const join = sql`join ${facilities} on ${isAtFacility}`
  const { total, only } = await findPage(tx, list, filter, { tenantId: viewer.tenantId, join, where })
  const records = await select(tx)
    .where(and(eq(boxes.tenantId, viewer.tenantId), only))
    .orderBy(desc(boxes.id))
  return { records, total }
}

/** A box of the scope; undefined when there is none. */
export async function findBox(tx: Tx, viewer: Viewer, id: number) {
  const [one] = await select(tx).where(
    and(eq(boxes.tenantId, viewer.tenantId), eq(boxes.id, id), isNull(boxes.removedTime), inScope(viewer, facilities.deptId)),
  )
  return one
}

/** Holds the box as it stands until the transaction ends. */
export const holdBox = (tx: Tx, tenantId: number, id: number) => holdRow(tx, boxes, tenantId, id)

type Fields = Parsed<typeof addBox>

/** Returns the new id. */
export async function insertBox(tx: Tx, { tenantId, username }: Viewer, fields: Fields) {
  const [added] = await tx
    .insert(boxes)
    .values({ tenantId, ...fields, updateBy: username })
    .returning({ id: boxes.id })
  return added!.id
}

/** Changes these fields; without any it says who had to do with the box last. */
export const updateBox = (tx: Tx, viewer: Viewer, id: number, fields: Partial<Fields> = {}) =>
  tx
    .update(boxes)
    .set({ ...fields, ...updatedBy(boxes, viewer) })
    .where(and(eq(boxes.tenantId, viewer.tenantId), eq(boxes.id, id)))

export const markBoxRemoved = (tx: Tx, viewer: Viewer, id: number) =>
  tx
    .update(boxes)
    .set({ removedTime: sql`now()` })
    .where(and(eq(boxes.tenantId, viewer.tenantId), eq(boxes.id, id)))

const ofBox = (tenantId: number, boxId: number) => and(eq(calibrations.tenantId, tenantId), eq(calibrations.boxId, boxId))

export const countInForce = (tx: Tx, { tenantId }: Viewer, boxId: number) =>
  tx.$count(calibrations, and(ofBox(tenantId, boxId), isNull(calibrations.revokeTime)))

/** All calibrations of a box, the latest first. */
export const findCalibrations = (tx: Tx, { tenantId }: Viewer, boxId: number) =>
  tx.select().from(calibrations).where(ofBox(tenantId, boxId)).orderBy(desc(calibrations.startTime), desc(calibrations.id))

/** Calibrations in force of these facilities, or of all, each before those that had begun earlier. `start`: epoch ms. */
export const findCalibrationsInForce = (tx: Tx, { objects, tenantIds }: Which) =>
  tx
    .select({
      tenantId: calibrations.tenantId,
      facilityId: calibrations.facilityId,
      metric: calibrations.metric,
      channel: calibrations.channel,
      factor: calibrations.factor,
      offset: calibrations.offset,
      start: sql`extract(epoch from ${calibrations.startTime}) * 1000`.mapWith(Number),
    })
    .from(calibrations)
    .where(
      and(
        isNull(calibrations.revokeTime),
        objects || tenantIds ? inArray(calibrations.tenantId, [...(objects?.keys() ?? tenantIds ?? [])]) : undefined,
        objects &&
          inArray(
            calibrations.facilityId,
            [...objects.values()].flatMap((ids) => [...ids]),
          ),
      ),
    )
    .orderBy(desc(calibrations.startTime), desc(calibrations.id))

/** A calibration with its box, which may be out of scope; undefined when there is none. */
export async function findCalibration(tx: Tx, { tenantId }: Viewer, id: number) {
  const [one] = await tx
    .select()
    .from(calibrations)
    .where(and(eq(calibrations.tenantId, tenantId), eq(calibrations.id, id)))
  return one
}

type NewCalibration = Omit<Parsed<typeof addCalibration>, 'updateTime'> & { facilityId: number }

export async function insertCalibration(tx: Tx, viewer: Viewer, { startTime, ...fields }: NewCalibration) {
  const { tenantId, userId } = viewer
  const [added] = await tx
    .insert(calibrations)
    .values({
      tenantId,
      ...fields,
      startTime: startTime ?? sql`date_trunc('second', now())`,
      createName: displayNameOf(tenantId, userId),
    })
    .returning()
  return added!
}

export const markRevoked = (tx: Tx, { tenantId, userId }: Viewer, id: number, revokeReason: string) =>
  tx
    .update(calibrations)
    .set({ revokeTime: sql`now()`, revokeName: displayNameOf(tenantId, userId), revokeReason, judged: false })
    .where(and(eq(calibrations.tenantId, tenantId), eq(calibrations.id, id)))
