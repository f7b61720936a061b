import type pg from 'pg'

/** Rows of each table and partition with a hash that their order does not change, the bounds of partitions, and where sequences stand. */
export async function contentOf(pool: pg.Pool) {
  const { rows: tables } = await pool.query<{ name: string; bound: string | null }>(`
    select relname as name, pg_get_expr(relpartbound, oid) as bound from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)
  const content: Record<string, { bound: string | null; rows: number; hash: string }> = {}
  for (const { name, bound } of tables) {
    const { rows } = await pool.query<{ rows: number; hash: string }>(
      `select count(*)::int as rows, sum(hashtextextended(t::text, 0)::numeric)::text as hash from "${name}" t`,
    )
    content[name] = { bound, ...rows[0]! }
  }
  const { rows: sequences } = await pool.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`,
  )
  return { tables: content, sequences }
}
