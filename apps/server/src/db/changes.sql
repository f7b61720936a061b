-- migrate.ts applies this file when its content has changed. Every statement replaces what an earlier version of the file made.
-- Every process of the installation hears on the channel `changed` what a transaction wrote, when it is committed; changes.ts parses the JSON.

-- Sends one notification. The text is cut, so that the payload stays below the 8 000 bytes that NOTIFY takes.
DROP FUNCTION IF EXISTS send_change(text, int, int, int, text);
CREATE OR REPLACE FUNCTION send_change(
  changed text, tenant int, who int, which int, words text, object_type text DEFAULT NULL, object_id int DEFAULT NULL
) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('changed', json_strip_nulls(json_build_object('table', changed, 'tenantId', tenant, 'userId', who, 'id', which,
    'objectType', object_type, 'objectId', object_id, 'text', left(words, 1000)))::text)
$$;

-- Tells of the rows that a statement changed. The arguments are SQL expressions over a row: its tenant, its user, its id, type and id of the
-- object that it is about, and the columns that somebody reads; an update that leaves all these as they were is not told. A transaction names
-- up to 100 rows; of further rows it names the tenant alone, and as equal notifications of one transaction are sent once, a bulk change costs
-- the listeners little.
CREATE OR REPLACE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  columns constant text := format('SELECT %s AS tenant, %s AS who, %s AS which, %s AS about_type, %s AS about, %s',
    TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], TG_ARGV[3], TG_ARGV[4], TG_ARGV[5]);
  named int := coalesce(nullif(current_setting('huanwei.named_changes', true), ''), '0')::int;
  one record;
BEGIN
  FOR one IN EXECUTE format('SELECT DISTINCT tenant, who, which, about_type, about FROM (%s) changed', CASE TG_OP
    WHEN 'INSERT' THEN columns || ' FROM added'
    WHEN 'DELETE' THEN columns || ' FROM gone'
    ELSE format('(%1$s FROM added EXCEPT %1$s FROM gone) UNION ALL (%1$s FROM gone EXCEPT %1$s FROM added)', columns)
  END) LOOP
    named := named + 1;
    IF named <= 100 THEN PERFORM send_change(TG_TABLE_NAME, one.tenant, one.who, one.which, NULL, one.about_type, one.about);
    ELSE PERFORM send_change(TG_TABLE_NAME, one.tenant, NULL, NULL, NULL);
    END IF;
  END LOOP;
  PERFORM set_config('huanwei.named_changes', named::text, true);
  RETURN NULL;
END $$;

