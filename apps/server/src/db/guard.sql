-- Run after the migrations, every time; changes nothing that is already so.
-- Every table with a tenant gets row-level security, forced, and only then grants to the roles of requests and of jobs: a new table is safe before it is used.

-- The roles are made by logins.ts. Clusters that were made by PostgreSQL 14 let everybody create objects in this schema.
DO $$
BEGIN
  IF has_schema_privilege('huanwei_app', 'public', 'CREATE') THEN
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  END IF;
  IF NOT has_database_privilege('huanwei_system', current_database(), 'TEMPORARY') THEN
    EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO huanwei_system', current_database());
  END IF;
END $$;

GRANT USAGE ON SCHEMA public TO huanwei_app, huanwei_system;

DO $$
DECLARE
  t record;
  mine constant text := $p$tenant_id = nullif(current_setting('huanwei.tenant', true), '')::int$p$;
  nobodys constant text := $p$ OR (coalesce(tenant_id, 0) = 0 AND current_setting('huanwei.platform', true) = 'on')$p$;
  rows text;
BEGIN
  FOR t IN
    SELECT c.oid, c.relname, c.relname IN ('device', 'position', 'device_connection', 'list_change') AS has_unowned
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped)
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)
  LOOP
    rows := mine || CASE WHEN t.has_unowned THEN nobodys ELSE '' END;
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t.relname);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO huanwei_app USING (%s) WITH CHECK (%s)', t.relname, rows, rows);
    EXECUTE format('CREATE POLICY owner ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', t.relname);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO huanwei_app', t.relname);
  END LOOP;

  -- A partition is reached through its parent; on its own it shows nothing to anybody, but the owner moves rows out of a default partition.
  FOR t IN
    SELECT c.relname, c.relname LIKE '%\_default' AS is_default FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relispartition AND c.relkind = 'r' AND i.inhparent <> 'position'::regclass
      AND NOT (c.relforcerowsecurity AND (c.relname NOT LIKE '%\_default' OR EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)))
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t.relname);
    IF t.is_default THEN
      EXECUTE format('CREATE POLICY owner ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', t.relname);
    END IF;
  END LOOP;

  -- The recorder copies into a day of positions, which PostgreSQL allows nobody who is bound by row-level security. Nobody reads one.
  FOR t IN
    SELECT c.relname FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid
    WHERE i.inhparent = 'position'::regclass AND (c.relrowsecurity OR NOT has_table_privilege('huanwei_system', c.oid, 'INSERT'))
  LOOP
    EXECUTE format('ALTER TABLE %I DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY', t.relname);
    EXECUTE format('GRANT INSERT ON %I TO huanwei_system', t.relname);
  END LOOP;

  IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = 'sys_tenant'::regclass) THEN
    ALTER TABLE sys_tenant ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
    CREATE POLICY own_tenant ON sys_tenant FOR SELECT TO huanwei_app USING (id = nullif(current_setting('huanwei.tenant', true), '')::int);
    CREATE POLICY owner ON sys_tenant TO CURRENT_USER USING (true) WITH CHECK (true);
    GRANT SELECT ON sys_tenant TO huanwei_app;
  END IF;

  -- Jobs, log-ins and the recorder work for all tenants.
  FOR t IN
    SELECT c.oid, c.relname, c.relrowsecurity FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT has_table_privilege('huanwei_system', c.oid, 'DELETE')
  LOOP
    IF t.relrowsecurity THEN
      EXECUTE format('CREATE POLICY every_tenant ON %I TO huanwei_system USING (true) WITH CHECK (true)', t.relname);
    END IF;
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO huanwei_system', t.relname);
  END LOOP;
END $$;
