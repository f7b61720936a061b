import type { Parsed } from '@huanwei/contract/endpoint'
import { pageOf } from '@huanwei/contract/page'
import {
  addWorkPlan,
  changeWorkPlan,
  getWorkFigures,
  getWorkMap,
  getWorkPlan,
  getWorkTask,
  listWorkPlans,
  listWorkTasks,
  removeWorkPlan,
} from '@huanwei/contract/work/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { departmentsFor } from '../../db/scope.ts'
import { notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { findDepartment } from '../departments/queries.ts'
import { emptiedFigures, findEmptyTimes } from './emptied/queries.ts'
import { placesOf } from './places.ts'
import {
  countParts,
  findPlacesOfDay,
  findWorkFigures,
  findWorkPlan,
  findWorkPlans,
  findWorkTask,
  findWorkTasks,
  holdWorkPlan,
  insertWorkPlan,
  markWorkPlanRemoved,
  updateWorkPlan,
} from './queries.ts'
import { makeWorkTasks } from './tasks/make-tasks.ts'

export function workPlanRoutes(app: FastifyInstance, db: Database) {
  serve(app, listWorkPlans, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findWorkPlans(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getWorkPlan, ({ id }, viewer) => db.within(viewer, (tx) => mustFind(tx, viewer, id)))

  serve(app, addWorkPlan, (fields, viewer) =>
    db.within(viewer, async (tx) => {
      await check(tx, viewer, fields)
      const id = await insertWorkPlan(tx, viewer, fields)
      await makeWorkTasks(tx, viewer.tenantId, Date.now(), id)
      return mustFind(tx, viewer, id)
    }),
  )

  serve(app, changeWorkPlan, ({ id, updateTime, ...fields }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await check(tx, viewer, fields)
      await updateWorkPlan(tx, viewer, id, fields)
      await makeWorkTasks(tx, viewer.tenantId, Date.now(), id)
      return mustFind(tx, viewer, id)
    }),
  )

  serve(app, removeWorkPlan, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await markWorkPlanRemoved(tx, viewer.tenantId, id)
      return true
    }),
  )
}

export function workTaskRoutes(app: FastifyInstance, db: Database) {
  serve(app, listWorkTasks, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findWorkTasks(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getWorkFigures, ({ day, deptId }, viewer) =>
    db.within(viewer, async (tx) => findWorkFigures(tx, viewer, day, await departmentsFor(tx, viewer, deptId))),
  )

  serve(app, getWorkMap, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const found = await findPlacesOfDay(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId))
      const emptied = await findEmptyTimes(tx, viewer, found)
      return found.map((task) => ({ id: task.id, name: task.name, state: task.state, ...placesOf(task, emptied(task.id)) }))
    }),
  )

  serve(app, getWorkTask, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      const found = await findWorkTask(tx, viewer, id)
      if (!found) throw notFound()
      const { basis: _, stopIds: __, pieceMarks: ___, stopMarks: ____, leaveMarks: _____, ...task } = found
      const emptied = (await findEmptyTimes(tx, viewer, [found]))(id)
      return { ...task, ...emptiedFigures(emptied), ...placesOf(found, emptied) }
    }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const found = await findWorkPlan(tx, viewer, id)
  if (!found) throw notFound()
  return found
}

/** The plan as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await holdWorkPlan(tx, viewer.tenantId, id)
  await mustBeCurrent(tx, viewer, await mustFind(tx, viewer, id), updateTime)
}

const refusalOf = {
  areaIds: 'work:refusal.roadGone',
  facilityIds: 'work:refusal.stopGone',
  vehicleIds: 'work:refusal.vehicleGone',
  userIds: 'work:refusal.personGone',
  shiftIds: 'work:refusal.shiftGone',
} as const

/** Everything that a plan names must be there and in the viewer's scope, and there must be something to work and somebody for it. */
async function check(tx: Tx, viewer: Viewer, fields: Parsed<typeof addWorkPlan>) {
  const { deptId, areaIds, facilityIds, vehicleIds, userIds, firstDay, lastDay } = fields
  if (firstDay && lastDay && lastDay < firstDay) throw new Refused(400, 'checks:spanReversed', {}, { field: 'lastDay' })
  if (!areaIds.length && !facilityIds.length) throw new Refused(400, 'work:refusal.nothing', {}, { field: 'areaIds' })
  if (!vehicleIds.length && !userIds.length) throw new Refused(400, 'work:refusal.nobody', {}, { field: 'vehicleIds' })
  if (!(await findDepartment(tx, viewer, deptId))) throw new Refused(409, 'departments:refusal.gone', {}, { field: 'deptId' })
  const found = await countParts(tx, viewer, fields)
  for (const field of ['areaIds', 'facilityIds', 'vehicleIds', 'userIds', 'shiftIds'] as const)
    if (found[field] !== fields[field].length) throw new Refused(409, refusalOf[field], {}, { field })
}
