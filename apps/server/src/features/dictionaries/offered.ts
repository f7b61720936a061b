import type { SeededDictionary } from '@huanwei/contract/dictionaries/codes'
import type { Tx } from '../../db/connect.ts'
import { Refused } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { holdItem } from './queries.ts'

type Entered = {
  field: string
  value: string
  /** Value that the record had: it may stay, also where it is no longer offered. */
  before?: string | undefined
}

/** Refuses with 409, about the field, a value that its dictionary does not offer. Nobody removes the item until the transaction ends. */
export async function mustBeOffered(tx: Tx, { tenantId }: Viewer, type: SeededDictionary, { field, value, before }: Entered) {
  if (value === before) return
  if (!(await holdItem(tx, tenantId, type, value))) throw new Refused(409, 'dictionaries:refusal.notOffered', {}, { field })
}
