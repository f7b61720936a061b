import { ObjectType } from '@huanwei/contract/objects'
import type { Change, ChangeTable } from '../db/changes.ts'

/** Objects touched by a change: the one with this type and id, or any of the tenant, or any at all. */
type ObjectsTouched = { tenantId?: number | undefined; objectType?: ObjectType; id?: number }

const objectTypes: Partial<Record<ChangeTable, ObjectType>> = {
  sys_user: ObjectType.person,
  sys_user_role: ObjectType.person,
  vehicle: ObjectType.vehicle,
  facility: ObjectType.facility,
}

/** The objects whose facts, terminals or violations a change is about; undefined when it is known to be about none. */
export function objectsTouchedBy({ table, tenantId, ...change }: Change): ObjectsTouched | undefined {
  const own = objectTypes[table]
  const objectType = own ?? change.objectType
  const id = own ? (change.userId ?? change.id) : change.objectId
  if (objectType !== undefined && id !== undefined) return { tenantId, objectType, id }
  const isOfFreeTerminal = table === 'device' && change.id !== undefined
  return isOfFreeTerminal ? undefined : { tenantId }
}
