import type { ObjectType } from '@huanwei/contract/objects'
import type { Rows } from '../read-touched.ts'

/** Type and id of an object as one text. */
export type ObjectKey = `${ObjectType} ${number}`
export const objectKey = (objectType: ObjectType, id: number): ObjectKey => `${objectType} ${id}`

/** A part of the rulebook: what is about these objects, about all objects of these tenants, or all. */
export type RulebookPart = { objects?: Rows<ObjectKey>; tenantIds?: readonly number[] | undefined }

/** The tenants with objects in the part; undefined for all. */
export const tenantsIn = ({ objects, tenantIds }: RulebookPart) => (objects ? [...objects.keys()] : tenantIds)

/** The objects as three columns. */
export function columnsOf(objects: Rows<ObjectKey>) {
  const rows = Array.from(objects, ([tenantId, keys]) => Array.from(keys, (key) => [tenantId, ...key.split(' ')] as const)).flat()
  return {
    tenantIds: rows.map(([tenantId]) => tenantId),
    objectTypes: rows.map(([, objectType]) => objectType),
    objectIds: rows.map(([, , id]) => Number(id)),
  }
}
