import { ObjectType } from '@huanwei/contract/objects'
import type { Language } from '@huanwei/words/languages'
import type { Tx } from '../../db/connect.ts'
import { notFound } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { newCode } from '../../lib/code.ts'
import { initialsOf } from '../../lib/initials.ts'
import { findDepartment } from '../departments/queries.ts'
import { unbindObject } from '../terminals/queries.ts'
import { findFacility, insertFacility, markFacilityRemoved, type NewFacility, updateFacility } from './queries.ts'

/** A facility of the scope, a garbage can too; throws 404 when there is none. */
export async function mustFindPlace(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const found = await findFacility(tx, viewer, id, language)
  if (!found) throw notFound()
  return found
}

type Fields = Omit<NewFacility, 'code' | 'initials'>

/** Adds a facility with a new sticker code; refuses a department out of scope. Returns it. */
export async function enterPlace(tx: Tx, viewer: Viewer, fields: Fields, language: Language) {
  if (!(await findDepartment(tx, viewer, fields.deptId))) throw notFound()
  const id = await insertFacility(tx, viewer.tenantId, { ...fields, code: newCode(), initials: initialsOf(fields.name) })
  return mustFindPlace(tx, viewer, id, language)
}

/** Changes a facility of the scope; refuses a department out of it. Returns it. */
export async function changePlace(tx: Tx, viewer: Viewer, id: number, fields: Fields, language: Language) {
  if (!(await findDepartment(tx, viewer, fields.deptId))) throw notFound()
  await updateFacility(tx, viewer.tenantId, id, { ...fields, initials: initialsOf(fields.name) })
  return mustFindPlace(tx, viewer, id, language)
}

/** Removes a facility of the scope, and unbinds its sensor. */
export async function removePlace(tx: Tx, viewer: Viewer, id: number) {
  await unbindObject(tx, viewer.tenantId, ObjectType.facility, id)
  await markFacilityRemoved(tx, viewer.tenantId, id)
  return true
}
