import { ObjectType } from '@huanwei/contract/objects'
import type { Language } from '@huanwei/words/languages'
import type { Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { notFound } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { newCode } from '../../lib/code.ts'
import { initialsOf } from '../../lib/initials.ts'
import { findDepartment } from '../departments/queries.ts'
import { unbindObject } from '../terminals/queries.ts'
import { findFacility, holdFacility, insertFacility, markFacilityRemoved, type NewFacility, updateFacility } from './queries.ts'

/** A facility of the scope, a garbage can too; throws 404 when there is none. */
export async function mustFindPlace(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const found = await findFacility(tx, viewer, id, language)
  if (!found) throw notFound()
  return found
}

/** A facility of the scope as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function takePlace(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined, language: Language) {
  await holdFacility(tx, viewer.tenantId, id)
  await mustBeCurrent(tx, viewer, await mustFindPlace(tx, viewer, id, language), updateTime)
}

type Fields = Omit<NewFacility, 'code' | 'initials'>

/** Adds a facility with a new sticker code; refuses a department out of scope. Returns it. */
export async function enterPlace(tx: Tx, viewer: Viewer, fields: Fields, language: Language) {
  if (!(await findDepartment(tx, viewer, fields.deptId))) throw notFound()
  const id = await insertFacility(tx, viewer, { ...fields, code: newCode(), initials: initialsOf(fields.name) })
  return mustFindPlace(tx, viewer, id, language)
}

type Changed = { id: number; updateTime?: string | undefined }

/** Changes a facility of the scope; refuses a department out of it, and one that was changed after `updateTime`. Returns it. */
export async function changePlace(tx: Tx, viewer: Viewer, { id, updateTime, ...fields }: Changed & Fields, language: Language) {
  await takePlace(tx, viewer, id, updateTime, language)
  if (!(await findDepartment(tx, viewer, fields.deptId))) throw notFound()
  await updateFacility(tx, viewer, id, { ...fields, initials: initialsOf(fields.name) })
  return mustFindPlace(tx, viewer, id, language)
}

/** Removes a facility of the scope, and unbinds its sensor; refuses one that was changed after `updateTime`. */
export async function removePlace(tx: Tx, viewer: Viewer, { id, updateTime }: Changed, language: Language) {
  await takePlace(tx, viewer, id, updateTime, language)
  await unbindObject(tx, viewer.tenantId, ObjectType.facility, id)
  await markFacilityRemoved(tx, viewer.tenantId, id)
  return true
}
