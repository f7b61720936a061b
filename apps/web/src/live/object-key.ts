import { ObjectType } from '@huanwei/contract/objects'
import { z } from 'zod'

/** One object among all kinds. */
export type ObjectRef = { objectType: ObjectType; id: number }
/** The same as a text, for addresses: `1-7` is the vehicle 7. */
export type ObjectKey = `${ObjectType}-${number}`

export const keyOf = ({ objectType, id }: ObjectRef): ObjectKey => `${objectType}-${id}`

const parts = z.tuple([z.enum(ObjectType), z.coerce.number().int().min(1)])
export const isKey = (value: unknown): value is ObjectKey =>
  typeof value === 'string' && /^\d-[1-9]\d{0,9}$/.test(value) && parts.safeParse(value.split('-')).success
export const ObjectKey = z.custom<ObjectKey>(isKey)

export function refOf(key: ObjectKey): ObjectRef {
  const [objectType, id] = parts.parse(key.split('-'))
  return { objectType, id }
}