-- A code changes in few rows, while what else changes in `device` is written of all terminals at once: a trigger that looks at rows costs less.
CREATE OR REPLACE FUNCTION notify_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM send_change('device_code', coalesce(NEW.tenant_id, 0), NULL, NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER code_changed AFTER UPDATE OF auth_code ON device FOR EACH ROW
  WHEN (OLD.auth_code IS DISTINCT FROM NEW.auth_code) EXECUTE FUNCTION notify_code();

-- Of a report that nothing led to nobody is told: its lists ask again by themselves.
CREATE OR REPLACE FUNCTION notify_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM send_change('dispatched_work', coalesce(NEW.tenant_id, OLD.tenant_id), NULL, NULL, NULL);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER work_added AFTER INSERT ON wc_report_to_clean FOR EACH ROW WHEN (NEW.cause_id IS NOT NULL) EXECUTE FUNCTION notify_work();
CREATE OR REPLACE TRIGGER work_moved AFTER UPDATE OF status, assignee_id ON wc_report_to_clean FOR EACH ROW
  WHEN (NEW.cause_id IS NOT NULL) EXECUTE FUNCTION notify_work();
CREATE OR REPLACE TRIGGER work_removed AFTER DELETE ON wc_report_to_clean FOR EACH ROW WHEN (OLD.cause_id IS NOT NULL) EXECUTE FUNCTION notify_work();

DO $$
DECLARE
  earlier record;
  watched record;
  event record;
  about text[];
BEGIN
  FOR earlier IN SELECT tgname, tgrelid::regclass AS "table" FROM pg_trigger WHERE tgfoid = 'notify_change()'::regprocedure LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', earlier.tgname, earlier."table");
  END LOOP;

  -- The id of a row of `sys_role_menu` is the role's, of `area_vehicle` the area's. A new session, role or token of a board is nobody's news yet.
  FOR watched IN SELECT * FROM (VALUES
    ('sys_tenant', true, 'id', 'NULL::int', 'NULL::int', '*'),
    ('sys_user', true, 'tenant_id', 'user_id', 'NULL::int', 'username, password, name, initials, phone, dept_id, lock_flag, intercom_account'),
    ('sys_user_role', true, 'tenant_id', 'user_id', 'NULL::int', 'role_id'),
    ('sys_role', false, 'tenant_id', 'NULL::int', 'role_id', '*'),
    ('sys_role_menu', true, 'tenant_id', 'NULL::int', 'role_id', 'menu_id'),
    ('sys_menu', true, 'tenant_id', 'NULL::int', 'NULL::int', '*'),
    ('sys_dept', true, 'tenant_id', 'NULL::int', 'NULL::int', '*'),
    ('sys_dict', true, 'tenant_id', 'NULL::int', 'NULL::int', '*'),
    ('sys_dict_item', true, 'tenant_id', 'NULL::int', 'NULL::int', '*'),
    ('sys_token', false, 'tenant_id', 'user_id', 'NULL::int', 'access_hash, access_expires, family'),
    ('sys_token_lock', true, 'tenant_id', 'user_id', 'NULL::int', 'family, locked_time'),
    ('open_client', false, 'tenant_id', 'NULL::int', 'id',
      'secret, owner_id, permissions, dept_id, address_range, rate, expires, accepts_md5, is_stopped'),
    ('unit_info', true, 'tenant_id', 'NULL::int', 'NULL::int', '*'),
    ('vehicle', true, 'tenant_id', 'NULL::int', 'id', '*'),
    ('facility', true, 'tenant_id', 'NULL::int', 'id', '*'),
    ('area', true, 'tenant_id', 'NULL::int', 'id', '*'),
    ('area_vehicle', true, 'tenant_id', 'NULL::int', 'area_id', 'vehicle_id'),
    ('monitoring_rule', true, 'tenant_id', 'NULL::int', 'id', '*'),
    ('shift', true, 'tenant_id', 'NULL::int', 'id', '*'),
    ('calendar_day', true, 'tenant_id', 'NULL::int', 'NULL::int', '*'),
    ('violation_event', true, 'tenant_id', 'NULL::int', 'NULL::int', 'id, end_time, severity'),
    ('emergency', true, 'tenant_id', 'NULL::int', 'id::int', 'id, calls, tier, due_time, acknowledged_by, closed_time'),
    ('device_photo', true, 'tenant_id', 'NULL::int', 'NULL::int', 'id'),
    ('device', true, 'coalesce(tenant_id, 0)', 'NULL::int', 'id', 'object_id'),
    ('box_calibration', true, 'tenant_id', 'NULL::int', 'id', 'start_time, revoke_time'),
    ('server_alarm', true, 'tenant_id', 'NULL::int', 'NULL::int', 'end_time'),
    ('board_token', false, 'tenant_id', 'NULL::int', 'id', 'revoked_time'),
    ('own_board', false, 'tenant_id', 'NULL::int', 'id', 'published'),
    ('intercom_group', true, 'tenant_id', 'NULL::int', 'id', '*')
  ) AS tables (name, tells_inserts, tenant, who, which, columns) LOOP
    about := CASE
      WHEN watched.name IN ('violation_event', 'device_photo', 'device') THEN ARRAY['object_type', 'object_id']
      WHEN watched.name = 'box_calibration' THEN ARRAY['''2''::text', 'facility_id']
      WHEN watched.name = 'server_alarm' THEN ARRAY['''1''::text', 'vehicle_id']
      ELSE ARRAY['NULL::text', 'NULL::int']
    END;
    FOR event IN SELECT * FROM (VALUES
      ('INSERT', 'change_inserted', 'NEW TABLE AS added'),
      ('UPDATE', 'change_updated', 'OLD TABLE AS gone NEW TABLE AS added'),
      ('DELETE', 'change_deleted', 'OLD TABLE AS gone')
    ) AS events (name, trigger, rows) WHERE events.name <> 'INSERT' OR watched.tells_inserts LOOP
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION notify_change(%L, %L, %L, %L, %L, %L)',
        event.trigger, event.name, watched.name, event.rows, watched.tenant, watched.who, watched.which, about[1], about[2], watched.columns);
    END LOOP;
  END LOOP;
END $$;
