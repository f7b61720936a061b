import { BoxStatus } from '@huanwei/contract/boxes/codes'
import {
  addBox,
  addCalibration,
  type Box,
  changeBox,
  getBox,
  getCalibrations,
  listBoxes,
  removeBox,
  revokeCalibration,
} from '@huanwei/contract/boxes/endpoints'
import { isOnline } from '@huanwei/contract/live/rules'
import { pageOf } from '@huanwei/contract/page'
import { isNearDay } from '@huanwei/contract/time'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { departmentsFor } from '../../db/scope.ts'
import { conflict, isUniqueViolation, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Latest } from '../../position/latest/latest.ts'
import { findFacilityIds } from '../facilities/queries.ts'
import {
  type BoxRow,
  countInForce,
  findBox,
  findBoxes,
  findCalibration,
  findCalibrations,
  holdBox,
  insertBox,
  insertCalibration,
  markBoxRemoved,
  markRevoked,
  updateBox,
} from './queries.ts'

type Parts = { db: Database; latest: Pick<Latest, 'facilities'> }

export function boxRoutes(app: FastifyInstance, { db, latest }: Parts) {
  const boxOf = ({ removedTime: _, ...row }: BoxRow): Box => {
    const entry = latest.facilities.of(row.tenantId).get(row.facilityId)
    const isHeard = isOnline(entry?.live.status)
    return {
      ...row,
      status: (entry?.deviceId ?? null) === null ? BoxStatus.unconnected : BoxStatus[isHeard ? 'online' : 'offline'],
    }
  }

  serve(app, listBoxes, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findBoxes(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId))
      return pageOf(records.map(boxOf), total, filter)
    }),
  )

  serve(app, getBox, ({ id }, viewer) => db.within(viewer, async (tx) => boxOf(await mustFind(tx, viewer, id))))

  serve(app, addBox, (fields, viewer) =>
    db
      .within(viewer, async (tx) => {
        await mustBeFacility(tx, viewer, fields.facilityId)
        return boxOf(await mustFind(tx, viewer, await insertBox(tx, viewer, fields)))
      })
      .catch(taken),
  )

  serve(app, changeBox, ({ id, updateTime, ...fields }, viewer) =>
    db
      .within(viewer, async (tx) => {
        const { facilityId } = await take(tx, viewer, id, updateTime)
        if (fields.facilityId !== facilityId) {
          await mustBeFacility(tx, viewer, fields.facilityId)
          await mustMeanTheSame(tx, viewer, id, 'facilityId')
        }
        await updateBox(tx, viewer, id, fields)
        return boxOf(await mustFind(tx, viewer, id))
      })
      .catch(taken),
  )

  serve(app, removeBox, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await mustMeanTheSame(tx, viewer, id)
      await markBoxRemoved(tx, viewer, id)
      return true
    }),
  )
  calibrationRoutes(app, db)
}

function calibrationRoutes(app: FastifyInstance, db: Database) {
  serve(app, getCalibrations, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      await mustFind(tx, viewer, id)
      return findCalibrations(tx, viewer, id)
    }),
  )

  serve(app, addCalibration, ({ updateTime, ...fields }, viewer) =>
    db.within(viewer, async (tx) => {
      if (fields.startTime && !isNearDay(fields.startTime.slice(0, 10), Date.now()))
        throw new Refused(400, 'checks:dayTooFar', {}, { field: 'startTime' })
      const { facilityId } = await take(tx, viewer, fields.boxId, updateTime)
      await updateBox(tx, viewer, fields.boxId)
      return insertCalibration(tx, viewer, { ...fields, facilityId })
    }),
  )

  serve(app, revokeCalibration, ({ id, reason }, viewer) =>
    db.within(viewer, async (tx) => {
      const boxId = (await findCalibration(tx, viewer, id))?.boxId
      if (boxId === undefined) throw notFound()
      await take(tx, viewer, boxId, undefined)
      // Read again: until the box was held somebody else may have been first.
      const known = await findCalibration(tx, viewer, id)
      if (known?.revokeTime) throw conflict('boxes:refusal.revoked', { who: known.revokeName, when: known.revokeTime })
      await markRevoked(tx, viewer, id, reason)
      return true
    }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const found = await findBox(tx, viewer, id)
  if (!found) throw notFound()
  return found
}

/** The box as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await holdBox(tx, viewer.tenantId, id)
  const found = await mustFind(tx, viewer, id)
  await mustBeCurrent(tx, viewer, found, updateTime)
  return found
}

async function mustBeFacility(tx: Tx, viewer: Viewer, facilityId: number) {
  if (!(await findFacilityIds(tx, viewer, [facilityId])).length) throw notFound()
}

/** Without the box its calibrations would be nobody's. */
async function mustMeanTheSame(tx: Tx, viewer: Viewer, id: number, field?: string) {
  if (await countInForce(tx, viewer, id)) throw new Refused(409, 'boxes:refusal.calibrated', {}, field ? { field } : null)
}

function taken(error: unknown): never {
  if (isUniqueViolation(error, 'iot_box_code')) throw new Refused(409, 'boxes:refusal.codeTaken', {}, { field: 'code' })
  if (isUniqueViolation(error, 'iot_box_facility'))
    throw new Refused(409, 'boxes:refusal.facilityTaken', {}, { field: 'facilityId' })
  throw error
}
