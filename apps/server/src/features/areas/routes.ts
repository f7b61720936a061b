import {
  addArea,
  changeArea,
  getArea,
  getPersonAreas,
  getVehicleAreas,
  listAreas,
  removeArea,
} from '@huanwei/contract/areas/endpoints'
import { pageOf } from '@huanwei/contract/page'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { departmentsFor } from '../../db/scope.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { findDepartment } from '../departments/queries.ts'
import { ruleUsing } from '../rules/queries.ts'
import { planUsing } from '../work/queries.ts'
import {
  countVehicles,
  deleteArea,
  findArea,
  findAreas,
  findPersonAreas,
  findVehicleAreas,
  holdArea,
  insertArea,
  setVehicles,
  updateArea,
} from './queries.ts'

export function areaRoutes(app: FastifyInstance, db: Database) {
  serve(app, listAreas, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findAreas(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getArea, ({ id }, viewer) => db.within(viewer, (tx) => mustFind(tx, viewer, id)))

  serve(app, getVehicleAreas, ({ id }, viewer) => db.within(viewer, (tx) => findVehicleAreas(tx, viewer, id)))

  serve(app, getPersonAreas, ({ id }, viewer) => db.within(viewer, (tx) => findPersonAreas(tx, viewer, id)))

  serve(app, addArea, ({ vehicleIds, ...fields }, viewer) =>
    db.within(viewer, async (tx) => {
      await mustBeTheirs(tx, viewer, fields.deptId, vehicleIds)
      const id = await insertArea(tx, viewer, fields)
      await setVehicles(tx, viewer.tenantId, id, [...new Set(vehicleIds)])
      return mustFind(tx, viewer, id)
    }),
  )

  serve(app, changeArea, ({ id, vehicleIds, updateTime, ...fields }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await mustBeTheirs(tx, viewer, fields.deptId, vehicleIds)
      await updateArea(tx, viewer, id, fields)
      // Checked after the update: its row lock waits for a transaction that is just adding a rule with this area.
      const rule = fields.shape.kind === 'route' ? undefined : await ruleUsing(tx, viewer.tenantId, { areaId: id }, 'offRoute')
      if (rule) throw new Refused(409, 'areas:refusal.mustBeRoute', { what: rule }, { field: 'shape' })
      const plan = fields.shape.kind === 'route' ? undefined : await planUsing(tx, viewer.tenantId, { areaId: id })
      if (plan) throw new Refused(409, 'work:refusal.areaMustBeRoute', { what: plan }, { field: 'shape' })
      await setVehicles(tx, viewer.tenantId, id, [...new Set(vehicleIds)])
      return mustFind(tx, viewer, id)
    }),
  )

  serve(app, removeArea, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      const rule = await ruleUsing(tx, viewer.tenantId, { areaId: id })
      if (rule) throw conflict('areas:refusal.inUse', { what: rule })
      const plan = await planUsing(tx, viewer.tenantId, { areaId: id })
      if (plan) throw conflict('work:refusal.areaInUse', { what: plan })
      await deleteArea(tx, viewer.tenantId, id)
      return true
    }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const found = await findArea(tx, viewer, id)
  if (!found) throw notFound()
  return found
}

/** The area as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await holdArea(tx, viewer.tenantId, id)
  await mustBeCurrent(tx, viewer, await mustFind(tx, viewer, id), updateTime)
}

async function mustBeTheirs(tx: Tx, viewer: Viewer, deptId: number, vehicleIds: number[]) {
  const wanted = new Set(vehicleIds).size
  if (!(await findDepartment(tx, viewer, deptId)) || (wanted && (await countVehicles(tx, viewer, vehicleIds)) !== wanted))
    throw notFound()
}
