import { ObjectType } from '@huanwei/contract/objects'
import type { KeyOf } from '@huanwei/words/messages'

/** Texts that facilities have of their own: they raise alarms, and break no rules. */
type FacilityKey = KeyOf<'violations'> extends infer Key ? (Key extends `facility.${infer Rest}` ? Rest : never) : never

/** Key of a text about violations of objects of this kind. */
export const forObject = <K extends FacilityKey>(objectType: ObjectType, key: K) =>
  objectType === ObjectType.facility ? (`facility.${key}` as const) : key
