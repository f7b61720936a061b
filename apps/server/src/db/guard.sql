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

CREATE OR REPLACE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;

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

  FOR t IN
    SELECT name, events FROM (VALUES
      ('sys_tenant', 'INSERT OR UPDATE OR DELETE'), ('sys_user', 'INSERT OR DELETE OR UPDATE OF username, password, name, initials, phone, dept_id, lock_flag, intercom_account'), ('sys_user_role', 'INSERT OR UPDATE OR DELETE'),
      ('sys_role', 'UPDATE OR DELETE'), ('sys_role_menu', 'INSERT OR UPDATE OR DELETE'), ('sys_menu', 'INSERT OR UPDATE OR DELETE'),
      ('sys_dept', 'INSERT OR UPDATE OR DELETE'), ('sys_dict_item', 'INSERT OR UPDATE OR DELETE'), ('sys_token', 'UPDATE OR DELETE'),
      ('sys_token_lock', 'INSERT OR UPDATE OR DELETE'), ('unit_info', 'INSERT OR UPDATE OR DELETE'),
      ('vehicle', 'INSERT OR UPDATE OR DELETE'), ('facility', 'INSERT OR UPDATE OR DELETE'), ('area', 'INSERT OR UPDATE OR DELETE'), ('area_vehicle', 'INSERT OR UPDATE OR DELETE'),
      ('monitoring_rule', 'INSERT OR UPDATE OR DELETE'), ('shift', 'INSERT OR UPDATE OR DELETE'), ('calendar_day', 'INSERT OR UPDATE OR DELETE'), ('violation_event', 'INSERT OR UPDATE OR DELETE'),
      ('device', 'INSERT OR DELETE OR UPDATE OF tenant_id, object_type, object_id, auth_code')
    ) AS watched (name, events)
    WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = name::regclass AND tgname = 'changed')
  LOOP
    EXECUTE format('CREATE TRIGGER changed AFTER %s ON %I FOR EACH STATEMENT EXECUTE FUNCTION notify_change()', t.events, t.name);
  END LOOP;
END $$;
