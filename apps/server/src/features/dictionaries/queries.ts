import type { Language } from '@huanwei/words/languages'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { dictionaryItems } from './table.ts'

const { labels, ...columns } = getTableColumns(dictionaryItems)

/** Label of an item in `language`; falls back to the default language's label. */
export const labelIn = (language: Language): SQL<string> => sql`coalesce(${labels}->>${language}, ${dictionaryItems.label})`

/** Items of one dictionary by `sort`, labelled in `language`. */
export const findItems = (tx: Tx, tenantId: number, type: string, language: Language) =>
  tx
    .select({ ...columns, label: labelIn(language) })
    .from(dictionaryItems)
    .where(and(eq(dictionaryItems.tenantId, tenantId), eq(dictionaryItems.type, type)))
    .orderBy(dictionaryItems.sort, dictionaryItems.id)
