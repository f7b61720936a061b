-- Run after the migrations, every time; changes nothing that is already so.
-- Every table with a tenant gets row-level security, forced, and only then a grant to the app role: a new table is safe before it is used.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'huanwei_app') THEN
    CREATE ROLE huanwei_app NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
    EXECUTE format('GRANT huanwei_app TO %I', current_user);
  ELSIF NOT pg_has_role(current_user, 'huanwei_app', 'MEMBER') THEN
    EXECUTE format('GRANT huanwei_app TO %I', current_user);
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE EXCEPTION 'the role huanwei_app is missing and % may not create it; ask the administrator for: CREATE ROLE huanwei_app NOLOGIN; GRANT huanwei_app TO %', current_user, current_user;
END $$;

GRANT USAGE ON SCHEMA public TO huanwei_app;

DO $$
DECLARE
  t record;
  mine constant text := $p$tenant_id = nullif(current_setting('huanwei.tenant', true), '')::int$p$;
  nobodys constant text := $p$ OR (coalesce(tenant_id, 0) = 0 AND current_setting('huanwei.platform', true) = 'on')$p$;
  rows text;
BEGIN
  FOR t IN
    SELECT c.oid, c.relname, c.relname IN ('device', 'position', 'device_connection') AS has_unowned
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

  -- A partition is reached through its parent; on its own it shows nothing to anybody.
  FOR t IN
    SELECT c.relname FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relispartition AND c.relkind = 'r' AND NOT c.relforcerowsecurity
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t.relname);
  END LOOP;

  IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = 'sys_tenant'::regclass) THEN
    ALTER TABLE sys_tenant ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
    CREATE POLICY own_tenant ON sys_tenant FOR SELECT TO huanwei_app USING (id = nullif(current_setting('huanwei.tenant', true), '')::int);
    CREATE POLICY owner ON sys_tenant TO CURRENT_USER USING (true) WITH CHECK (true);
    GRANT SELECT ON sys_tenant TO huanwei_app;
  END IF;
END $$;
