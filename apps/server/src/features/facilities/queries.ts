import type { WasteType } from '@huanwei/contract/cans/codes'
import { CauseKind, type DispatchState } from '@huanwei/contract/cleaning/codes'
import { canType } from '@huanwei/contract/dictionaries/codes'
import type { Parsed } from '@huanwei/contract/endpoint'
import { ToiletKindAsked } from '@huanwei/contract/facilities/codes'
import type { getKnownFacilities, pageFacilities } from '@huanwei/contract/facilities/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { mostListed } from '@huanwei/contract/page'
import type { Language } from '@huanwei/words/languages'
import { and, count, desc, eq, getTableColumns, inArray, isNull, max, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { asCommaList, updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import type { PageRequest } from '../../db/keyset.ts'
import { holdRow } from '../../db/last-change.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { piecesOf } from '../../lib/pieces-of.ts'
import { departments } from '../departments/table.ts'
import { labelIn } from '../dictionaries/queries.ts'
import { dictionaryItems } from '../dictionaries/table.ts'
import { isWorkIn } from '../dispatched/queries.ts'
import { hasDocument } from '../documents/queries.ts'
import { isCollectedToday } from '../readings/collections/queries.ts'
import { isOpen, tenants } from '../tenants/table.ts'
import { isHeardOf, online } from '../terminals/queries.ts'
import { terminals } from '../terminals/table.ts'
import { facilities } from './table.ts'

const { removedTime: _, photos, ...columns } = getTableColumns(facilities)

/** Condition for the sensor of a facility that a query reads. */
const isItsSensor = and(
  eq(terminals.tenantId, facilities.tenantId),
  eq(terminals.objectType, ObjectType.facility),
  eq(terminals.objectId, facilities.id),
)

const find = (tx: Tx, language: Language, only: SQL | undefined) =>
  tx
    .select({
      ...columns,
      photos: asCommaList(photos),
      deptName: departments.name,
      terminalNo: terminals.terminalNo,
      deviceId: terminals.id,
      online,
      facilityTypeName: sql<string>`coalesce(${labelIn(language)}, ${facilities.facilityType})`,
    })
    .from(facilities)
    .innerJoin(departments, and(eq(departments.tenantId, facilities.tenantId), eq(departments.id, facilities.deptId)))
    .leftJoin(
      dictionaryItems,
      and(
        eq(dictionaryItems.tenantId, facilities.tenantId),
        eq(dictionaryItems.type, 'facility_type'),
        eq(dictionaryItems.value, facilities.facilityType),
      ),
    )
    .leftJoin(terminals, isItsSensor)
    .where(and(isNull(facilities.removedTime), only))
    .$dynamic()

/** A row of the facility queries; a can has the fields of cans too. */
export type FacilityRow = Awaited<ReturnType<typeof find>>[number]

type OfPage = 'name' | 'text' | 'facilityType' | 'toiletKind' | 'builtYear' | 'collected' | 'online' | 'documents'
/** `ids`: one of these only. */
type Filter = Pick<Parsed<typeof pageFacilities>, OfPage> & {
  ids?: readonly number[] | undefined
  wasteType?: WasteType | undefined
  work?: DispatchState | undefined
}

const isOfKind = (kind: ToiletKindAsked) =>
  kind === ToiletKindAsked.unsaid ? isNull(facilities.toiletKind) : eq(facilities.toiletKind, kind)

const wanted = (
  viewer: Viewer,
  { name, text, facilityType, online: isOnline, documents: validity, wasteType, work, ...asked }: Filter,
  within: number[] | null,
) => {
  const isCollected = isCollectedToday(viewer.tenantId, facilities.id)
  return and(
    eq(facilities.tenantId, viewer.tenantId),
    inScope(viewer, facilities.deptId),
    amongDepartments(within, facilities.deptId),
    facilityType === undefined ? ne(facilities.facilityType, canType) : eq(facilities.facilityType, facilityType),
    wasteType && eq(facilities.wasteType, wasteType),
    asked.toiletKind && isOfKind(asked.toiletKind),
    asked.builtYear === undefined ? undefined : eq(facilities.builtYear, asked.builtYear),
    asked.ids && sql`${facilities.id} = any(${sql.param(asked.ids)}::int[])`,
    asked.collected === undefined ? undefined : asked.collected ? isCollected : not(isCollected),
    work && isWorkIn({ tenantId: facilities.tenantId, kind: CauseKind.can, id: facilities.id }, work),
    contains(facilities.name, name),
    or(...[facilities.name, facilities.initials, facilities.address].map((column) => contains(column, text))),
    hasDocument(ObjectType.facility, facilities, validity),
    isHeardOf(viewer, ObjectType.facility, facilities.id, isOnline),
  )
}

/** The first facilities in scope by name; cans only when the filter asks for their type. `within` narrows to departments (null: the whole scope). */
export const findFacilities = (tx: Tx, viewer: Viewer, filter: Filter, within: number[] | null, language: Language) =>
  find(tx, language, wanted(viewer, filter, within))
    .orderBy(facilities.name, facilities.id)
    .limit(mostListed)

/** Facilities in scope by their ids, cans too, or by their names, the newest of each name. */
export function findKnownFacilities(
  tx: Tx,
  viewer: Viewer,
  { ids, names }: Parsed<typeof getKnownFacilities>,
  language: Language,
) {
  const mine = and(eq(facilities.tenantId, viewer.tenantId), inScope(viewer, facilities.deptId))
  const called = tx
    .select({ id: max(facilities.id) })
    .from(facilities)
    .where(and(mine, isNull(facilities.removedTime), ne(facilities.facilityType, canType), inArray(facilities.name, names)))
    .groupBy(facilities.name)
  return find(tx, language, and(mine, or(inArray(facilities.id, ids), inArray(facilities.id, called)))).orderBy(
    facilities.name,
    facilities.id,
  )
}

const list = { table: facilities, id: facilities.id }

/** One page of them, the newest first, with the total. */
export async function findFacilityPage(
  tx: Tx,
  viewer: Viewer,
  filter: Filter & PageRequest,
  within: number[] | null,
  language: Language,
) {
  const where = and(isNull(facilities.removedTime), wanted(viewer, filter, within))
  const { total, only } = await findPage(tx, list, filter, {
    tenantId: viewer.tenantId,
    where,
    // What is so now, or today, is counted each time.
    isSteady: [filter.online, filter.documents, filter.ids, filter.collected].every((asked) => asked === undefined),
  })
  const records = await find(tx, language, and(eq(facilities.tenantId, viewer.tenantId), only)).orderBy(desc(facilities.id))
  return { records, total }
}

/** A facility of the scope; undefined when there is none. */
export async function findFacility(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const [found] = await find(
    tx,
    language,
    and(eq(facilities.tenantId, viewer.tenantId), eq(facilities.id, id), inScope(viewer, facilities.deptId)),
  )
  return found
}

/** The ids of these facilities that are in the viewer's scope. */
export const findFacilityIds = (tx: Tx, viewer: Viewer, ids: number[]) =>
  tx
    .select({ id: facilities.id })
    .from(facilities)
    .where(
      and(
        eq(facilities.tenantId, viewer.tenantId),
        inArray(facilities.id, ids),
        isNull(facilities.removedTime),
        inScope(viewer, facilities.deptId),
      ),
    )

/** Ids of the facilities that the viewer sees. */
export const facilitiesInSight = (tx: Tx, viewer: Viewer) =>
  tx
    .select({ id: facilities.id })
    .from(facilities)
    .where(and(eq(facilities.tenantId, viewer.tenantId), isNull(facilities.removedTime), inScope(viewer, facilities.deptId)))

/** Numbers of the facilities in scope of a type by a fact of their register, null where nobody said. */
export const countFacilitiesBy = <Fact extends 'toiletKind' | 'builtYear'>(
  tx: Tx,
  viewer: Viewer,
  facilityType: string,
  fact: Fact,
) =>
  tx
    .select({ value: facilities[fact], total: count() })
    .from(facilities)
    .where(
      and(
        eq(facilities.tenantId, viewer.tenantId),
        isNull(facilities.removedTime),
        eq(facilities.facilityType, facilityType),
        inScope(viewer, facilities.deptId),
      ),
    )
    .groupBy(facilities[fact])

/** The facility whose sticker carries `code`, in any tenant that is not frozen. */
export async function findFacilityByCode(tx: Tx, code: string, language: Language) {
  const known = sql`exists (select from ${tenants} where ${tenants.id} = ${facilities.tenantId} and ${isOpen})`
  const [found] = await find(tx, language, and(eq(facilities.code, code), known))
  return found
}

/** Holds the facility as it stands until the transaction ends. */
export const holdFacility = (tx: Tx, tenantId: number, id: number) => holdRow(tx, facilities, tenantId, id)

export type NewFacility = Omit<
  typeof facilities.$inferInsert,
  'tenantId' | 'createTime' | 'updateTime' | 'updateBy' | 'removedTime'
>

/** Returns the new id. */
export async function insertFacility(tx: Tx, { tenantId, username }: Viewer, fields: NewFacility) {
  const [added] = await tx
    .insert(facilities)
    .values({ tenantId, ...fields, updateBy: username })
    .returning({ id: facilities.id })
  return added!.id
}

/** Adds many. */
export async function insertFacilities(tx: Tx, { tenantId, username }: Viewer, list: readonly NewFacility[]) {
  for (const some of piecesOf(list))
    await tx.insert(facilities).values(some.map((fields) => ({ tenantId, ...fields, updateBy: username })))
}

/** A row of the table. */
export type PlaceRow = typeof facilities.$inferSelect
type Called = { codes: string[]; names: string[]; isCan: boolean }

/** Facilities, or cans, of the organisation with one of the codes or names, in the scope or not. `isHeld`: as they stand until the transaction ends. */
export function findPlacesCalled(
  tx: Tx,
  tenantId: number,
  { codes, names, isCan }: Called,
  isHeld: boolean,
): PromiseLike<PlaceRow[]> {
  const found = tx
    .select()
    .from(facilities)
    .where(
      and(
        eq(facilities.tenantId, tenantId),
        isNull(facilities.removedTime),
        isCan ? eq(facilities.facilityType, canType) : ne(facilities.facilityType, canType),
        or(
          sql`${facilities.code} = any(${sql.param(codes)}::text[])`,
          sql`${facilities.name} = any(${sql.param(names)}::text[])`,
        ),
      ),
    )
    .orderBy(facilities.id)
  return isHeld ? found.for('no key update') : found
}

export const updateFacility = (tx: Tx, viewer: Viewer, id: number, fields: Partial<NewFacility>) =>
  tx
    .update(facilities)
    .set({ ...fields, ...updatedBy(facilities, viewer) })
    .where(and(eq(facilities.tenantId, viewer.tenantId), eq(facilities.id, id)))

/** Its photos go with it. */
export const markFacilityRemoved = (tx: Tx, tenantId: number, id: number) =>
  tx
    .update(facilities)
    .set({ removedTime: sql`now()`, photos: [] })
    .where(and(eq(facilities.tenantId, tenantId), eq(facilities.id, id)))

/** True for a garbage can. */
export async function isCan(tx: Tx, tenantId: number, id: number) {
  const where = and(eq(facilities.tenantId, tenantId), eq(facilities.id, id), eq(facilities.facilityType, canType))
  return (await tx.$count(facilities, where)) > 0
}
