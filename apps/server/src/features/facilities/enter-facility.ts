import { canType } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { Language } from '@huanwei/words/languages'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { oneByOne } from '../../http/one-by-one.ts'
import { notFound } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { newCode } from '../../lib/code.ts'
import { initialsOf } from '../../lib/initials.ts'
import { findDepartment } from '../departments/queries.ts'
import { mustBeOffered } from '../dictionaries/offered.ts'
import { holdPhotos } from '../files/photos.ts'
import { releaseFiles } from '../files/queries.ts'
import { unbindObject } from '../terminals/queries.ts'
import {
  type FacilityRow,
  findFacility,
  holdFacility,
  insertFacility,
  markFacilityRemoved,
  type NewFacility,
  updateFacility,
} from './queries.ts'

/** A facility of the scope, a garbage can too; throws 404 when there is none. */
export async function mustFindPlace(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const found = await findFacility(tx, viewer, id, language)
  if (!found) throw notFound()
  return found
}

/** A facility of the scope as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function takePlace(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined, language: Language) {
  await holdFacility(tx, viewer.tenantId, id)
  const place = await mustFindPlace(tx, viewer, id, language)
  await mustBeCurrent(tx, viewer, place, updateTime)
  return place
}

type Fields = Omit<NewFacility, 'code' | 'initials'>

/** Refuses a type that the dictionary does not offer. A can is one whatever is offered. */
async function mustBeKnown(tx: Tx, viewer: Viewer, { facilityType: value }: Fields, before?: string) {
  if (value !== canType) await mustBeOffered(tx, viewer, 'facility_type', { field: 'facilityType', value, before })
}

/** Adds a facility with a new sticker code; refuses a department out of scope. Returns it. */
export async function enterPlace(tx: Tx, viewer: Viewer, fields: Fields, language: Language) {
  if (!(await findDepartment(tx, viewer, fields.deptId))) throw notFound()
  await mustBeKnown(tx, viewer, fields)
  await holdPhotos(tx, viewer, fields.photos ?? [], 'photos')
  const id = await insertFacility(tx, viewer, { ...fields, code: newCode(), initials: initialsOf(fields.name) })
  return mustFindPlace(tx, viewer, id, language)
}

type Changed = { id: number; updateTime?: string | undefined }

/** Changes a facility of the scope; refuses a department out of it, and one that was changed after `updateTime`. Returns it. */
export async function changePlace(tx: Tx, viewer: Viewer, { id, updateTime, ...fields }: Changed & Fields, language: Language) {
  const before = await takePlace(tx, viewer, id, updateTime, language)
  if (!(await findDepartment(tx, viewer, fields.deptId))) throw notFound()
  await mustBeKnown(tx, viewer, fields, before.facilityType)
  if (fields.photos) await changePhotos(tx, viewer, photosOf(before), fields.photos)
  await updateFacility(tx, viewer, id, { ...fields, initials: initialsOf(fields.name) })
  return mustFindPlace(tx, viewer, id, language)
}

const photosOf = ({ photos }: Pick<FacilityRow, 'photos'>) => photos.split(',').filter(Boolean)

/** Keeps the new ones of the photos, and gives up those that there are no more. */
async function changePhotos(tx: Tx, viewer: Viewer, before: readonly string[], after: readonly string[]) {
  await holdPhotos(
    tx,
    viewer,
    after.filter((name) => !before.includes(name)),
    'photos',
  )
  await releaseFiles(
    tx,
    viewer.tenantId,
    before.filter((name) => !after.includes(name)),
  )
}

/** Removes a facility of the scope with its photos, and unbinds its sensor; refuses one that was changed after `updateTime`. */
export async function removePlace(tx: Tx, viewer: Viewer, { id, updateTime }: Changed, language: Language) {
  await removeTaken(tx, viewer.tenantId, await takePlace(tx, viewer, id, updateTime, language))
  return true
}

async function removeTaken(tx: Tx, tenantId: number, place: Pick<FacilityRow, 'id' | 'photos'>) {
  const { id } = place
  await releaseFiles(tx, tenantId, photosOf(place))
  await unbindObject(tx, tenantId, ObjectType.facility, id)
  await markFacilityRemoved(tx, tenantId, id)
}

/** `isIt`: true for the facilities that the call is about. */
type Many = { ids: readonly number[]; isIt: (place: FacilityRow) => boolean }

/** Does `act` to facilities of the scope, each in a transaction of its own. */
const toMany = (
  db: Database,
  viewer: Viewer,
  { ids, isIt }: Many,
  language: Language,
  act: (tx: Tx, place: FacilityRow) => PromiseLike<unknown>,
) =>
  oneByOne(ids, language, (id, called) =>
    db.within(viewer, async (tx) => {
      const place = await takePlace(tx, viewer, id, undefined, language)
      if (!isIt(place)) throw notFound()
      called(place.name)
      await act(tx, place)
    }),
  )

/** Moves facilities of the scope to a department of it. */
export async function movePlaces(db: Database, viewer: Viewer, many: Many & { deptId: number }, language: Language) {
  const { deptId } = many
  const department = await db.within(viewer, (tx) => findDepartment(tx, viewer, deptId))
  if (!department) throw notFound()
  return toMany(db, viewer, many, language, (tx, { id }) => updateFacility(tx, viewer, id, { deptId }))
}

/** Removes facilities of the scope with their photos, and unbinds their sensors. */
export const removePlaces = (db: Database, viewer: Viewer, many: Many, language: Language) =>
  toMany(db, viewer, many, language, (tx, place) => removeTaken(tx, viewer.tenantId, place))
