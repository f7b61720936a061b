import type pg from 'pg'

/** Everything of a schema but the partitions, whose names are dates. Conditions of triggers lose their superfluous brackets when they are restored: none of theirs is compared. */
const text = `
  select 'column' as kind, c.relname || '.' || a.attname as name,
    concat_ws(' ', row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid)) as definition
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  union all select 'table', relname, concat_ws(' ', relkind, relrowsecurity, relforcerowsecurity, relacl::text, pg_get_partkeydef(oid))
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition
  union all select 'index', i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
  from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace and not c.relispartition
  union all select 'constraint', conrelid::regclass || '.' || case contype when 'n' then pg_get_constraintdef(o.oid) else conname end, pg_get_constraintdef(o.oid)
  from pg_constraint o join pg_class c on c.oid = conrelid where c.relnamespace = 'public'::regnamespace and not c.relispartition
  union all select 'trigger', tgrelid::regclass || '.' || tgname, concat_ws(' ', translate(pg_get_triggerdef(t.oid), '()', ''), tgenabled, obj_description(t.oid, 'pg_trigger'))
  from pg_trigger t where not tgisinternal
  union all select 'function', proname, case prokind when 'a' then proargtypes::regtype[]::text else pg_get_functiondef(oid) end || coalesce(proacl::text, '') from pg_proc where pronamespace = 'public'::regnamespace
  union all select 'policy', tablename || '.' || policyname, concat_ws(' ', permissive, roles::text, cmd, qual, with_check) from pg_policies
  union all select 'sequence', sequencename, concat_ws(' ', data_type, start_value, increment_by, max_value, cycle) from pg_sequences where schemaname = 'public'
  order by 1, 2, 3`

/** Tables, columns, indexes, constraints, triggers, functions, policies and sequences of a database, for comparing. */
export async function schemaOf(pool: pg.Pool): Promise<{ kind: string; name: string; definition: string }[]> {
  return (await pool.query(text)).rows
}
