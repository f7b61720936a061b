import {
  addFacility,
  changeFacility,
  getFacility,
  listFacilities,
  pageFacilities,
  removeFacility,
} from '@huanwei/contract/facilities/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { pageOf } from '@huanwei/contract/page'
import type { Language } from '@huanwei/contract/words'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { newCode } from '../../lib/code.ts'
import { initialsOf } from '../../lib/initials.ts'
import { notFound } from '../../lib/refuse.ts'
import { departmentsFor } from '../../lib/scope.ts'
import { serve, type Viewer } from '../../lib/serve.ts'
import { languageOf } from '../../lib/words.ts'
import { findDepartment } from '../departments/queries.ts'
import { unbindObject } from '../terminals/queries.ts'
import {
  findFacilities,
  findFacility,
  findFacilityPage,
  insertFacility,
  markFacilityRemoved,
  type NewFacility,
  updateFacility,
} from './queries.ts'

export function facilityRoutes(app: FastifyInstance, db: Database) {
  serve(app, listFacilities, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      return findFacilities(tx, viewer, filter, departments, languageOf(headers))
    }),
  )

  serve(app, pageFacilities, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await findFacilityPage(tx, viewer, filter, departments, languageOf(headers))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getFacility, ({ id }, viewer, { headers }) =>
    db.within(viewer, (tx) => mustFind(tx, viewer, id, languageOf(headers))),
  )

  serve(app, addFacility, (fields, viewer, { headers }) =>
    db.within(viewer, (tx) => enterPlace(tx, viewer, fields, languageOf(headers))),
  )

  serve(app, changeFacility, ({ id, ...fields }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      await mustFind(tx, viewer, id, languageOf(headers))
      return changePlace(tx, viewer, id, fields, languageOf(headers))
    }),
  )

  serve(app, removeFacility, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      await mustFind(tx, viewer, id, languageOf(headers))
      return removePlace(tx, viewer, id)
    }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const found = await findFacility(tx, viewer, id, language)
  if (!found) throw notFound()
  return found
}

type Fields = Omit<NewFacility, 'code' | 'initials'>

/** Enters a facility with a sticker of its own; refuses a department out of scope. Returns it. */
export async function enterPlace(tx: Tx, viewer: Viewer, fields: Fields, language: Language) {
  if (!(await findDepartment(tx, viewer, fields.deptId))) throw notFound()
  const id = await insertFacility(tx, viewer.tenantId, { ...fields, code: newCode(), initials: initialsOf(fields.name) })
  return mustFind(tx, viewer, id, language)
}

/** Changes a facility of the scope; refuses a department out of it. Returns it. */
export async function changePlace(tx: Tx, viewer: Viewer, id: number, fields: Fields, language: Language) {
  if (!(await findDepartment(tx, viewer, fields.deptId))) throw notFound()
  await updateFacility(tx, viewer.tenantId, id, { ...fields, initials: initialsOf(fields.name) })
  return mustFind(tx, viewer, id, language)
}

/** Removes a facility of the scope, and unbinds its sensor. */
export async function removePlace(tx: Tx, viewer: Viewer, id: number) {
  await unbindObject(tx, viewer.tenantId, ObjectType.facility, id)
  await markFacilityRemoved(tx, viewer.tenantId, id)
  return true
}
