import type { Parsed } from '@huanwei/contract/endpoint'
import {
  addRecordingSchedule,
  changeRecordingSchedule,
  listRecordingSchedules,
  mostRecordingSchedules,
  removeRecordingSchedule,
} from '@huanwei/contract/recordings/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { holdRow, mustBeCurrent } from '../../db/last-change.ts'
import { departmentsBelow, mayUse, mustSeeDepartment } from '../../db/scope.ts'
import { conflict, denied, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import {
  countRecordingSchedules,
  deleteRecordingSchedule,
  findRecordingSchedules,
  insertRecordingSchedule,
  isVehicleInSight,
  updateRecordingSchedule,
} from './queries.ts'
import { recordingSchedules } from './table.ts'

/** `changed` is called after a schedule was added, changed or removed. */
type Parts = { db: Database; changed(): void }

/** Schedules by which the server records. */
export function recordingScheduleRoutes(app: FastifyInstance, { db, changed }: Parts) {
  serve(app, listRecordingSchedules, (_, viewer) => db.within(viewer, (tx) => findRecordingSchedules(tx, viewer)))

  serve(app, addRecordingSchedule, async (fields, viewer) => {
    const added = await db.within(viewer, async (tx) => {
      await check(tx, viewer, fields)
      if ((await countRecordingSchedules(tx, viewer)) >= mostRecordingSchedules)
        throw conflict('recordings:refusal.tooMany', { most: mostRecordingSchedules })
      return mustFind(tx, viewer, await insertRecordingSchedule(tx, viewer, storedOf(fields)))
    })
    changed()
    return added
  })

  serve(app, changeRecordingSchedule, async ({ id, updateTime, ...fields }, viewer) => {
    const after = await db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await check(tx, viewer, fields)
      await updateRecordingSchedule(tx, viewer, id, storedOf(fields))
      return mustFind(tx, viewer, id)
    })
    changed()
    return after
  })

  serve(app, removeRecordingSchedule, async ({ id, updateTime }, viewer) => {
    await db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await deleteRecordingSchedule(tx, viewer, id)
    })
    changed()
    return true
  })
}

type Fields = Parsed<typeof addRecordingSchedule>

const storedOf = ({ deptId, vehicleId, channels, ...rest }: Fields) => ({
  ...rest,
  deptId: deptId ?? null,
  vehicleId: vehicleId ?? null,
  channels: [...new Set(channels)].sort((a, b) => a - b),
})

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const [found] = await findRecordingSchedules(tx, viewer, id)
  if (!found) throw notFound()
  return found
}

/** The schedule as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await holdRow(tx, recordingSchedules, viewer.tenantId, id)
  const found = await mustFind(tx, viewer, id)
  await mustBeCurrent(tx, viewer, found, updateTime)
  return found
}

/** Refuses what is about both or neither, what the viewer does not see, and a department of which the viewer sees a part: all below it are recorded. */
async function check(tx: Tx, viewer: Viewer, { deptId, vehicleId }: Fields) {
  if ((deptId === undefined) === (vehicleId === undefined)) throw new Refused(400, 'recordings:refusal.oneTarget')
  if (vehicleId !== undefined && !(await isVehicleInSight(tx, viewer, vehicleId))) throw notFound()
  if (deptId === undefined) return
  await mustSeeDepartment(tx, viewer, deptId)
  if (!(await departmentsBelow(tx, viewer.tenantId, [deptId])).every((id) => mayUse(viewer, id))) throw denied()
}
