import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { dictionaryItems } from './table.ts'

/** Items of one dictionary by `sort`. */
export const findItems = (tx: Tx, tenantId: number, type: string) =>
  tx
    .select()
    .from(dictionaryItems)
    .where(and(eq(dictionaryItems.tenantId, tenantId), eq(dictionaryItems.type, type)))
    .orderBy(dictionaryItems.sort, dictionaryItems.id)
