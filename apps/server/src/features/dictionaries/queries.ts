import { ObjectType } from '@huanwei/contract/objects'
import type { Language } from '@huanwei/words/languages'
import { and, asc, eq, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { approvals } from '../approvals/table.ts'
import { documents } from '../documents/table.ts'
import { facilities } from '../facilities/table.ts'
import { inspections } from '../inspections/table.ts'
import { object, objects } from '../objects/queries.ts'
import { vehicles } from '../vehicles/table.ts'
import { violations } from '../violations/table.ts'
import { dictionaries, dictionaryItems } from './table.ts'

export type DictionaryRow = typeof dictionaries.$inferSelect
export type ItemRow = typeof dictionaryItems.$inferSelect

/** Label of an item in `language`; falls back to the default language's label. */
export const labelIn = (language: Language): SQL<string> =>
  sql`coalesce(${dictionaryItems.labels}->>${language}, ${dictionaryItems.label})`

/** Label in `language` of the item that a row names by `value`; the value itself where no item has it. */
export const labelOf = (language: Language, type: string, tenantId: AnyPgColumn, value: SQLWrapper): SQL<string> =>
  sql`coalesce((select ${labelIn(language)} from ${dictionaryItems}
    where ${dictionaryItems.tenantId} = ${tenantId} and ${dictionaryItems.type} = ${type} and ${dictionaryItems.value} = ${value}::text), ${value}::text)`

/** Items of the dictionary with this type or id by `sort`; of all dictionaries without either. */
export const findItems = (tx: Tx, tenantId: number, { type, dictId }: { type?: string; dictId?: number }) =>
  tx
    .select()
    .from(dictionaryItems)
    .where(
      and(
        eq(dictionaryItems.tenantId, tenantId),
        type === undefined ? undefined : eq(dictionaryItems.type, type),
        dictId === undefined ? undefined : eq(dictionaryItems.dictId, dictId),
      ),
    )
    .orderBy(dictionaryItems.sort, dictionaryItems.id)

export async function findItem(tx: Tx, tenantId: number, id: number) {
  const [found] = await tx.select().from(dictionaryItems).where(isItem(tenantId, id))
  return found
}

/** All dictionaries, the oldest first. */
export const findDictionaries = (tx: Tx, tenantId: number) =>
  tx.select().from(dictionaries).where(eq(dictionaries.tenantId, tenantId)).orderBy(asc(dictionaries.id))

export async function findDictionary(tx: Tx, tenantId: number, id: number) {
  const [found] = await tx.select().from(dictionaries).where(isDictionary(tenantId, id))
  return found
}

const isDictionary = (tenantId: number, id: number) => and(eq(dictionaries.tenantId, tenantId), eq(dictionaries.id, id))
const isItem = (tenantId: number, id: number) => and(eq(dictionaryItems.tenantId, tenantId), eq(dictionaryItems.id, id))

/** The dictionary as it stands, until the transaction ends: nobody adds an item meanwhile. */
export async function lockDictionary(tx: Tx, tenantId: number, id: number) {
  const [locked] = await tx.select().from(dictionaries).where(isDictionary(tenantId, id)).for('update')
  return locked
}

/** The item as it stands, until the transaction ends: no row comes to name it meanwhile. */
export async function lockItem(tx: Tx, tenantId: number, id: number) {
  const [locked] = await tx.select().from(dictionaryItems).where(isItem(tenantId, id)).for('update')
  return locked
}

/** Whether an item is switched on, undefined where there is none; it stays until the transaction ends. */
export async function holdItem(tx: Tx, tenantId: number, type: string, value: string) {
  const { tenantId: tenant, type: dictionary, value: stored, enabled } = dictionaryItems
  const [held] = await tx
    .select({ enabled })
    .from(dictionaryItems)
    .where(and(eq(tenant, tenantId), eq(dictionary, type), eq(stored, value)))
    .for('key share')
  return held?.enabled
}

/** What a dictionary offers, by `sort`; nobody removes one of these items until the transaction ends. */
export const holdOffered = (tx: Tx, tenantId: number, type: string) =>
  tx
    .select()
    .from(dictionaryItems)
    .where(and(eq(dictionaryItems.tenantId, tenantId), eq(dictionaryItems.type, type), dictionaryItems.enabled))
    .orderBy(dictionaryItems.sort, dictionaryItems.id)
    .for('key share')

export const countDictionaries = (tx: Tx, tenantId: number) => tx.$count(dictionaries, eq(dictionaries.tenantId, tenantId))
export const countItems = (tx: Tx, tenantId: number, dictId: number) =>
  tx.$count(dictionaryItems, and(eq(dictionaryItems.tenantId, tenantId), eq(dictionaryItems.dictId, dictId)))

type Fields = Pick<DictionaryRow, 'type' | 'description' | 'labels' | 'remarks'>

/** Undefined when the type is taken. */
export async function insertDictionary(tx: Tx, { tenantId, username }: Viewer, fields: Fields) {
  const [added] = await tx
    .insert(dictionaries)
    .values({ tenantId, ...fields, updateBy: username })
    .onConflictDoNothing()
    .returning()
  return added
}

export async function updateDictionary(tx: Tx, viewer: Viewer, id: number, fields: Omit<Fields, 'type'>) {
  const [changed] = await tx
    .update(dictionaries)
    .set({ ...fields, ...updatedBy(dictionaries, viewer) })
    .where(isDictionary(viewer.tenantId, id))
    .returning()
  return changed!
}

/** Deletes a locked dictionary with its items. */
export async function deleteDictionary(tx: Tx, tenantId: number, id: number) {
  await tx.delete(dictionaryItems).where(and(eq(dictionaryItems.tenantId, tenantId), eq(dictionaryItems.dictId, id)))
  await tx.delete(dictionaries).where(isDictionary(tenantId, id))
}

type ItemFields = Pick<ItemRow, 'value' | 'label' | 'labels' | 'sort' | 'remarks' | 'enabled'>

/** Undefined when the value is taken. */
export async function insertItem(
  tx: Tx,
  { tenantId, username }: Viewer,
  { id: dictId, type }: Pick<DictionaryRow, 'id' | 'type'>,
  fields: ItemFields,
) {
  const [added] = await tx
    .insert(dictionaryItems)
    .values({ tenantId, dictId, type, ...fields, updateBy: username })
    .onConflictDoNothing()
    .returning()
  return added
}

export async function updateItem(tx: Tx, viewer: Viewer, id: number, fields: ItemFields) {
  const [changed] = await tx
    .update(dictionaryItems)
    .set({ ...fields, ...updatedBy(dictionaryItems, viewer) })
    .where(isItem(viewer.tenantId, id))
    .returning()
  return changed!
}

export const deleteItem = (tx: Tx, tenantId: number, id: number) => tx.delete(dictionaryItems).where(isItem(tenantId, id))

/** `deptId` where the department is not a column of the table. */
type Use = { where: SQL | undefined } & (
  | { table: PgTable & { tenantId: AnyPgColumn; deptId: AnyPgColumn } }
  | { table: PgTable & { tenantId: AnyPgColumn }; deptId: SQL }
)

/** Rows that can name an item, by dictionary; removed objects too, whose history is shown. */
const usesOf: ReadonlyMap<string, (value: string) => Use[]> = new Map(
  Object.entries({
    vehicle_type: (value) => [{ table: vehicles, where: eq(vehicles.vehicleType, value) }, violated(ObjectType.vehicle, value)],
    facility_type: (value) => [
      { table: facilities, where: eq(facilities.facilityType, value) },
      violated(ObjectType.facility, value),
    ],
    vehicle_function: (value) => [{ table: vehicles, where: eq(vehicles.vehicleFunction, value) }],
    inspection_business: (value) => [{ table: inspections, where: eq(inspections.businessType, value) }],
    assessment_standard: (value) => [{ table: inspections, where: eq(inspections.assessmentStandard, value) }],
    document_kind: (value) => [{ table: documents, where: eq(documents.kind, value), deptId: deptOfDocument }],
    leave_type: (value) => [{ table: approvals, where: eq(approvals.type, Number(value)) }],
  }),
)
const deptOfDocument = sql`(select ${object.deptId} from ${objects} where ${object.tenantId} = ${documents.tenantId}
  and ${object.type} = ${documents.objectType} and ${object.id} = ${documents.objectId})`
const violated = (objectType: ObjectType, value: string): Use => ({
  table: violations,
  where: and(eq(violations.objectType, objectType), eq(violations.objectTypeValue, value)),
})

type Value = Pick<ItemRow, 'type' | 'value'>

/** True when a row names the item. */
export const isUsed = (tx: Tx, { tenantId }: Viewer, item: Value) => isNamed(tx, tenantId, item, () => undefined)

/** True when a row beyond the viewer's scope names the item. */
export async function isNamedBeyond(tx: Tx, viewer: Viewer, item: Value) {
  if (viewer.departments === null) return false
  return isNamed(tx, viewer.tenantId, item, (use) => not(inScope(viewer, 'deptId' in use ? use.deptId : use.table.deptId)!))
}

async function isNamed(tx: Tx, tenantId: number, { type, value }: Value, which: (use: Use) => SQL | undefined) {
  for (const use of usesOf.get(type)?.(value) ?? []) {
    const { table, where } = use
    const [row] = await tx
      .select({ one: sql`1` })
      .from(table)
      .where(and(eq(table.tenantId, tenantId), where, which(use)))
      .limit(1)
    if (row) return true
  }
  return false
}
