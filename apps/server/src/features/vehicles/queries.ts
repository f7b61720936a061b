import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import type { listVehicles } from '@huanwei/contract/vehicles/endpoints'
import type { Language } from '@huanwei/words/languages'
import { and, desc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import type { Cursor } from '../../db/keyset.ts'
import { holdRow } from '../../db/last-change.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { piecesOf } from '../../lib/pieces-of.ts'
import { departments } from '../departments/table.ts'
import { labelIn, labelOf } from '../dictionaries/queries.ts'
import { dictionaryItems } from '../dictionaries/table.ts'
import { hasDocument } from '../documents/queries.ts'
import { isHeardOf, online } from '../terminals/queries.ts'
import { terminals } from '../terminals/table.ts'
import { vehicles } from './table.ts'

const { removedTime: _, initials: __, ...columns } = getTableColumns(vehicles)

/** Condition for the terminal of a vehicle that a query reads. */
const isItsTerminal = and(
  eq(terminals.tenantId, vehicles.tenantId),
  eq(terminals.objectType, ObjectType.vehicle),
  eq(terminals.objectId, vehicles.id),
)

const select = (tx: Tx, language: Language) =>
  tx
    .select({
      ...columns,
      deptName: departments.name,
      vehicleTypeName: sql<string>`coalesce(${labelIn(language)}, ${vehicles.vehicleType})`,
      vehicleFunctionName: labelOf(language, 'vehicle_function', vehicles.tenantId, vehicles.vehicleFunction),
      terminalNo: terminals.terminalNo,
      deviceId: terminals.id,
      online,
    })
    .from(vehicles)
    .innerJoin(departments, and(eq(departments.tenantId, vehicles.tenantId), eq(departments.id, vehicles.deptId)))
    .leftJoin(
      dictionaryItems,
      and(
        eq(dictionaryItems.tenantId, vehicles.tenantId),
        eq(dictionaryItems.type, 'vehicle_type'),
        eq(dictionaryItems.value, vehicles.vehicleType),
      ),
    )
    .leftJoin(terminals, isItsTerminal)
    .$dynamic()

const list = { table: vehicles, id: vehicles.id }

type Filter = Parsed<typeof listVehicles> & { after?: Cursor | undefined }

/** One page of the vehicles in scope, newest first, with the total. `within` narrows to departments (null: the whole scope). */
export async function findVehicles(tx: Tx, viewer: Viewer, filter: Filter, within: number[] | null, language: Language) {
  const where = and(
    eq(vehicles.tenantId, viewer.tenantId),
    isNull(vehicles.removedTime),
    inScope(viewer, vehicles.deptId),
    amongDepartments(within, vehicles.deptId),
    contains(vehicles.plateNumber, filter.plateNumber),
    or(...[vehicles.plateNumber, vehicles.name, vehicles.initials].map((column) => contains(column, filter.text))),
    filter.vehicleType ? eq(vehicles.vehicleType, filter.vehicleType) : undefined,
    isHeardOf(viewer, ObjectType.vehicle, vehicles.id, filter.online),
    hasDocument(ObjectType.vehicle, vehicles, filter.documents),
    filter.vehicleFunction ? eq(vehicles.vehicleFunction, filter.vehicleFunction) : undefined,
  )
  const isSteady = filter.online === undefined && filter.documents === undefined
  const { total, only } = await findPage(tx, list, filter, { tenantId: viewer.tenantId, where, isSteady })
  const records = await select(tx, language)
    .where(and(eq(vehicles.tenantId, viewer.tenantId), only))
    .orderBy(desc(vehicles.id))
  return { records, total }
}

export async function findVehicle(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const [one] = await select(tx, language).where(
    and(
      eq(vehicles.tenantId, viewer.tenantId),
      eq(vehicles.id, id),
      isNull(vehicles.removedTime),
      inScope(viewer, vehicles.deptId),
    ),
  )
  return one
}

/** Holds the vehicle as it stands until the transaction ends. */
export const holdVehicle = (tx: Tx, tenantId: number, id: number) => holdRow(tx, vehicles, tenantId, id)

type Fields = Omit<typeof vehicles.$inferInsert, 'tenantId' | 'createTime' | 'updateTime' | 'updateBy' | 'removedTime'>

export async function insertVehicle(tx: Tx, { tenantId, username }: Viewer, fields: Fields) {
  const [added] = await tx
    .insert(vehicles)
    .values({ tenantId, ...fields, updateBy: username })
    .returning({ id: vehicles.id })
  return added!.id
}

/** Adds many. */
export async function insertVehicles(tx: Tx, { tenantId, username }: Viewer, list: readonly Fields[]) {
  for (const some of piecesOf(list))
    await tx.insert(vehicles).values(some.map((fields) => ({ tenantId, ...fields, updateBy: username })))
}

/** A row of the table. */
export type VehicleRow = typeof vehicles.$inferSelect

/** Vehicles of the organisation with these plates, in the scope or not. `isHeld`: as they stand until the transaction ends. */
export function findVehiclesByPlate(tx: Tx, tenantId: number, plates: string[], isHeld: boolean): PromiseLike<VehicleRow[]> {
  const found = tx
    .select()
    .from(vehicles)
    .where(
      and(
        eq(vehicles.tenantId, tenantId),
        isNull(vehicles.removedTime),
        sql`${vehicles.plateNumber} = any(${sql.param(plates)}::text[])`,
      ),
    )
    .orderBy(vehicles.id)
  return isHeld ? found.for('no key update') : found
}

export const updateVehicle = (tx: Tx, viewer: Viewer, id: number, fields: Partial<Fields>) =>
  tx
    .update(vehicles)
    .set({ ...fields, ...updatedBy(vehicles, viewer) })
    .where(and(eq(vehicles.tenantId, viewer.tenantId), eq(vehicles.id, id)))

export const markRemoved = (tx: Tx, tenantId: number, id: number) =>
  tx
    .update(vehicles)
    .set({ removedTime: sql`now()` })
    .where(and(eq(vehicles.tenantId, tenantId), eq(vehicles.id, id)))
