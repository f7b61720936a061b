import { type AnyColumn, ilike, type SQL } from 'drizzle-orm'

/** Condition that `column` contains `text`, case-insensitive, with `%` and `_` as ordinary characters. No condition for an empty text. */
export const contains = (column: AnyColumn | SQL, text: string | undefined) =>
  text ? ilike(column, `%${text.replace(/[\\%_]/g, '\\$&')}%`) : undefined
