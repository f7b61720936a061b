import type pg from 'pg'

/** Smaller tables are planned well without statistics. */
const least = 1_000_000

/** Tables with rows of which PostgreSQL has no statistics; of a partition its whole table, if that has none either. */
const unknown = `
  select distinct quote_ident(case when p.reltuples < 0 then p.relname else c.relname end) as name
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples < 0 and pg_relation_size(c.oid) > ${least}`

/**
 * Gives PostgreSQL statistics of the tables that have none though they have rows, as after a restore: until then it plans lists of millions of rows as
 * lists of few. Autovacuum does so too, some time later, but never of a table that has partitions.
 */
export async function ensureStatistics(owner: pg.Pool) {
  const { rows } = await owner.query<{ name: string }>(unknown)
  if (rows.length) await owner.query(`analyze ${rows.map(({ name }) => name).join()}`)
}
