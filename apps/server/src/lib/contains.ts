import { type AnyColumn, ilike, type SQL } from 'drizzle-orm'

/** `column` contains `text`, whatever the case; `%` and `_` in it mean themselves. No condition for an empty text. */
export const contains = (column: AnyColumn | SQL, text: string | undefined) =>
  text ? ilike(column, `%${text.replace(/[\\%_]/g, '\\$&')}%`) : undefined
