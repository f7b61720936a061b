import { ObjectType } from '@huanwei/contract/objects'
import { pageOf } from '@huanwei/contract/page'
import {
  addVehicle,
  changeVehicle,
  getVehicle,
  listVehicles,
  moveVehicles,
  removeVehicle,
  removeVehicles,
} from '@huanwei/contract/vehicles/endpoints'
import type { Language } from '@huanwei/words/languages'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { departmentsFor } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { oneByOne } from '../../http/one-by-one.ts'
import { conflict, isUniqueViolation, notFound } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { initialsOf } from '../../lib/initials.ts'
import { findDepartment } from '../departments/queries.ts'
import { mustBeOffered } from '../dictionaries/offered.ts'
import { unbindObject } from '../terminals/queries.ts'
import { findVehicle, findVehicles, holdVehicle, insertVehicle, markRemoved, updateVehicle } from './queries.ts'

export function vehicleRoutes(app: FastifyInstance, db: Database) {
  recordRoutes(app, db)
  batchRoutes(app, db)
}

function recordRoutes(app: FastifyInstance, db: Database) {
  serve(app, listVehicles, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await findVehicles(tx, viewer, filter, departments, languageOf(headers))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getVehicle, ({ id }, viewer, { headers }) =>
    db.within(viewer, (tx) => mustFind(tx, viewer, id, languageOf(headers))),
  )

  serve(app, addVehicle, (fields, viewer, { headers }) =>
    db
      .within(viewer, async (tx) => {
        await mustBelong(tx, viewer, fields.deptId)
        await mustBeKnown(tx, viewer, fields)
        const id = await insertVehicle(tx, viewer, {
          ...fields,
          initials: initialsOf(`${fields.plateNumber}${fields.name}`),
        })
        return mustFind(tx, viewer, id, languageOf(headers))
      })
      .catch(plateTaken),
  )

  serve(app, changeVehicle, ({ id, updateTime, ...fields }, viewer, { headers }) =>
    db
      .within(viewer, async (tx) => {
        const before = await take(tx, viewer, id, updateTime, languageOf(headers))
        await mustBelong(tx, viewer, fields.deptId)
        await mustBeKnown(tx, viewer, fields, before)
        await updateVehicle(tx, viewer, id, { ...fields, initials: initialsOf(`${fields.plateNumber}${fields.name}`) })
        return mustFind(tx, viewer, id, languageOf(headers))
      })
      .catch(plateTaken),
  )

  serve(app, removeVehicle, ({ id, updateTime }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime, languageOf(headers))
      await removeTaken(tx, viewer.tenantId, id)
      return true
    }),
  )
}

function batchRoutes(app: FastifyInstance, db: Database) {
  serve(app, moveVehicles, async ({ ids, deptId }, viewer, { headers }) => {
    const language = languageOf(headers)
    await db.within(viewer, (tx) => mustBelong(tx, viewer, deptId))
    return oneByOne(ids, language, (id, called) =>
      db.within(viewer, async (tx) => {
        called((await take(tx, viewer, id, undefined, language)).plateNumber)
        await updateVehicle(tx, viewer, id, { deptId })
      }),
    )
  })

  serve(app, removeVehicles, ({ ids }, viewer, { headers }) => {
    const language = languageOf(headers)
    return oneByOne(ids, language, (id, called) =>
      db.within(viewer, async (tx) => {
        called((await take(tx, viewer, id, undefined, language)).plateNumber)
        await removeTaken(tx, viewer.tenantId, id)
      }),
    )
  })
}

async function removeTaken(tx: Tx, tenantId: number, id: number) {
  await unbindObject(tx, tenantId, ObjectType.vehicle, id)
  await markRemoved(tx, tenantId, id)
}

async function mustFind(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const found = await findVehicle(tx, viewer, id, language)
  if (!found) throw notFound()
  return found
}

/** The vehicle as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined, language: Language) {
  await holdVehicle(tx, viewer.tenantId, id)
  const vehicle = await mustFind(tx, viewer, id, language)
  await mustBeCurrent(tx, viewer, vehicle, updateTime)
  return vehicle
}

async function mustBelong(tx: Tx, viewer: Viewer, deptId: number) {
  if (!(await findDepartment(tx, viewer, deptId))) throw notFound()
}

type Kinds = { vehicleType: string; vehicleFunction: string }

/** Refuses a type or a function that the dictionaries do not offer. */
async function mustBeKnown(tx: Tx, viewer: Viewer, { vehicleType, vehicleFunction }: Kinds, before?: Kinds) {
  await mustBeOffered(tx, viewer, 'vehicle_type', { field: 'vehicleType', value: vehicleType, before: before?.vehicleType })
  const used = { field: 'vehicleFunction', value: vehicleFunction, before: before?.vehicleFunction }
  await mustBeOffered(tx, viewer, 'vehicle_function', used)
}

function plateTaken(error: unknown): never {
  throw isUniqueViolation(error, 'vehicle_') ? conflict('vehicles:refusal.plateTaken') : error
}
