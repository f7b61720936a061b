import type { Parsed } from '@huanwei/contract/endpoint'
import type { listFacilities } from '@huanwei/contract/facilities/endpoints'
import type { Language } from '@huanwei/contract/words'
import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { amongDepartments, inScope } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { departments } from '../departments/table.ts'
import { labelIn } from '../dictionaries/queries.ts'
import { dictionaryItems } from '../dictionaries/table.ts'
import { tenants } from '../tenants/table.ts'
import { facilities } from './table.ts'

const { createTime: _, removedTime: __, ...columns } = getTableColumns(facilities)

const find = (tx: Tx, language: Language, only: SQL | undefined) =>
  tx
    .select({
      ...columns,
      deptName: departments.name,
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
    .where(and(isNull(facilities.removedTime), only))

type Filter = Parsed<typeof listFacilities>

/** The facilities in scope by name. `within` narrows to departments (null: the whole scope). */
export const findFacilities = (tx: Tx, viewer: Viewer, filter: Filter, within: number[] | null, language: Language) =>
  find(
    tx,
    language,
    and(
      eq(facilities.tenantId, viewer.tenantId),
      inScope(viewer, facilities.deptId),
      amongDepartments(within, facilities.deptId),
      filter.facilityType === undefined ? undefined : eq(facilities.facilityType, filter.facilityType),
    ),
  ).orderBy(facilities.name, facilities.id)

/** A facility of the scope; undefined when there is none. */
export async function findFacility(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const [found] = await find(
    tx,
    language,
    and(eq(facilities.tenantId, viewer.tenantId), eq(facilities.id, id), inScope(viewer, facilities.deptId)),
  )
  return found
}

/** Which of these facilities are in the viewer's scope. */
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

/** The facility whose sticker says `code`, of whichever organisation that is not frozen. */
export async function findFacilityByCode(tx: Tx, code: string, language: Language) {
  const known = sql`exists (select from ${tenants} where ${tenants.id} = ${facilities.tenantId} and ${tenants.status} = '0')`
  const [found] = await find(tx, language, and(eq(facilities.code, code), known))
  return found
}
